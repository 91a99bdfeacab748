/**
 * The upgrade of books without accounts: every gift gets an account, every paid expense gets a payment, and the books
 * are proven.
 */
import { describe, expect, test } from 'vitest';
import { type AuditedTable, AUDITED_TABLES, upgradesOf } from '../../../src/features/audit/audited.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { recordUpgrade, SEALED_SINCE } from '../../../src/features/audit/upgrade-entries.ts';
import { listAccounts } from '../../../src/features/ledger/accounts/service.ts';
import { payExpense } from '../../../src/features/spending/payments/pay.ts';
import { listPayments } from '../../../src/features/spending/payments/service.ts';
import { PaymentQuery } from '../../../src/features/spending/payments/schema.ts';
import { voidPayment } from '../../../src/features/spending/payments/void.ts';
import { Method } from '../../../src/books/payment-methods.ts';
import { decode } from '../../../src/validate.ts';
import type { TestApp } from '../../support/app.ts';
import { AT, stepsBefore } from '../../support/old-database.ts';
import { oldBooks, proofAfter, upgrade } from './old-books.ts';

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
insert into givingCategories (id, name, nameKey, isTaxDeductible, fundId, sortOrder, createdAt, modifiedAt)
  values (1, 'Tithe', 'tithe', 1, 1, 1, ${STAMPS});
`;

/** For each method, four gifts of 1.00: one without a session, and one in a session of each of the three statuses. */
const GIVINGS = [null, 1, 2, 3].flatMap((sessionId) =>
  Method.options.map(
    (method) =>
      `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, sessionId, createdAt, modifiedAt)
        values (1, 100, '2026-01-04', '${method}', 0, '2026-01-04', ${sessionId}, ${STAMPS});`,
  ),
);

const DOCUMENTS = `
insert into offeringSessions (id, date, status, countedBy, createdAt, modifiedAt)
  values (1, '2026-01-04', 'Reconciled', '[]', ${STAMPS}), (2, '2026-01-11', 'Draft', '[]', ${STAMPS}),
    (3, '2026-01-18', 'Submitted', '[]', ${STAMPS});
${GIVINGS.join('\n')}
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, bookedOn, paidOn,
    paymentMethod, paymentReference, submittedBy, fundId, reversalOf, createdAt, modifiedAt)
  values (1, 1, 1, '2026-02-09', 1000, 'Tracts', 'Paid', '2026-02-09', '2026-02-10', 'Check', '77', 1, 1, null, ${STAMPS}),
    (2, 1, 1, '2026-02-12', -300, 'Tracts', 'Paid', '2026-02-12', '2026-02-12', 'Check', '77', 1, 1, 1, ${STAMPS}),
    (3, 1, 1, '2026-02-13', 250, 'Paper', 'Paid', '2026-02-13', null, null, null, 1, 1, null, ${STAMPS}),
    (4, 1, 1, '2026-02-14', 40, 'Ink', 'Approved', '2026-02-14', null, null, null, 1, 1, null, ${STAMPS}),
    (5, 1, 1, '2026-02-15', 50, 'Glue', 'Draft', null, null, null, null, 1, 1, null, ${STAMPS});
