import { describe, expect, test } from 'vitest';
import { readXlsx, toXlsx } from '../../src/lib/xlsx.ts';
import { unzipXml } from '../../src/lib/zip.ts';
import { zipOf } from '../support/zip.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const workbookOf = (sheet: string, { styles = '', properties = '' } = {}) =>
  zipOf({
    ...(styles && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}">${properties}<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });

test('reading a workbook returns its texts, numbers and dates, with the number of each row', async () => {
  const rows = [
    ['=1+1', '1990-12-31', '1900-01-05', 7, 'a\r\nb 陳'],
    [null, null, null, null, ''],
    ['00123', null, null, null, null],
  ];
  const bytes = await toXlsx(['a', 'b', 'c', 'd', 'e'], rows, new Set(['b', 'c']));
  expect(await readXlsx(bytes)).toEqual([
    { line: 1, cells: ['a', 'b', 'c', 'd', 'e'] },
    { line: 2, cells: ['=1+1', '1990-12-31', '1900-01-05', '7', 'a\r\nb 陳'] },
    { line: 4, cells: ['00123', '', '', '', ''] },
  ]);
});

test('a text that is too long for an Excel cell is cut between characters, with a note in the cell', async () => {
  const [short, long] = ['a'.repeat(32_767), '\u{1F600}'.repeat(20_000)];
  const [, row] = (await readXlsx(await toXlsx(['a', 'b'], [[short, long]], new Set()))) ?? [];
  const [kept = '', cut = ''] = row?.cells ?? [];
  expect(kept).toBe(short);
  expect(cut.length).toBeLessThanOrEqual(32_767);
  expect(cut).toMatch(/^\u{1F600}+ \.\.\. \[cut here: .*the CSV has the rest\]$/u);
});

test('a workbook from another program is read, even with an empty cell far to the right', async () => {
  const bytes = workbookOf('<row r="3"><c r="B3"><v>5</v></c><c r="XFD3"/></row>');
  expect(await readXlsx(bytes)).toEqual([{ line: 3, cells: ['', '5'] }]);
});

/** Returns the texts of cells: numbers in the format of a date, and dates that are written as texts. */
async function shown(cells: readonly string[], format: string, properties = '') {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`;
  const cellOf = (cell: string, at: number) =>
    `<c r="${'ABCDE'[at]}1" ${cell.includes('-') ? 't="d"' : 's="1"'}><v>${cell}</v></c>`;
  const row = cells.map(cellOf).join('');
  const [read] = (await readXlsx(workbookOf(`<row r="1">${row}</row>`, { styles, properties }))) ?? [];
  return read?.cells;
}

describe('a date of a workbook', () => {
  test.each([
    'm/d/yyyy h:mm',
    '[$-404]e/m/d',
    '[$-404]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@',
    '[$-404]gge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;',
  ])('is the day that the sheet shows, in the format %s', async (format) => {
    expect(await shown(['46096', '46096.447916666664'], format)).toEqual(['2026-03-15', '2026-03-15 10:45:00']);
  });

  test('is rounded to the second, so that a calculated midnight is a day', async () => {
    expect(await shown(['46095.99999999999', '46096.44791'], 'yyyy-mm-dd')).toEqual([
      '2026-03-15',
      '2026-03-15 10:44:59',
    ]);
  });

  test('is counted from 1904 where the workbook says so', async () => {
    expect(await shown(['44634'], 'yyyy-mm-dd', '<workbookPr date1904="1"/>')).toEqual(['2026-03-15']);
  });

  test('of 1900 is the one that Excel shows, and a day 0 is none', async () => {
    expect(await shown(['0', '1', '59', '61', '0.4375'], 'yyyy-mm-dd')).toEqual([
      '1900-01-00',
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '10:30:00',
    ]);
  });

  test('that is written as a text is read as written, wherever the computer is', async () => {
    const cells = ['2026-03-15', '2026-03-15T22:30:00', '2026-03-15T22:30:00.000'];
    expect(await shown(cells, 'General')).toEqual(['2026-03-15', '2026-03-15 22:30:00', '2026-03-15 22:30:00']);
  });
});

test('a workbook that would need too much memory is not read', async () => {
  expect(await readXlsx(workbookOf('<row r="999999"><c r="XFD999999"><v>5</v></c></row>'))).toBeUndefined();
});

test.each([
  ['rows without a number', '<row><c><v>5</v></c></row>'.repeat(300_000)],
  ...(IS_NIGHTLY
    ? [
        ['cells without a reference', `<row r="1">${'<c><v>5</v></c>'.repeat(20)}</row>`.repeat(200_000)],
        ['millions of rows', '<row r="1"><c r="A1" t="n"><v>1234567</v></c></row>'.repeat(2_000_000)],
      ]
    : []),
  ['a reference in single quotes, after a quoted >', `<row r='1'><c t=">" r='XFD999999'><v>5</v></c></row>`],
  ['a reference written with character entities', '<row r="&#57;99999"><c r="A999999"><v>5</v></c></row>'],
])('a workbook that is too large is not read, even if it has %s', async (_name, sheet) => {
  expect(await readXlsx(workbookOf(sheet))).toBeUndefined();
});

test.each([
  ['blanks in a tag', `<row r="1"${' '.repeat(500_000)}><c r="A1"><v>5</v></c></row>`],
  ['blanks in a tag that does not end', `<row r="1"${' '.repeat(500_000)}`],
  ['beginnings of tags', '<'.repeat(500_000)],
  ['a quoted text', `<row r="1" a=">${' '.repeat(500_000)}"><c r="A1"><v>5</v></c></row>`],
])('a workbook with half a million of %s is an error at once', async (_name, sheet) => {
  await expect(readXlsx(workbookOf(sheet))).rejects.toThrow('A part of xl/worksheets/sheet1.xml is too long.');
});

test('the longest cell that a spreadsheet writes is read', async () => {
  const longest = '"'.repeat(32_767);
  const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>${longest.replaceAll('"', '&quot;')}</t></is></c></row>`;
  expect(await readXlsx(workbookOf(sheet))).toEqual([{ line: 1, cells: [longest] }]);
});

test('all XML files of an archive share one limit for unpacking', () => {
  const bytes = zipOf({ 'a.xml': 'x'.repeat(60_000), 'b.xml': 'x'.repeat(60_000), 'c.png': 'x'.repeat(900_000) });
  expect(unzipXml(bytes, 100_000)).toBeUndefined();
  expect([...(unzipXml(bytes, 120_000) ?? [])].map(([name, { length }]) => [name, length])).toEqual([
    ['a.xml', 60_000],
    ['b.xml', 60_000],
  ]);
});

test('a damaged workbook is an error, not an empty sheet', async () => {
  const bytes = workbookOf('<row r="1"><c r="A1"><v>5</v></c></row>');
  await expect(readXlsx(bytes.subarray(0, bytes.length - 40))).rejects.toThrow('no end');
});
