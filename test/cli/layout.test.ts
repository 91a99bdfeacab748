import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { fit, type Heading, layOut, RULE, stack, widthOf, wrap } from '../../src/cli/kit/layout.ts';

const COLUMNS: Heading[] = [
  { title: 'Id', align: 'right' },
  { title: 'Name' },
  { title: 'E-mail' },
  { title: 'Management & general', align: 'right' },
];
const ROWS = [
  ['7', '陳美玲 Mei-Ling Chen', 'mei-ling.chen@example.org', '1,234,567.89'],
  ['1042', '國語堂青年團契輔導同工', '', '-0.05'],
  RULE,
  ['', 'Total', '', '1,234,567.84'],
] as const;

/** Lays the table out for this width. Returns the widths of its lines, and all its text. */
function shown(width: number): { widths: number[]; text: string } {
  const layout = layOut(COLUMNS, ROWS, width);
  if (!layout) {
    const text = stack(COLUMNS, ROWS, width);
    return { widths: text.split('\n').map((line) => stringWidth(line)), text };
  }
  const gaps = layout.gap * (COLUMNS.length - 1);
  const cells = ROWS.flatMap((row) => (row === RULE ? [] : [row.map((cell, at) => fit(cell, layout.widths[at] ?? 0))]));
  const widest = layout.widths.map((least, at) => Math.max(least, ...cells.map((row) => widthOf(row[at] ?? ''))));
  return { widths: [widest.reduce((sum, one) => sum + one, gaps)], text: cells.flat().join(' ') };
}

// 34 columns is the smallest width at which the longest title and its figure fit on one line.
test.each(Array.from({ length: 90 }, (_, index) => index + 34))(
  'at %i columns no line is too wide, and no figure is wrapped',
  (width) => {
    const { widths, text } = shown(width);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
    for (const figure of ['1042', '1,234,567.89', '-0.05', '1,234,567.84']) expect(text).toContain(figure);
  },
);

test('a table that fits is unchanged, and a table that is too wide first wraps the headings of its numeric columns', () => {
  expect(layOut(COLUMNS, ROWS, 200)?.widths).toEqual([4, 22, 25, 20]);
  expect(layOut(COLUMNS, ROWS, 69)?.widths).toEqual([4, 22, 25, 12]);
});

test('a Chinese character is two columns wide', () => {
  expect(widthOf('陳美玲 Ann')).toBe(10);
  expect(wrap('國語堂青年團契', 6).split('\n')).toEqual(['國語堂', '青年團', '契']);
  expect(fit('國語堂青年團契輔導同工會議', 4, 2)).toBe('國語\n堂…');
});

test('a text with too many lines ends in an ellipsis, even if its last line is full', () => {
  expect(fit('one two three four', 5, 2)).toBe('one\ntwo…');
  expect(fit('one two three four', 5, Infinity)).toBe('one\ntwo\nthree\nfour');
});

test('a number stays with its unit, and an indentation with its text', () => {
  expect(wrap('see expense 778 of March', 12)).toBe('see\nexpense 778\nof March');
  expect(wrap('  Retirement Contributions', 16)).toBe('  Retirement\n  Contributions');
});

test('rows printed as blocks leave out empty cells and align their figures', () => {
  expect(stack(COLUMNS, ROWS, 60)).toBe(
    [
      'Id                               7',
      'Name                  陳美玲 Mei-Ling Chen',
      'E-mail                mei-ling.chen@example.org',
      'Management & general  1,234,567.89',
      '',
      'Id                            1042',
      'Name                  國語堂青年團契輔導同工',
      'Management & general         -0.05',
      '',
      'Name                  Total',
      'Management & general  1,234,567.84',
    ].join('\n'),
  );
});
