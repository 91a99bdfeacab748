/** Tests that the audit log records what an upgrade writes into audited tables, so that the log and the books agree. */
import type Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type AuditedTable, AUDITED_TABLES, upgradesOf } from '../../../src/features/audit/audited.ts';
import { storeChanges } from '../../../src/features/audit/chain.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { recordUpgrade, SEALED_SINCE } from '../../../src/features/audit/upgrade-entries.ts';
import { listCategories } from '../../../src/features/giving/categories/service.ts';
import { listFunds } from '../../../src/features/ledger/funds/service.ts';
import { getStatement } from '../../../src/features/reports/statements/service.ts';
import { seed } from '../../../src/features/upkeep/catalogs.ts';
import type { TestApp } from '../../support/app.ts';
import { AT, stepsBefore } from '../../support/old-database.ts';
import { forging, rechain } from './forger.ts';
import { oldBooks, proofAfter, upgrade } from './old-books.ts';

const BEFORE_FUNDS = stepsBefore('-funds');

const CATALOGS = `
insert into users (id, email, emailKey, displayName, passwordHash, isActive, mustChangePassword, createdAt, modifiedAt)
  values (1, 'ann', 'ann', 'Ann', 'x', 1, 0, '${AT}', '${AT}');
insert into ministries (id, name, nameKey, defaultFunctionalClass, sortOrder, createdAt, modifiedAt)
  values (1, 'Worship', 'worship', 'ProgramServices', 1, '${AT}', '${AT}');
insert into form990Lines (code, description, allowedColumns, sortOrder) values ('13', 'Office', '[]', 1);
insert into expenseCategoryGroups (id, name, nameKey, sortOrder, createdAt, modifiedAt)
  values (1, 'Office', 'office', 1, '${AT}', '${AT}');
insert into expenseSubCategories (id, groupId, name, nameKey, form990LineCode, sortOrder, createdAt, modifiedAt)
  values (1, 1, 'Paper', 'paper', '13', 1, '${AT}', '${AT}');
insert into givingCategories (id, name, nameKey, isTaxDeductible, isRestricted, sortOrder, createdAt, modifiedAt)
  select value ->> 0, value ->> 1, lower(value ->> 1), 1, value ->> 2, value ->> 0, '${AT}', '${AT}'
  from json_each('[[1, "Tithe", 0], [2, "World Missions", 1], [3, "General", 1], [4, "General (restricted)", 1]]');
`;

const FIGURES = {
  openingBalance: 0,
  totalGiving: 40_000,
  totalExpenses: 0,
  netChange: 40_000,
  closingBalance: 40_000,
  givingByCategory: [],
  expensesByGroup: [],
  funds: [{ categoryId: 2, name: 'World Missions', opening: 0, giving: 30_000, expenses: 0, closing: 30_000 }],
  unpaid: { amount: 0, count: 0 },
  attendance: { sundays: 0, total: 0, average: 0 },
};

/** Givings in January, expenses in February, and January finalized. The first expense is paid from World Missions. */
const DOCUMENTS = `
insert into givings (id, categoryId, amountMinor, date, method, isAnonymous, giftDate, createdAt, modifiedAt)
  values (1, 2, 30000, '2026-01-04', 'Cash', 0, '2026-01-04', '${AT}', '${AT}'),
    (2, 1, 10000, '2026-01-04', 'Cash', 0, '2026-01-04', '${AT}', '${AT}');
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, bookedOn, submittedBy,
    fundCategoryId, createdAt, modifiedAt)
  values (1, 1, 1, '2026-02-09', 12025, 'Tracts', 'Approved', '2026-02-09', 1, 2, '${AT}', '${AT}'),
    (2, 1, 1, '2026-02-10', 500, 'Paper', 'Approved', '2026-02-10', 1, null, '${AT}', '${AT}');
insert into monthlyStatements (year, month, status, openingBalanceMinor, snapshot, closingBalanceMinor, carriedFrom,
    finalizedAt, createdAt, modifiedAt)
  values (2026, 1, 'Finalized', 0, '${JSON.stringify({ version: 1, figures: FIGURES })}', 40000, null, '${AT}', '${AT}', '${AT}');
`;

