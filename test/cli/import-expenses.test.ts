import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXlsx } from '../../src/lib/xlsx.ts';
import { importPlace, withoutTimes } from '../support/place.ts';

/** Expenses that are hard to export: with a formula, Chinese text, and a member to reimburse. */
const SPENT = [
  'id,expenseDate,amount,subCategoryName,groupName,ministryName,vendor,description,functionalClass,memberId,memberName,paymentMethod,paymentReference,notes,createdAt,modifiedAt',
  '5,2026-01-04,1234.5,Rent,Facilities,Worship,"=1+1, ""x""",Hall,,7,Mei Lin,Check,0012,林,,',
  '7,2026-01-05,0.1,Telephone,Office,Youth,,Line,Fundraising,,,,,,,',
];
const OWNER = ['--submitted-by', 'ann@example.org'];

const { file, run, write, remove } = importPlace();
const newDir = async (name: string) => {
  await run(['import', 'members', file('people.csv')], file(name));
  await run(['user', 'create', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'treasurer'], file(name));
  return file(name);
};

beforeAll(async () => {
  write('people.csv', [
    'id,firstName,lastName,email,externalId,createdAt,modifiedAt',
    '7,Mei,Lin,mei@example.org,B-1,,',
  ]);
  await newDir('church');
  await run(['import', 'expenses', write('spent.csv', SPENT), ...OWNER]);
});
afterAll(remove);

test.each(['csv', 'xlsx'])(
  'expenses exported as %s and imported into a new church become identical drafts',
  async (format) => {
    const fresh = await newDir(`fresh-${format}`);
    const exported = file(`expenses.${format}`);
    const written = await run(['export', 'expenses', '--output', exported]);
    expect(written).toMatchObject({ exitCode: 0, stderr: `2 expenses written to ${exported}\n` });
    const { exitCode, stdout } = await run(['import', 'expenses', exported, ...OWNER], fresh);
    expect([exitCode, stdout.split('\n').slice(0, 2)]).toEqual([
      0,
      [
        '2 expenses of 1,234.60 imported as drafts of Ann Lee, 0 skipped because they exist already.',
        'The approvals and payments in the file are not imported: all expenses arrive as drafts.',
      ],
    ]);
    const [before, after] = [await run(['export', 'expenses']), await run(['export', 'expenses'], fresh)];
    expect(withoutTimes(after.stdout)).toBe(withoutTimes(before.stdout));
    const again = await run(['import', 'expenses', exported, ...OWNER], fresh);
    expect(again.stdout).toMatch(
      /^0 expenses of 0.00 imported as drafts of Ann Lee, 2 skipped because they exist already\.\n/,
    );
  },
);

describe('vestry export expenses', () => {
  test('writes every column, and the same JSON as the API', async () => {
    const { stdout, stderr } = await run(['export', 'expenses', '--from', '2026-01-01', '--to', '2026-01-04']);
    expect(stderr).toBe('');
    const [header, first, ...others] = stdout.trimEnd().split('\r\n');
    expect(header).toBe(
      '\uFEFFid,expenseDate,amount,subCategoryId,subCategoryName,groupName,form990LineCode,ministryId,ministryName,splits,vendor,' +
        'vendorId,description,functionalClass,effectiveFunctionalClass,memberId,memberName,memberEmail,memberExternalId,' +
        'fundId,fundName,paymentMethod,paymentReference,notes,reversalOf,submittedBy,submittedByName,status,' +
        'bookedOn,approvedBy,approvedAt,rejectedReason,paidBy,paidOn,receiptFileName,createdAt,modifiedAt,createdBy,modifiedBy',
    );
    expect(first).toContain(
      `5,2026-01-04,1234.5,6,Rent,Facilities,16,1,Worship,,"'=1+1, ""x""",,Hall,,ProgramServices,7,Mei`,
    );
    expect(others).toEqual([]);
    const json = JSON.parse((await run(['export', 'expenses', '--json'])).stdout) as Record<string, unknown>[];
    expect(json).toMatchObject([
      { id: 5, amount: 1234.5, status: 'Draft', receipt: null },
      { id: 7, amount: 0.1, functionalClass: 'Fundraising' },
    ]);
    expect(json[0]).not.toHaveProperty('memberName');
    await run(['export', 'expenses', '--output', file('sheet.xlsx')]);
    expect(await readXlsx(readFileSync(file('sheet.xlsx')))).toHaveLength(3);
    expect(await run(['export', 'expenses', '--from', '2026-02-30'])).toMatchObject({ exitCode: 2 });
  });
});

describe('vestry import expenses', () => {
  test('requires an owner, lists bad cells, reports the result, and can be undone', async () => {
    const [header, ...rows] = ['date,amount,category,ministry,description', '2026-03-01,5,Rent,Worship,Hall'];
    const good = write('good.csv', [header ?? '', ...rows]);
    expect(await run(['import', 'expenses', good])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--submitted-by'),
    });
    const unknown = await run(['import', 'expenses', good, '--submitted-by', 'no@example.org']);
    expect(unknown).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining('no@example.org') });
    const bad = write('bad.csv', [header ?? '', '2026-03-01,0,Rent,Worship,', ...rows]);
    const refused = await run(['import', 'expenses', bad, ...OWNER]);
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' });
    expect(refused.stderr).toContain('line 2, "amount": must be over 0');
    expect(refused.stderr).toContain('line 2, "description": is required');
    const refund = write('refund.csv', [header ?? '', '2026-04-01,(5),Rent,Worship,Hall', ...rows]);
    const early = await run(['import', 'expenses', refund, ...OWNER]);
    expect(early).toMatchObject({ exitCode: 4, stdout: '' });
    expect(early.stderr).toContain('line 2, "amount": is a refund, but no expense of the same month');
    expect(early.stderr).toContain('vestry expense reverse ID --date DATE --amount AMOUNT --reason Refund');
    const whole = write('whole.csv', [header ?? '', ...rows, '2026-03-09,(5),Rent,Worship,Hall']);
    const nothing = await run(['import', 'expenses', whole, ...OWNER, '--dry-run']);
    expect(nothing.stdout).toContain('\n  line 3: 5.00, from line 2, which is not imported\n');
    const tried = await run(['import', 'expenses', good, ...OWNER, '--dry-run']);
    expect(tried.stdout).toBe(
      '1 expense of 5.00 would be imported as a draft of Ann Lee, 0 skipped because they exist already.\n' +
        'This was a dry run: nothing was written.\n',
    );
    const done = await run(['import', 'expenses', good, ...OWNER, '--json']);
    const { importId } = JSON.parse(done.stdout) as { importId: number };
    expect(JSON.parse(done.stdout)).toMatchObject({ created: 1, totalAmount: 5, submittedByName: 'Ann Lee' });
    const list = await run(['import', 'list']);
    expect(list.stdout).toMatch(/expenses +good\.csv +1 +1 expense /);
    expect(await run(['import', 'expenses', good, ...OWNER])).toMatchObject({ exitCode: 4 });
    expect((await run(['import', 'undo', String(importId)])).stdout).toBe(
      `Import ${importId} is undone. Removed: 1 expense.\n`,
    );
    expect((await run(['import', 'expenses', '--help'])).stdout).toContain('$ vestry import expenses');
  });
});
