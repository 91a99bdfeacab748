/** Tests that an upgrade can turn the opening balance of the first monthly statement into the opening of the books. */
import { describe, expect, test } from 'vitest';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { NewOpening } from '../../../src/features/accounting/opening/schema.ts';
import { getOpening, putOpening } from '../../../src/features/accounting/opening/service.ts';
import { listAccounts } from '../../../src/features/ledger/accounts/service.ts';
import { getStatement } from '../../../src/features/reports/statements/service.ts';
import { decode } from '../../../src/validate.ts';
import type { TestApp } from '../../support/app.ts';
import { AT, stepsBefore } from '../../support/old-database.ts';
import { oldBooks, proofAfter, seal, upgrade } from './old-books.ts';

const STAMPS = `'${AT}', '${AT}'`;

const CATALOGS = `
insert into users (id, email, emailKey, displayName, passwordHash, isActive, mustChangePassword, createdAt, modifiedAt)
  values (1, 'ann', 'ann', 'Ann', 'x', 1, 0, ${STAMPS});
insert into ministries (id, name, nameKey, defaultFunctionalClass, sortOrder, createdAt, modifiedAt)
  values (1, 'Worship', 'worship', 'ProgramServices', 1, ${STAMPS});
insert into form990Lines (code, description, allowedColumns, sortOrder) values ('13', 'Office', '[]', 1);
insert into expenseCategoryGroups (id, name, nameKey, sortOrder, createdAt, modifiedAt)
  values (1, 'Office', 'office', 1, ${STAMPS});
insert into expenseSubCategories (id, groupId, name, nameKey, form990LineCode, sortOrder, createdAt, modifiedAt)
  values (1, 1, 'Paper', 'paper', '13', 1, ${STAMPS});
insert into givingCategories (id, name, nameKey, isTaxDeductible, isRestricted, sortOrder, createdAt, modifiedAt)
  values (1, 'Tithe', 'tithe', 1, 0, 1, ${STAMPS}), (2, 'Missions', 'missions', 1, 1, 2, ${STAMPS});
insert into seededRows (catalog, key, rowKey) values ('Form990ExpenseLine', '13', '13');
`;

const giving = (date: string, categoryId: number, cents: number) => `
insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, createdAt, modifiedAt)
  values (${categoryId}, ${cents}, '${date}', 'Check', 0, '${date}', ${STAMPS});`;
const bill = (bookedOn: string, cents: number) => `
insert into expenses (subCategoryId, ministryId, expenseDate, amountMinor, description, status, bookedOn, submittedBy, createdAt, modifiedAt)
  values (1, 1, '${bookedOn}', ${cents}, 'Paper', 'Approved', '${bookedOn}', 1, ${STAMPS});`;
const draft = (month: number, cents: number | null) => `
insert into monthlyStatements (year, month, status, openingBalanceMinor, createdAt, modifiedAt)
  values (2026, ${month}, 'Draft', ${cents}, ${STAMPS});`;
const finalized = (month: number, { given, closing }: { given: number | null; closing: number }) => {
  const zero = { totalGiving: 0, totalExpenses: 0, netChange: 0, givingByCategory: [], expensesByGroup: [], funds: [] };
  const figures = { ...zero, openingBalance: given ?? 0, closingBalance: closing, unpaid: { amount: 0, count: 0 } };
  const attendance = { sundays: 0, total: 0, average: 0 };
  const snapshot = JSON.stringify({ version: 1, figures: { ...figures, attendance } });
  return `
insert into monthlyStatements (year, month, status, openingBalanceMinor, snapshot, closingBalanceMinor, createdAt, modifiedAt)
  values (2026, ${month}, 'Finalized', ${given}, '${snapshot}', ${closing}, ${STAMPS});`;
};

/** March receives 50.00 for missions; April spends 20.00. */
const ACTIVITY = giving('2026-03-08', 2, 5000) + bill('2026-04-02', 2000);

