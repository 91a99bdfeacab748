import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { chainHash, storeChanges } from '../../../src/features/audit/chain.ts';
import { record } from '../../../src/features/audit/service.ts';
import { createMember, updateMember } from '../../../src/features/people/members/service.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { sha256Hex } from '../../../src/lib/secret.ts';
import { decode } from '../../../src/validate.ts';
import { testApp } from '../../support/app.ts';

const newMember = (fields: object) => decode(NewMember, { firstName: 'Ann', lastName: 'Lee', ...fields });

test('each audit entry contains the hash of the previous entry, and the head has the hash of the last entry', async () => {
  const app = await testApp();
  const member = await createMember(app, newMember({}));
  await updateMember(app, member.id, newMember({ nickname: 'Annie' }));
  const rows = await app.db.selectFrom('auditLogs').selectAll().orderBy('id').execute();
  let previous = '';
  for (const [index, row] of rows.entries()) {
    expect(row.id).toBe(index + 1);
    expect(row.previousHash).toBe(previous);
    expect(row.changesDigest).toBe(sha256Hex(row.changes ?? ''));
    expect(row.hash).toBe(chainHash(row.id, row, previous));
    previous = row.hash;
  }
  const head = await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
  expect(head).toMatchObject({ id: 1, entries: rows.length, lastHash: previous });
});

test('an update records each changed field with its old and new value, and no other field', async () => {
  const app = await testApp();
  const member = await createMember(app, newMember({ email: 'ann@example.org' }));
  await updateMember(app, member.id, newMember({ nickname: 'Annie', email: 'ann@example.org' }));
  const last = await app.db.selectFrom('auditLogs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(last).toMatchObject({ action: 'MemberUpdated', entityType: 'Member', entityId: String(member.id) });
  expect(JSON.parse(last.changes ?? '')).toEqual({ nickname: [null, 'Annie'] });
});

test('an entry that changed no field has the same digest as one without changes', () => {
  const none = { changes: null, withheldSalt: null, withheldDigest: null, changesDigest: sha256Hex('') };
  expect(storeChanges(['name'], undefined)).toEqual(none);
  expect(storeChanges(['name'], {})).toEqual(none);
});

test('an action whose transaction fails leaves no audit entry', async () => {
  const app = await testApp();
  const before = await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
  const failing = inTransaction(app, async (app) => {
    await record(app, { action: 'MemberCreated', entityType: 'Member', entityId: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await app.db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow()).toEqual(before);
});

test('recording an action outside a transaction throws', async () => {
  const app = await testApp();
  await expect(record(app, { action: 'X', entityType: 'Y', entityId: 1 })).rejects.toThrow('transaction');
});
