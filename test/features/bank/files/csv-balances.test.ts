import { describe, expect, test } from 'vitest';
import { readStatement } from '../../../../src/features/bank/files/read.ts';
import { mappingOf } from './samples.ts';

const COLUMNS = { date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'ymd', status: 'Status' } as const;

/** Reads rows with a date, an amount, the balance after it and a status. */
function read(rows: readonly string[], balance: string | undefined = 'Balance') {
  const text = ['Date,Amount,Balance,Status,Text', ...rows.map((row) => `${row},SHOP`)].join('\n');
  const mapping = mappingOf({ ...COLUMNS, ...(balance !== '' && { balance }) });
  return readStatement(Buffer.from(text), { mapping });
}

const WHOLE = ['2026-03-02,-10.00,90.00,', '2026-03-03,25.00,115.00,', '2026-03-04,-5.00,110.00,'];
const WITH_GAP = WHOLE.filter((row) => !row.startsWith('2026-03-03'));

describe('a CSV file whose balances do not follow from its lines is refused', () => {
  const MAKE = '90.00 in line 2 and -5.00 in this line make 85.00';

  test('with a sentence for the line', async () => {
    await expect(read(WITH_GAP)).rejects.toMatchObject({
      code: 'file_refused',
      message: expect.stringContaining('import it without the column "Balance"'),
      details: {
        rows: [
          { line: 3, column: 'Balance', field: 'balance', code: 'balance_differs', message: `is 110.00, but ${MAKE}` },
        ],
      },
    });
  });

  test('if it begins with the latest line', async () => {
    const message = 'is 110.00, but 90.00 in line 3 and -5.00 in this line make 85.00';
    const rows = [expect.objectContaining({ line: 2, message })];
    await expect(read(WITH_GAP.toReversed())).rejects.toMatchObject({ details: { rows } });
  });

  test('if an amount was changed', async () => {
    const rows = WHOLE.map((row) => row.replace('25.00,', '26.00,'));
    const message = 'is 115.00, but 90.00 in line 2 and 26.00 in this line make 116.00';
    await expect(read(rows)).rejects.toMatchObject({
      details: { rows: [expect.objectContaining({ line: 3, message })] },
    });
  });

  test('unless the column is left out', async () => {
    const { statements, problems } = await read(WITH_GAP, '');
    expect(problems).toEqual([]);
    expect(statements[0]?.lines).toHaveLength(2);
  });
});

test.each<[string, string[]]>([
  ['begin with the latest line', WHOLE.toReversed()],
  ['are of one day only', WHOLE.map((row) => `2026-03-02${row.slice(10)}`).toReversed()],
  ['are not in the order of the day', ['2026-03-02,25.00,115.00,', '2026-03-02,-10.00,90.00,', WHOLE[2] ?? '']],
  ['show the balance of the day at each line', ['2026-03-02,-10,115,', '2026-03-02,25,115,', '2026-03-04,-5,110,']],
  ['show what is owed', ['2026-03-02,-10.00,110.00,', '2026-03-03,25.00,85.00,', '2026-03-04,-5.00,90.00,']],
  ['have a line without a balance', [WHOLE[0] ?? '', '2026-03-03,25.00,,', '2026-03-04,-5.00,70.00,']],
  ['have a line that is pending', [WHOLE[0] ?? '', '2026-03-03,25.00,115.00,Pending', '2026-03-04,-5.00,85.00,']],
])('lines are read if they %s', async (_name, rows) => {
  const { statements, problems } = await read(rows);
  expect(problems).toEqual([]);
  expect(statements[0]?.lines).toHaveLength(3);
});
