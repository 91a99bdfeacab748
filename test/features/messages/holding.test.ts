import { beforeEach, expect, test } from 'vitest';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { createMember } from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { NOW, testApp, type TestApp } from '../../support/app.ts';

const AT = NOW.toISOString();
const BATCH = '6f1f3c1e-6f0c-4a55-9a40-0d5b8f6d5c11';

let app: TestApp;
let mei: number;
let bo: number;
beforeEach(async () => {
  app = await testApp();
  const add = async (firstName: string) =>
    (await createMember(app, decode(NewMember, { firstName, lastName: 'Lin', email: 'mei@example.org' }))).id;
  [mei, bo] = [await add('Mei'), await add('Bo')];
  await app.db.transaction().execute(async (db) => {
    const batch = {
      id: BATCH,
      channel: 'Email' as const,
      kind: 'Message' as const,
      content: '{"body":"Dear Mei"}',
      skipped: '[]',
      createdAt: AT,
    };
    await db
      .insertInto('notificationBatches')
      .values({ ...batch, createdByName: 'test' })
      .execute();
    const row = { batchId: BATCH, channel: 'Email' as const };
    await db
      .insertInto('notificationLogs')
      .values([
        { ...row, memberId: mei, recipient: 'mei@example.org', state: 'sent', sentAt: AT, error: null },
        {
          ...row,
          memberId: mei,
          recipient: 'mei@example.org',
          state: 'failed',
          sentAt: AT,
          error: 'no mei@example.org',
        },
        { ...row, memberId: mei, recipient: 'mei@example.org', state: 'pending', sentAt: null, error: null },
        { ...row, memberId: bo, recipient: 'bo@example.org', state: 'pending', sentAt: null, error: null },
      ])
      .execute();
  });
});

const rows = () => app.db.selectFrom('notificationLogs').selectAll().orderBy('id').execute();

test('a merge moves the messages of the removed member to the surviving member', async () => {
  await mergeMember(app, mei, { into: bo, confirm: true });
  expect((await rows()).map(({ memberId }) => memberId)).toEqual([bo, bo, bo, bo]);
});

test('a purge keeps the record of each message but erases the recipient, and cancels the messages not yet sent', async () => {
  await purgeMember(app, mei, true);
  const all = await rows();
  expect(JSON.stringify(all)).not.toContain('mei@');
  expect(all.map(({ memberId, recipient, state }) => [memberId, recipient, state])).toEqual([
    [null, '(erased)', 'sent'],
    [null, '(erased)', 'failed'],
    [null, '(erased)', 'failed'],
    [bo, 'bo@example.org', 'pending'],
  ]);
});

test('a purge erases unlinked messages to the member’s address, but not messages linked to another member', async () => {
  await app.db.transaction().execute(async (db) => {
    const row = {
      batchId: BATCH,
      channel: 'Email' as const,
      recipient: 'Mei@Example.org',
      state: 'sent' as const,
      sentAt: AT,
    };
    await db
      .insertInto('notificationLogs')
      .values([row, { ...row, memberId: bo }, { ...row, recipient: 'x@example.org' }])
      .execute();
  });
  await purgeMember(app, mei, true);
  expect((await rows()).slice(-3).map(({ recipient }) => recipient)).toEqual([
    '(erased)',
    'Mei@Example.org',
    'x@example.org',
  ]);
});

test('a purge erases stored responses that name the person, and texts that were sent only to the person', async () => {
  const other = '7f1f3c1e-6f0c-4a55-9a40-0d5b8f6d5c12';
  await app.db.transaction().execute(async (db) => {
    const { id, ...batch } = await db.selectFrom('notificationBatches').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('notificationBatches')
      .values({ ...batch, id: other, subject: 'Dear Mei' })
      .execute();
    const row = { batchId: other, channel: 'Email' as const, recipient: 'mei@example.org', subject: 'Dear Mei' };
    await db
      .insertInto('notificationLogs')
      .values({ ...row, memberId: mei, state: 'sent', sentAt: AT })
      .execute();
    await db
      .insertInto('users')
      .values({
        id: 1,
        email: 'a',
        emailKey: 'a',
        displayName: 'A',
        passwordHash: 'x',
        mustChangePassword: 0,
        isActive: 1,
        createdAt: AT,
        modifiedAt: AT,
      })
      .execute();
    const key = { userId: 1, requestHash: 'x', state: 'done' as const, status: 200, headers: '{}', createdAt: AT };
    const body = JSON.stringify({ batchId: id, results: [{ recipient: 'mei@example.org', memberId: mei }] });
    await db
      .insertInto('idempotencyKeys')
      .values([
        { ...key, key: 'k1', batchId: id, body },
        { ...key, key: 'k2', body: '{"kept":true}', subjects: '[]' },
      ])
      .execute();
  });
  await purgeMember(app, mei, true);
  const keys = await app.db.selectFrom('idempotencyKeys').selectAll().orderBy('key').execute();
  expect(keys.map(({ body }) => body)).toEqual([null, '{"kept":true}']);
  const batches = await app.db.selectFrom('notificationBatches').selectAll().orderBy('id').execute();
  // The first batch was also sent to Bo.
  expect(batches.map(({ id, content }) => [id, content])).toEqual([
    [BATCH, '{"body":"Dear Mei"}'],
    [other, '{}'],
  ]);
  expect(JSON.stringify([batches[1], (await rows()).filter(({ batchId }) => batchId === other)])).not.toContain('Mei');
});