`;

/** Returns the description of a table in the version before accounts, or nothing if that version lacked the table. */
function beforeAccounts(table: AuditedTable): AuditedTable {
  const steps = upgradesOf(table).filter(({ step }) => step >= '0021');
  const later = new Set([...steps.flatMap(({ defaults }) => Object.keys(defaults ?? {})), 'paid', 'splits', 'settled']);
  const earlier = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([field]) => !later.has(field)));
  return { ...table, derived: earlier(table.derived ?? {}), figuresOf: (row) => earlier(table.figuresOf(row)) };
}

/** Returns books from the last version without accounts, with a sealed log that records every row. */
async function sealedBooks(): Promise<TestApp> {
  const { db, app } = await oldBooks(stepsBefore('-accounts'));
  db.exec(CATALOGS + DOCUMENTS);
  db.exec("insert into seededRows (catalog, key, rowKey) values ('Form990ExpenseLine', '13', '13')");
  const isThere = db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  const isLater = (table: AuditedTable) => upgradesOf(table).some(({ step, defaults }) => step >= '0021' && !defaults);
  const present = (await app.declared(AUDITED_TABLES)).flat().filter((one) => isThere.get(one.table) && !isLater(one));
  const columnsOf = (table: string) =>
    (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
  const tables = present.map(beforeAccounts).map((table) => {
    const there = columnsOf(table.table);
    return { ...table, columns: table.columns.filter((column) => there.includes(column)) };
  });
  recordUpgrade(db, {
    from: SEALED_SINCE - 1,
    at: new Date(AT),
    encryptionKey: app.secrets().encryptionKey,
    tables,
    kept: [],
  });
  db.close();
  return app;
}

const ALL = decode(PaymentQuery, { sort: 'id' });

describe('the upgrade of books without accounts', () => {
  test('puts cash and checks of unreconciled sessions into Undeposited offerings, and no other gifts', async () => {
    const upgraded = await upgrade(await sealedBooks());
    const rows = await upgraded.db
      .selectFrom('givings')
      .select(['accountId', 'sessionId', 'method'])
      .where('accountId', '=', 1)
      .orderBy('id')
      .execute();
    expect(rows.map(({ sessionId, method }) => [sessionId, method])).toEqual([
      [2, 'Cash'],
      [2, 'Check'],
      [3, 'Cash'],
      [3, 'Check'],
    ]);
  });

  test('adds one payment from Checking for each paid expense, and a negative payment for a reversal', async () => {
    const upgraded = await upgrade(await sealedBooks());
    const { items } = await listPayments(upgraded, ALL);
    const checking = { accountName: 'Checking', voidedOn: null };
    expect(items).toMatchObject([
      {
        ...checking,
        id: 1,
        date: '2026-02-10',
        method: 'Check',
        reference: '77',
        items: [{ expenseId: 1, amount: 1000 }],
      },
      { ...checking, id: 2, date: '2026-02-12', items: [{ expenseId: 2, amount: -300 }] },
      { ...checking, id: 3, date: '2026-02-13', method: null, reference: null, items: [{ expenseId: 3, amount: 250 }] },
    ]);
    expect(items).toHaveLength(3);
  });

  test('gives each account the balance that results from the gifts and expenses', async () => {
    const { items } = await listAccounts(await upgrade(await sealedBooks()));
    const received = Method.options.length * 4 * 100;
    expect(Object.fromEntries(items.map(({ name, balance }) => [name, balance]))).toEqual({
      'Undeposited offerings': 400,
      Checking: received - 400 - 1000 + 300 - 250,
      'Petty cash': 0,
      'Accounts payable': 40,
      'Paid, not yet booked': 0,
    });
  });

  test('leaves books that are proven, even after a migrated payment is voided and its expense is paid again', async () => {
    const upgraded = await upgrade(await sealedBooks());
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
    await voidPayment(upgraded, 1, { date: '2026-03-01', reason: 'Lost' });
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, faults: [] });
    await payExpense(upgraded, 1, { paidOn: '2026-03-02', paymentMethod: 'Zelle', paymentReference: null });
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, faults: [] });
  });

  test.each([
    ['update givings set accountId = 2 where accountId = 1 and id = 15', /^Giving 15 has accountId 2/],
    ['update givings set accountId = 1 where id = 1', /^Giving 1 has accountId 1/],
    ["update payments set date = '2026-02-11' where id = 1", /^Payment 1 is not the payment of its expense/],
    ['update payments set accountId = 3 where id = 1', /^Payment 1 is not the payment of its expense/],
    ["update payments set voidedOn = '2026-03-01' where id = 1", /^Expense 1 is marked as paid with 7, but/],
    [
      'update paymentItems set amountMinor = 900 where paymentId = 1',
      /^Expense 1 is marked as paid with 7, but its payments/,
    ],
    ['update paymentItems set expenseId = 4 where paymentId = 3', /^Expense 3 is marked as paid with 2.5, but/],
    [
      'delete from payments where id = 3',
      /^Expense 3 is marked as paid with 2.5, but its payments in the books add up to 0/,
    ],
    [
      `insert into payments (id, date, accountId, madeFor, createdAt, modifiedAt) values (4, '2026-02-14', 2, 4, 'x', 'x');
       insert into paymentItems (paymentId, position, expenseId, amountMinor) values (4, 0, 4, 40)`,
      /^Payment 4 is not the payment of its expense/,
    ],
    ['update accounts set isDefault = 0 where id = 2', /^Account 2 has isDefault false/],
    ["update accounts set kind = 'Loan' where id = 3", /^Account 3 has kind "Loan"/],
  ])(
    'is recorded in the audit log, so that the proof finds a later change made with SQL: %s',
    async (statement, named) => {
      const { isIntact, faults } = await proofAfter(await sealedBooks(), statement);
      expect(isIntact).toBe(false);
      expect(faults.join('\n')).toMatch(new RegExp(named.source, 'm'));
    },
  );
});
