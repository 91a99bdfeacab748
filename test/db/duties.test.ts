import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { namedReceipts } from '../../src/features/upkeep/backups/queries.ts';
import { AT, oldDatabase, stepsBefore } from '../support/old-database.ts';

const database = oldDatabase();
const { run } = database;
const BEFORE = stepsBefore('-duties');

/**
 * Books in the schema before the migration for the separation of duties. Ann (1) enters expenses, Ben (2) approves
 * them, and Cy (3) has the role finance.
 */
const OLD = `
insert into users (id, email, emailKey, displayName, passwordHash, isActive, mustChangePassword, createdAt, modifiedAt)
  select value, value, value, 'User ' || value, 'x', 1, 0, '${AT}', '${AT}' from json_each('[1, 2, 3]');
insert into ministries (id, name, nameKey, defaultFunctionalClass, sortOrder, createdAt, modifiedAt)
  values (1, 'Worship', 'worship', 'ProgramServices', 1, '${AT}', '${AT}');
insert into form990Lines values ('13', 'Office', '[]', 1);
insert into expenseCategoryGroups (id, name, nameKey, sortOrder, createdAt, modifiedAt)
  values (1, 'Office', 'office', 1, '${AT}', '${AT}');
insert into expenseSubCategories (id, groupId, name, nameKey, form990LineCode, sortOrder, createdAt, modifiedAt)
  values (1, 1, 'Paper', 'paper', '13', 1, '${AT}', '${AT}');
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, submittedBy, editedBy,
    rejectedReason, createdAt, modifiedAt, createdBy)
  values (5, 1, 1, '2026-11-01', 1000, 'Draft', 'Draft', 1, 3, 'Which shop?', '${AT}', '${AT}', 1);
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, bookedOn, submittedBy,
    editedBy, approvedBy, approvedAt, receiptPath, receiptFileName, receiptContentType, receiptSize, receiptSha256,
    createdAt, modifiedAt, createdBy)
  values (6, 1, 1, '2026-11-01', 1000, 'Approved', 'Approved', '2026-11-01', 1, 1, 2, '2026-11-17T00:00:00.000Z',
    '2026/11/a.pdf', 'a.pdf', 'application/pdf', 64, 'abc', '${AT}', '${AT}', 1);
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, bookedOn, submittedBy,
    editedBy, reversalOf, createdAt, modifiedAt)
  values (7, 1, 1, '2026-11-02', -400, 'Reversal', 'Approved', '2026-11-02', 1, null, 6, '${AT}', '${AT}');
insert into expenses (id, subCategoryId, ministryId, expenseDate, amountMinor, description, status, submittedBy,
    createdAt, modifiedAt) values (90, 1, 1, '2026-11-01', 1000, 'Gone', 'Draft', 1, '${AT}', '${AT}');
delete from expenses where id = 90;
insert into auditLogs (id, at, action, actorId, actorName, entityType, entityId, changes, changesDigest, previousHash, hash)
values
  (1, '2026-11-10T00:00:00.000Z', 'ExpenseUpdated', 2, 'Ben', 'Expense', '5', null, '', '', ''),
  (2, '2026-11-11T00:00:00.000Z', 'ExpenseSubmitted', 3, 'Cy', 'Expense', '5', null, '', '', ''),
  (3, '2026-11-12T00:00:00.000Z', 'ExpenseRejected', 2, 'Ben', 'Expense', '5',
    '{"status":["PendingApproval","Draft"],"rejectedReason":[null,"Which shop?"]}', '', '', ''),
  (4, '2026-11-12T00:00:00.000Z', 'ExpenseSubmitted', 3, 'Cy', 'Giving', '5', null, '', '', ''),
  (5, '2026-11-13T00:00:00.000Z', 'ReceiptAttached', 1, 'Ann', 'Expense', '6', null, '', '', ''),
  (6, '2026-11-14T00:00:00.000Z', 'ReceiptAttached', 3, 'Cy', 'Expense', '6', null, '', '', '');
`;

test('the migration for the separation of duties keeps every participant, decision and receipt', () => {
  run(MIGRATIONS.slice(0, BEFORE));
  const old = new Sqlite(database.file);
  old.exec(OLD);
  old.close();
  run();
  const db = new Sqlite(database.file);
  const all = (sql: string) => db.prepare(sql).raw().all();
  expect(all('select expenseId, userId, deed, at from expenseHands order by 1, 2, 3')).toEqual([
    [5, 2, 'Changed', '2026-11-10T00:00:00.000Z'],
    [5, 3, 'Changed', AT],
    [5, 3, 'Submitted', '2026-11-11T00:00:00.000Z'],
    [6, 1, 'Changed', AT],
    // A later migration adds the user who attached a receipt.
    [6, 3, 'Changed', '2026-11-14T00:00:00.000Z'],
  ]);
  expect(all('select expenseId, decision, userId, at, reason from expenseDecisions order by 1')).toEqual([
    [5, 'Rejection', 2, '2026-11-12T00:00:00.000Z', 'Which shop?'],
    [6, 'Approval', 2, '2026-11-17T00:00:00.000Z', null],
  ]);
  expect(all('select expenseId, path, fileName, contentType, size, sha256, addedBy, addedAt from receipts')).toEqual([
    [6, '2026/11/a.pdf', 'a.pdf', 'application/pdf', 64, 'abc', 3, '2026-11-14T00:00:00.000Z'],
  ]);
  expect(all('select id, amountMinor, reversalOf from expenses order by id')).toEqual([
    [5, 1000, null],
    [6, 1000, null],
    [7, -400, 6],
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  // The id of a deleted expense is not reused, and an expense with a reversal cannot be deleted.
  db.pragma('foreign_keys = ON');
  const copy =
    'insert into expenses (subCategoryId, ministryId, expenseDate, amountMinor, description, status, submittedBy, fundId,';
  const { lastInsertRowid } = db
    .prepare(`${copy} createdAt, modifiedAt) values (1, 1, '2026-11-01', 1, 'New', 'Draft', 1, 1, '', '')`)
    .run();
  expect(lastInsertRowid).toBe(91);
  expect(() => db.exec('delete from expenses where id = 6')).toThrow(/FOREIGN KEY/);
  db.close();
});

test('the receipts in a database of the previous version are found, so that a backup before the upgrade includes them', async () => {
  run(MIGRATIONS.slice(0, BEFORE));
  const old = new Sqlite(database.file);
  old.exec(OLD);
  old.close();
  const read = async () => {
    const db = connect(database.file, 'block');
    const found = [];
    for await (const page of namedReceipts(db))
      found.push(...page.map(({ path, size, sha256 }) => [path, size, sha256]));
    await db.destroy();
    return found;
  };
  const before = await read();
  expect(before).toEqual([['2026/11/a.pdf', 64, 'abc']]);
  run();
  expect(await read()).toEqual(before);
});
