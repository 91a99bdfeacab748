import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { record, recordUnderNewKey } from '../../../src/features/audit/service.ts';
import { verifyAudit, verifyChain } from '../../../src/features/audit/verification.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { forging, rechain } from './forger.ts';

const fact = { action: 'Tried', entityType: 'Test', entityId: 1 };
const go = (app: TestApp) => inTransaction(app, (app) => record(app, fact));

test('the audit log of new books begins with an AuditBaseline entry and is sealed', async () => {
  const app = await testApp();
  const first = await app.db.selectFrom('auditLogs').selectAll().orderBy('id').executeTakeFirst();
  expect(first).toMatchObject({ id: 1, action: 'AuditBaseline', actorName: 'system' });
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true, authentication: 'authenticated' });
});

test('the seal reveals a log whose hashes were all recomputed, even after more entries were written', async () => {
  const app = await testApp();
  await addMember(app, {});
  forging(app, (db) => {
    db.prepare("update auditLogs set actorName = 'somebody else' where id = 3").run();
    rechain(db);
  });
  const broken = { isIntact: false, authentication: 'broken', firstBadId: null };
  expect(await verifyAudit(app)).toMatchObject(broken);
  await go(app);
  expect(await verifyAudit(app)).toMatchObject(broken);
});

test('a log without its seal is broken', async () => {
  const app = await testApp();
  forging(app, (db) => db.prepare("update auditHead set seal = ''").run());
  await go(app);
  expect(await verifyAudit(app)).toMatchObject({ isIntact: false, authentication: 'broken' });
});

test('the seal reveals that the last entries were cut off, even if the head was moved to the new end', async () => {
  const app = await testApp();
  await addMember(app, {});
  forging(app, (db) => {
    db.prepare('delete from auditLogs where id = (select max(id) from auditLogs)').run();
    rechain(db);
  });
  expect(await verifyAudit(app)).toMatchObject({ isIntact: false, authentication: 'broken' });
});

test('every column of an entry is part of its hash', async () => {
  const app = await testApp();
  await addMember(app, {});
  await go(app);
  const row = await app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'MemberCreated').executeTakeFirst();
  const others = { actorId: 7, ipAddress: '192.0.2.1', requestId: 'other', withheldDigest: 'a', withheldSalt: 'a' };
  for (const column of Object.keys(row ?? {})) {
    if (column === 'id') continue;
    forging(app, (db) => {
      const other = (others as Record<string, string | number>)[column] ?? 'other';
      db.prepare(`update auditLogs set ${column} = ? where id = ?`).run(other, row?.id);
    });
    expect(await verifyAudit(app), column).toMatchObject({ isIntact: false, firstBadId: row?.id });
    forging(app, (db) =>
      db.prepare(`update auditLogs set ${column} = ? where id = ?`).run(row?.[column as never], row?.id),
    );
  }
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
});

test('a log is unverified without its key, and broken with another key until it is sealed with that key', async () => {
  const app = await testApp();
  const before = await verifyAudit(app);
  const other = { ...app.secrets(), encryptionKey: new Uint8Array(32).fill(7) };
  expect(await verifyChain(app.db, { isOwn: false, declared: app.declared })).toMatchObject({
    isIntact: true,
    authentication: 'key unknown',
  });
  expect(
    await verifyChain(app.db, { encryptionKey: other.encryptionKey, isOwn: true, declared: app.declared }),
  ).toMatchObject({
    isIntact: false,
    authentication: 'broken',
  });
  const renewed = { ...app, secrets: () => other };
  await inTransaction(renewed, (app) => recordUnderNewKey(app, { ...fact, action: 'SecretsReplaced' }));
  expect(await verifyAudit(renewed)).toMatchObject({ isIntact: true, authentication: 'authenticated' });
  const last = await app.db.selectFrom('auditLogs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const headBefore = [null, `${before.entries}:${before.lastHash}`];
  expect(JSON.parse(last.changes ?? '')).toEqual({ headBefore, kept: [null, expect.anything()] });
});