/** Returns books from the last version without funds, with a sealed log that records every row. */
async function sealedBooks(statements: string): Promise<TestApp> {
  const { db, app } = await oldBooks(stepsBefore('-funds'));
  db.exec(CATALOGS + ACTIVITY + statements);
  await seal(db, app);
  return app;
}

const APRIL = { year: 2026, month: 4 };

describe('the upgrade of books with an opening balance', () => {
  test.each([
    ['a draft of the first month', draft(3, 100_000)],
    ['the finalized first month', finalized(3, { given: 100_000, closing: 105_000 })],
    [
      'the first of two finalized months',
      finalized(3, { given: 100_000, closing: 105_000 }) + finalized(4, { given: null, closing: 103_000 }),
    ],
  ])('makes the opening from the balance entered in %s, and changes no other balance', async (_what, statements) => {
    const upgraded = await upgrade(await sealedBooks(statements));
    expect(await getOpening(upgraded)).toMatchObject({
      date: '2026-03-01',
      accounts: [{ accountName: 'Checking', balance: 100_000 }],
      funds: [{ fundName: 'General', balance: 100_000 }],
      isFromUpgrade: true,
      createdBy: null,
    });
    const { items } = await listAccounts(upgraded);
    expect(items.find(({ name }) => name === 'Checking')?.balance).toBe(105_000);
    expect(await getStatement(upgraded, { year: 2026, month: 5 })).toMatchObject({ openingBalance: 103_000 });
  });

  test('lets the church replace the opening once, which does not change the figures of finalized statements', async () => {
    const stored = finalized(3, { given: 100_000, closing: 105_000 }) + finalized(4, { given: null, closing: 103_000 });
    const upgraded = await upgrade(await sealedBooks(stored));
    const before = await getStatement(upgraded, APRIL);
    const input = decode(NewOpening, { date: '2026-03-01', accounts: [{ accountId: 2, balance: 1200 }], funds: [] });
    expect(await putOpening(upgraded, input)).toMatchObject({ isFromUpgrade: false, funds: [{ balance: 120_000 }] });
    expect(await getStatement(upgraded, APRIL)).toEqual(before);
    await expect(putOpening(upgraded, input)).rejects.toMatchObject({ code: 'period_finalized' });
  });

  test.each([
    ['no opening balance was entered', draft(3, null)],
    ['a balance was also entered in a later month', draft(3, 100_000) + draft(4, 5)],
    ['a balance was entered only in a later month', draft(2, null) + draft(3, 100_000)],
    ['there is a giving before the month of the balance', draft(3, 100_000) + giving('2026-02-22', 1, 1)],
    ['there is an expense before the month of the balance', draft(3, 100_000) + bill('2026-02-22', 1)],
    [
      'the closing balance of a finalized month does not follow from the entered balance',
      finalized(3, { given: 100_000, closing: 105_001 }),
    ],
  ])('makes no opening if %s', async (_why, statements) => {
    const upgraded = await upgrade(await sealedBooks(statements));
    expect((await getOpening(upgraded)).date).toBeNull();
    expect(await upgraded.db.selectFrom('openingFunds').selectAll().execute()).toEqual([]);
  });

  test('keeps the books in agreement with the audit log, even after the church replaces the opening', async () => {
    const upgraded = await upgrade(await sealedBooks(draft(3, 100_000)));
    expect((await proveBooks(upgraded)).faults).toEqual([]);
    await putOpening(upgraded, decode(NewOpening, { date: '2026-03-01', accounts: [], funds: [] }));
    expect((await proveBooks(upgraded)).faults).toEqual([]);
  });

  test.each([
    'update bookOpening set isFromUpgrade = 0',
    'update openingAccounts set balanceMinor = 1',
    "insert into payables (vendor, fundId, amountMinor) values ('Me', 1, 1)",
  ])('records the opening in the audit log, so that this change by hand is found: %s', async (statement) => {
    const { faults } = await proofAfter(await sealedBooks(draft(3, 100_000)), statement);
    expect(faults.join('\n')).toMatch(/^BookOpening 1 /m);
  });
});
