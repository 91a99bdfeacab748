import { describe, expect, test } from 'vitest';
import { csvLines, undefused } from '../../src/lib/csv.ts';
import { parseCsv } from '../../src/lib/sheet.ts';

const cellsOf = (text: string) => {
  const parsed = parseCsv(text);
  return 'rows' in parsed ? parsed.rows.map(({ cells }) => cells) : parsed.fault;
};
const linesOf = (text: string) => {
  const parsed = parseCsv(text);
  return 'rows' in parsed ? parsed.rows.map(({ line }) => line) : parsed.fault;
};

describe('a CSV text', () => {
  test.each([
    ['commas', 'a,b\n"1;2",3\n'],
    ['semicolons', 'a;b\n"1;2";3\n'],
    ['tabs', 'a\tb\n1;2\t3\n'],
    ['tabs, with quotes around every cell', '"a"\t"b"\n"1;2"\t"3"\n'],
    ['semicolons, with a comma in a quoted header', '"a";"b"\n"1;2";3\n'],
  ])('is read if it is separated by %s', (_name, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1;2', '3'],
    ]);
  });

  test('is read with the separator of its rows, whatever titles and notes contain', () => {
    expect(cellsOf('Gifts of March, 2026\n\nDate;Name\n1;2\n3;4, 5\n')).toEqual([
      ['Gifts of March, 2026'],
      ['Date', 'Name'],
      ['1', '2'],
      ['3', '4, 5'],
    ]);
    expect(cellsOf('Date,Name,Note\n1,2,x;y;z;w;v\n')).toEqual([
      ['Date', 'Name', 'Note'],
      ['1', '2', 'x;y;z;w;v'],
    ]);
  });

  test.each(['\t', ';'])(
    'is read with "%s" if it is in every line, however many commas the cells have',
    (separator) => {
      const rows = [
        ['Date', 'Donor', 'Amount'],
        ['March 15, 2026', 'Smith, John', '1,250.00'],
        ['March 16, 2026', 'Lee, Ann', '2,250.00'],
      ];
      const lines = rows.map((row) => row.join(separator));
      expect(cellsOf(lines.join('\n'))).toEqual(rows);
    },
  );

  test('is read with tabs below a title, and with commas if only notes contain semicolons', () => {
    const titled = 'Gifts\nDate\tDonor\n3/1/26\tSmith, John, a, b, c\n3/2/26\tLee, Ann, a, b, c\n';
    expect(cellsOf(titled)).toContainEqual(['3/1/26', 'Smith, John, a, b, c']);
    expect(cellsOf('Date,Name,Note\n1,2,x;y\n3,4,p;q\n')).toContainEqual(['1', '2', 'x;y']);
  });

  test('is read with the separator in the `sep=` line of Excel', () => {
    expect(cellsOf('sep=;\r\na,x,y;b\r\n1;2\r\n')).toEqual([
      ['a,x,y', 'b'],
      ['1', '2'],
    ]);
    expect(linesOf('"sep=|"\na|b\n1|2\n')).toEqual([2, 3]);
    expect(cellsOf('sep=ab,c\n1,2')).toEqual([
      ['sep=ab', 'c'],
      ['1', '2'],
    ]);
  });

  test('may contain different line endings, and keeps the line endings inside a cell', () => {
    expect(cellsOf('a,b\r\n"x\r\ny",1\n"p\nq",2\r3,4')).toEqual([
      ['a', 'b'],
      ['x\r\ny', '1'],
      ['p\nq', '2'],
      ['3', '4'],
    ]);
  });

  test('numbers each row by its first line, and skips empty rows but counts their lines', () => {
    expect(linesOf('a,b\r\n\r\n"x\r\n\r\ny",2\r\n,\r\n3,4\n"p\nq",5\n6,7')).toEqual([1, 3, 7, 8, 10]);
  });

  test('is refused, with the line number of the row, if a quotation mark is not closed', () => {
    expect(linesOf('a,b\n"x\r\ny",1\n2,"3\n4,5\n')).toMatchObject({ line: 4 });
  });

  test.each([
    ['after a quoted cell', 'a,b\n1,2\n"x"y,3\n'],
    ['inside an unquoted cell', 'a,b\n1,2\nThe "x",3\n'],
  ])('is refused, with the line number, if there is text or a quotation mark %s', (_name, text) => {
    expect(linesOf(text)).toMatchObject({ line: 3 });
  });
});

test.each(['=1+1', '-x', '@x', "'=x", "''+x", "'x", '+1 (555) 0100', '-5.00', "'-5", 'a=b'])(
  '%s is read back unchanged from a file',
  (text) => {
    expect(cellsOf(csvLines([[text, 'x']]))).toEqual([[text, 'x']]);
  },
);

test('undefused removes an apostrophe only before a formula', () => {
  expect([undefused("'Ana"), undefused("'"), undefused("'=x")]).toEqual(["'Ana", "'", '=x']);
});