/** Returns the description of a table in the last version without funds, or [] if that version lacks the table. */
function beforeFunds(table: AuditedTable): AuditedTable[] {
  // The last version without funds also lacks the tables that later versions added.
  if (table.isNew) return [];
  if (!table.upgrade) return [table];
  if (upgradesOf(table).every(({ defaults }) => !defaults)) return [];
  const later = new Set([
    ...upgradesOf(table).flatMap(({ defaults }) => Object.keys(defaults ?? {})),
    'paid',
    'splits',
    'settled',
  ]);
  const earlier = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([field]) => !later.has(field)));
  const { upgrade: _upgrade, ...rest } = table;
  return [{ ...rest, derived: earlier(table.derived ?? {}), figuresOf: (row) => earlier(table.figuresOf(row)) }];
}

/** Returns books from the last version without funds, with a sealed log that records every row. */
async function sealedBooks(): Promise<TestApp> {
  const { db, app } = await oldBooks(BEFORE_FUNDS);
  db.exec(CATALOGS + DOCUMENTS);
  db.exec(
    "insert into seededRows (catalog, key, rowKey) values ('GivingCategory', 'missions', '2'), ('Form990ExpenseLine', '13', '13')",
  );
  const tables = (await app.declared(AUDITED_TABLES)).flat().flatMap(beforeFunds);
  const { encryptionKey } = app.secrets();
  recordUpgrade(db, { from: SEALED_SINCE - 1, at: new Date(AT), encryptionKey, tables, kept: [] });
  db.close();
  return app;
}

const entriesOf = (app: TestApp, action: string) =>
  forging(app, (db) => db.prepare('select id, changes from auditLogs where action = ?').all(action)) as {
    id: number;
    changes: string;
  }[];

