import { expect, test } from 'vitest';
import { LARGEST_STATEMENT, readStatement } from '../../../../src/features/bank/files/read.ts';
import { turnsDuring } from '../../../support/turns.ts';
import { EXPECTED, mappingOf, sample } from './samples.ts';

const LINES = 50_000;
const NEW_LINE = { ofx: '\n', csv: '\r\n' };

function longOfx(count: number): Buffer {
  const record = (index: number) =>
    `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20250305120000[-5:EST]\n<TRNAMT>-1.${String(index % 100).padStart(2, '0')}\n<FITID>${index}\n<NAME>SHOP &amp; CAFÉ ${index}\n</STMTTRN>\n`;
  const records = Array.from({ length: count }, (_, index) => record(index)).join('');
  return Buffer.from(
    `OFXHEADER:100${NEW_LINE.ofx}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>${records}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    'latin1',
  );
}

function longCsv(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => `03/05/2025,"Shop, ${index}",-1.00`);
  return Buffer.from(['Date,Description,Amount', ...rows, ''].join(NEW_LINE.csv));
}

const MAPPING = mappingOf({ date: 'Date', description: 'Description', amount: 'Amount', dateFormat: 'mdy' });

test.each([
  ['OFX', longOfx(LINES)],
  ['CSV', longCsv(LINES)],
])('an %s file with 50,000 lines is read completely, and other requests run in between', async (_name, bytes) => {
  let lines = 0;
  const turns = await turnsDuring(async () => {
    const { statements, problems } = await readStatement(bytes, { mapping: MAPPING });
    expect(problems).toEqual([]);
    lines = statements[0]?.lines.length ?? 0;
  });
  expect(lines).toBe(LINES);
  expect(turns).toBeGreaterThan(100);
});

test('a file over the largest size is refused', async () => {
  const read = readStatement(Buffer.alloc(LARGEST_STATEMENT + 1, 'a'));
  await expect(read).rejects.toMatchObject({ code: 'payload_too_large' });
});

test.each([
  ['one long line', 'a,b '],
  ['very many lines', 'a,b\n'],
])('a large file of %s is refused before it is split', async (_what, text) => {
  const read = readStatement(Buffer.alloc(11 * 1024 * 1024, text));
  await expect(read).rejects.toMatchObject({
    code: 'file_refused',
    message: expect.stringContaining('is not a statement of a bank'),
  });
});

test('of many faults, the first hundred are listed, and the others are counted', async () => {
  const rows = Array.from({ length: 250 }, () => '03/05/2025,Shop,1.005').join('\n');
  const { problems } = await readStatement(Buffer.from(`Date,Description,Amount\n${rows}\n`), { mapping: MAPPING });
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toMatchObject({
    line: 102,
    code: 'more_faults',
    message: 'has the first of 150 more faults, which are not listed',
  });
});

test('an OFX file that is cut off anywhere is never complete, and says so', async () => {
  const names = Object.keys(EXPECTED.files).filter((name) => !name.endsWith('.csv'));
  for (const name of names) {
    const bytes = sample(name);
    const end = bytes.lastIndexOf('</OFX>') + '</OFX>'.length;
    for (let length = end - 1; length > bytes.indexOf('<OFX'); length -= 7) {
      const read = await readStatement(bytes.subarray(0, length)).catch(() => null);
      const said = read ? read.problems.map(({ code }) => code) : ['incomplete_file'];
      expect(read?.complete ?? false, `${name} cut at ${length}`).toBe(false);
      expect(said).toContain('incomplete_file');
    }
  }
});
