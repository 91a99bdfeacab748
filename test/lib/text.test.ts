import { expect, test } from 'vitest';
import { toCsv } from '../../src/lib/csv.ts';
import { isLine, normalized, printable, textFault, tidy, withoutInvisible } from '../../src/lib/text.ts';

test('text is stored without outer spaces and in composed Unicode form', () => {
  expect(tidy(' Jose\u0301 ')).toBe('José');
});

test('control characters and halves of surrogate pairs are not storable, but notes may contain tabs and line breaks', () => {
  expect(textFault('a\tb\r\nc 陳 👪', 'many')).toBeUndefined();
  for (const text of ['a\u0000b', 'a\u001Bb', 'a\u007Fb', 'a\u0085b', 'a\uD800b'])
    expect(textFault(text, 'many')).toMatch(/^must/);
});

test('text for a single line must not contain a tab or a line break', () => {
  expect(isLine('Ann Lee 陳')).toBe(true);
  for (const text of ['Ann\nLee', 'Ann\tLee', 'Ann\r']) expect(isLine(text)).toBe(false);
});

test.each([
  '\u061C \u200E \u200F \u202A \u202B \u202C \u202D \u202E \u2066 \u2067 \u2068 \u2069',
  '\u200B \u200C \u200D \u2060 \u2061 \u2062 \u2063 \u2064 \uFEFF \u180E',
  '\u115F \u1160 \u3164 \uFFA0 \u{E0001} \u{E0067} \u206A \u206F',
])(
  'the refusal of an invisible character, or of a character that changes the direction of text, names the character',
  (signs) => {
    for (const sign of signs.split(' ')) {
      const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      for (const lines of ['one', 'many'] as const) expect(textFault(`a${sign}b`, lines)).toContain(`U+${number}`);
      expect(withoutInvisible(`a${sign}b`)).toBe('ab');
    }
  },
);

test.each(['❤\uFE0F', '王\u{E0100}小明', 'Jose\u0301', 'שָׁלוֹם', 'नमस्ते', '5️⃣', 'soft\u00ADhyphen', '👍🏽', '🇹🇼'])(
  'marks, variation selectors and emoji that need no joiner are storable: %s',
  (text) => expect(textFault(text, 'one')).toBeUndefined(),
);

test('a letter with thirty marks is storable; a letter with more marks is refused and left unchanged', () => {
  const marked = (count: number) => `a${'\u0315\u0300'.repeat(count / 2)}`;
  expect(textFault(marked(30), 'one')).toBeUndefined();
  expect(textFault(marked(32), 'one')).toMatch(/accents/);
  expect(tidy(marked(30))).toBe(marked(30).normalize('NFC'));
  // Unicode’s own algorithm would take minutes to sort these marks.
  expect(tidy(marked(400_000))).toBe(marked(400_000));
  expect(normalized(`a${'\uFF9E\u0301'.repeat(200_000)}`, 'NFKC').length).toBe(400_001);
});

test('printable replaces characters that could overwrite a printed message or change its direction', () => {
  expect(printable('a\u001B[2J\u202Eb陳')).toBe('a?[2J?b陳');
});

test('an apostrophe is put before a cell that a spreadsheet would run, but not before a number', () => {
  const csv = toCsv(['a', 'b', 'c', 'd'], [['=1+1', '@x', '-5.00', '+1 (555) 0100']]);
  expect(csv).toBe("a,b,c,d\r\n'=1+1,'@x,-5.00,'+1 (555) 0100\r\n");
});

test('a cell with separators, quotes or line ends is quoted', () => {
  expect(toCsv(['a'], [['x,"y"\nz']])).toBe('a\r\n"x,""y""\nz"\r\n');
});

test.each([
  ['a grapheme joiner', 'A\u034Fnn'],
  ['a noncharacter', 'Ann\uFFFF'],
  ['an annotation', 'Ann\uFFF9'],
])('%s is refused, both on a single line and in notes', (_, text) => {
  expect(textFault(text, 'one')).toMatch(/^must not contain an invisible character \(U\+[\dA-F]{4}\)/);
  expect(textFault(text, 'many')).toMatch(/^must not contain an invisible character \(U\+[\dA-F]{4}\)/);
});

test('a line or paragraph separator is refused only on a single line', () => {
  expect(textFault('Ann\u2028Lee', 'one')).toMatch(/U\+2028/);
  expect(textFault('Ann\u2029Lee', 'one')).toMatch(/U\+2029/);
  expect(textFault('Ann\u2028Lee', 'many')).toBeUndefined();
});
