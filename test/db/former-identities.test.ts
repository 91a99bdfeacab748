import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { AT, oldDatabase, stepsBefore } from '../support/old-database.ts';

const database = oldDatabase();

test('earlier merges get the names, numbers and addresses that the audit log still has', () => {
  database.run(MIGRATIONS.slice(0, stepsBefore('-former-identities')));
  const db = new Sqlite(database.file);
  db.exec(`insert into members (id, firstName, lastName, status, createdAt, modifiedAt)
    values (1, 'Alma', 'Norwood', 'Active', '', '')`);
  const merge = db.prepare('insert into memberMerges (memberId, mergedInto, at) values (?, 1, ?)');
  const log = db.prepare(
    `insert into auditLogs (at, action, actorName, entityType, entityId, changes, changesDigest, previousHash, hash)
    values ('', 'MemberMerged', '', 'Member', ?, ?, '', '', '')`,
  );
  for (const id of [2, 3]) merge.run(id, AT);
  const gone = {
    firstName: ['Alma', null],
    lastName: ['Norwood', null],
    externalId: ['777', null],
    mergedInto: [null, 1],
  };
  log.run('2', JSON.stringify({ email: ['alma.work@example.org', null], mergedFrom: [null, 9] }));
  log.run('2', JSON.stringify(gone));
  log.run('3', JSON.stringify({ purged: [null, true] }));
  db.close();
  database.run();
  const after = new Sqlite(database.file, { readonly: true });
  const rows = after.prepare('select * from memberMerges order by memberId').all();
  after.close();
  const nothing = { chineseName: null, offeringNumber: null, email: null };
  expect(rows).toEqual([
    { memberId: 2, mergedInto: 1, at: AT, firstName: 'Alma', lastName: 'Norwood', externalId: '777', ...nothing },
    { memberId: 3, mergedInto: 1, at: AT, firstName: null, lastName: null, externalId: null, ...nothing },
  ]);
});
