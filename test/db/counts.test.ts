import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { oldDatabase, stepsBefore } from '../support/old-database.ts';

const database = oldDatabase();

test('earlier offerings get the counts that the audit log tells, and one count if it tells nothing', () => {
  database.run(MIGRATIONS.slice(0, stepsBefore('-counts')));
  const db = new Sqlite(database.file);
  const session = db.prepare(
    `insert into offeringSessions (id, date, status, countedBy, countedCashMinor, submittedAt, submittedBy, createdAt, modifiedAt)
    values (?, ?, ?, '["Ann"]', ?, ?, null, '', '')`,
  );
  session.run(1, '2026-10-04', 'Submitted', 50_005, 'T5');
  session.run(2, '2026-10-11', 'Submitted', null, 'T9');
  session.run(3, '2026-10-18', 'Draft', null, null);
  db.exec(`insert into givingCategories (id, name, nameKey, isTaxDeductible, fundId, sortOrder, createdAt, modifiedAt)
    values (1, 'Tithe', 'tithe', 1, 1, 1, '', '');
    insert into givings (date, giftDate, sessionId, categoryId, method, amountMinor, isAnonymous, accountId, source, createdAt, modifiedAt)
    values ('2026-10-04', '2026-10-04', 1, 1, 'Cash', 50005, 0, 1, 'Personal', '', '')`);
  const log = db.prepare(
    `insert into auditLogs (at, action, actorName, entityType, entityId, changes, changesDigest, previousHash, hash)
    values (?, ?, ?, 'OfferingSession', '1', ?, '', '', '')`,
  );
  const note = (at: string, verb: string, by: string, changes: object) =>
    log.run(at, `OfferingSession${verb}`, by, JSON.stringify(changes));
  note('T1', 'Created', 'Ann', { date: [null, '2026-10-04'], countedBy: [null, ['Ann', 'Ben']] });
  note('T2', 'Updated', 'Ann', { countedCash: [null, 900.05], controlTotal: [null, 900.05] });
  note('T3', 'Submitted', 'Ben', { status: ['Draft', 'Submitted'] });
  note('T4', 'Reopened', 'Tess', { status: ['Submitted', 'Draft'], reason: [null, 'A check was missed'] });
  note('T4', 'Updated', 'Tess', {
    countedCash: [900.05, 500.05],
    controlTotal: [900.05, null],
    countedBy: [['Ann', 'Ben'], ['Ann']],
  });
  note('T5', 'Submitted', 'Tess', { status: ['Draft', 'Submitted'] });
  db.close();
  database.run();
  const after = new Sqlite(database.file, { readonly: true });
  const rows = after.prepare<[], { counts: string }>('select counts from offeringSessions order by id').all();
  after.close();
  const open = { submittedBy: null, reopenedAt: null, reopenedBy: null, reopenedByName: null, reason: null };
  const [first, second, third] = rows.map(({ counts }) => JSON.parse(counts) as unknown);
  expect(first).toEqual([
    {
      at: 'T3',
      countedBy: ['Ann', 'Ben'],
      countedCash: 90_005,
      countedChecks: null,
      total: 90_005,
      submittedBy: null,
      submittedByName: 'Ben',
      reopenedAt: 'T4',
      reopenedBy: null,
      reopenedByName: 'Tess',
      reason: 'A check was missed',
    },
    {
      ...open,
      at: 'T5',
      countedBy: ['Ann'],
      countedCash: 50_005,
      countedChecks: null,
      total: 50_005,
      submittedByName: 'Tess',
    },
  ]);
  expect(second).toEqual([
    { ...open, at: 'T9', countedBy: ['Ann'], countedCash: null, countedChecks: null, total: 0, submittedByName: '' },
  ]);
  expect(third).toEqual([]);
});