describe('the upgrade of sealed books to funds', () => {
  test('adds a Restricted fund for each restricted category, and gives every category and expense a fund', async () => {
    const upgraded = await upgrade(await sealedBooks());
    const funds = (await listFunds(upgraded)).items;
    expect(funds.map((fund) => [fund.id, fund.name, fund.class])).toEqual([
      [1, 'General', 'General'],
      [2, 'World Missions', 'Restricted'],
      [3, 'General (restricted 3)', 'Restricted'],
      [4, 'General (restricted)', 'Restricted'],
    ]);
    const { items } = await listCategories(upgraded, true);
    expect(items.map(({ name, fundId, isRestricted }) => [name, fundId, isRestricted])).toEqual([
      ['Tithe', 1, false],
      ['World Missions', 2, true],
      ['General', 3, true],
      ['General (restricted)', 4, true],
    ]);
    const expenses = await upgraded.db.selectFrom('expenses').select(['id', 'fundId']).orderBy('id').execute();
    expect(expenses).toEqual([
      { id: 1, fundId: 2 },
      { id: 2, fundId: 1 },
    ]);
  });

  test('does not change the figures of finalized months and of funds', async () => {
    const upgraded = await upgrade(await sealedBooks());
    const january = await getStatement(upgraded, { year: 2026, month: 1 });
    expect(january).toMatchObject({
      ...FIGURES,
      funds: [{ fundId: null, class: null, name: 'World Missions', giving: 30_000, closing: 30_000 }],
    });
    const february = await getStatement(upgraded, { year: 2026, month: 2 });
    expect(february).toMatchObject({ openingBalance: 40_000, totalExpenses: 12_525, closingBalance: 27_475 });
    expect(february.funds.slice(0, 2)).toMatchObject([
      { fundId: 1, opening: 10_000, expenses: 500, closing: 9500 },
      { fundId: 2, opening: 30_000, expenses: 12_025, closing: 17_975 },
    ]);
  });

  test('records the added funds and the rows that use them in the audit log, so that the books agree with the log', async () => {
    const app = await sealedBooks();
    const upgraded = await upgrade(app);
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
    const [entry] = entriesOf(app, 'BooksUpgraded');
    const { rows } = JSON.parse(entry?.changes ?? '{}') as { rows: [null, Record<string, object>] };
    expect(rows[1]).toMatchObject({
      Fund: { 2: { name: 'World Missions', class: 'Restricted', isActive: true, deleted: false } },
      GivingCategory: { 2: { fundId: 2 }, 3: { fundId: 3 }, 4: { fundId: 4 } },
      Expense: { 1: { fundId: 2 } },
    });
    expect(Object.keys(rows[1]['Expense'] ?? {})).toEqual(['1']);
    await upgrade(app);
    expect(entriesOf(app, 'BooksUpgraded')).toHaveLength(1);
  });

  test('leaves the missing catalog funds to seeding, after which the books still agree with the audit log', async () => {
    const upgraded = await upgrade(await sealedBooks());
    await seed(upgraded);
    const names = (await listFunds(upgraded)).items.map(({ name }) => name);
    expect(names.slice(4)).toEqual(['Building Fund', 'Benevolence']);
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, faults: [] });
  });

  test.each([
    ['update expenses set fundId = 1 where id = 1', /^Expense 1 has fundId 1 in the books, but entry 2 .*says 2/],
    ['update expenses set fundId = 2 where id = 2', /^Expense 2 has fundId 2 in the books, but the audit log says 1/],
    ['update givingCategories set fundId = 1 where id = 2', /^GivingCategory 2 has fundId 1 in the books, but entry 2/],
    ['update givingCategories set fundId = 2 where id = 1', /^GivingCategory 1 has fundId 2 in the books/],
    ["update funds set class = 'Designated' where id = 2", /^Fund 2 has class "Designated" in the books, but entry 2/],
    ['delete from funds where id = 3', /^Fund 3 is gone/],
  ])(
    'records the written values in the audit log, so that this change by hand is found: %s',
    async (statement, named) => {
      const { isIntact, faults } = await proofAfter(await sealedBooks(), statement);
      expect(isIntact).toBe(false);
      expect(faults[0]).toMatch(named);
    },
  );
});

describe('the upgrade of unsealed books to funds', () => {
  test('records the fund of an expense in the audit log, even if an unsealed entry already recorded the new expense', async () => {
    const { db, app } = await oldBooks(SEALED_SINCE - 1);
    db.exec(CATALOGS + DOCUMENTS);
    addExpenseEntry(db);
    db.close();
    const upgraded = await upgrade(app);
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
    expect(entriesOf(app, 'BooksUpgraded')).toEqual([]);
    forging(app, (books) => books.exec('update expenses set fundId = 1 where id = 1'));
    const { faults } = await proveBooks(upgraded);
    expect(faults).toEqual(['Expense 1 has fundId 1 in the books, but entry 2 of the audit log says 2.']);
  });
});

/** Adds the audit entry for the creation of expense 1, as the last version without a seal wrote it. */
function addExpenseEntry(db: Sqlite.Database): void {
  const values = {
    amount: 120.25,
    expenseDate: '2026-02-09',
    bookedOn: '2026-02-09',
    status: 'Approved',
    description: 'Tracts',
    subCategoryId: 1,
    ministryId: 1,
    submittedBy: 1,
    fundCategoryId: 2,
  };
  const changes = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [null, value] as const]));
  const { changes: text, changesDigest } = storeChanges([], changes as never);
  db.prepare(
    `insert into auditLogs (id, at, action, actorName, entityType, entityId, changes, changesDigest, previousHash, hash)
      values (1, '${AT}', 'ExpenseCreated', 'system', 'Expense', '1', ?, ?, '', '')`,
  ).run(text, changesDigest);
  rechain(db);
}
