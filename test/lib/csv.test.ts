import { expect, test } from 'vitest';
import { toCsv, undefused } from '../../src/lib/csv.ts';

test.each(['two\nlines', 'two\rlines', 'two\r\nlines', 'a "quote"', 'a, comma'])(
  'the text %j is one cell of the CSV',
  (text) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    expect(toCsv(['note', 'next'], [[text, 1]])).toBe(`note,next\r\n${quoted},1\r\n`);
  },
);

test.each(['=1+1', '+1', '-x', '@SUM(1)', '\t=1', "'=1", '＝1+1', '＋1', '－x', '＠SUM(1)'])(
  '%j is written so that a spreadsheet does not run it, and is read back unchanged',
  (text) => {
    const cell = toCsv(['note'], [[text]]).split('\r\n')[1] ?? '';
    expect(cell.startsWith("'")).toBe(true);
    expect(undefused(cell)).toBe(text);
  },
);

test('a plain number stays a number', () => {
  expect(toCsv(['amount'], [['-12.50'], [7]])).toBe('amount\r\n-12.50\r\n7\r\n');
});
