import { expect, test } from 'vitest';
import { toCsv } from '../../src/lib/csv.ts';
import { isLine, isProse, tidy } from '../../src/lib/text.ts';

test('stored text is composed and trimmed', () => {
  expect(tidy(' Jose\u0301 ')).toBe('José');
});

test('text with control characters or half a surrogate pair is not storable; tabs and line ends are', () => {
  expect(isProse('a\tb\r\nc 陳 👪')).toBe(true);
  for (const text of ['a\u0000b', 'a\u001Bb', 'a\u007Fb', 'a\u0085b', 'a\uD800b']) expect(isProse(text)).toBe(false);
});

test('text for one line has no line end either', () => {
  expect(isLine('Ann Lee 陳')).toBe(true);
  for (const text of ['Ann\nLee', 'Ann\tLee', 'Ann\r']) expect(isLine(text)).toBe(false);
});

test('a cell that a spreadsheet would run is defused; numbers stay numbers', () => {
  const csv = toCsv(['a', 'b', 'c', 'd'], [['=1+1', '@x', '-5.00', '+1 (555) 0100']]);
  expect(csv).toBe("a,b,c,d\r\n'=1+1,'@x,-5.00,'+1 (555) 0100\r\n");
});

test('a cell with separators, quotes or line ends is quoted', () => {
  expect(toCsv(['a'], [['x,"y"\nz']])).toBe('a\r\n"x,""y""\nz"\r\n');
});
