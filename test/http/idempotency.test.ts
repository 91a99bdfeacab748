import { expect, test } from 'vitest';
import { type App, inTransaction } from '../../src/app.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import {
  type Answer,
  answerClaimed,
  answerOnce,
  endOldClaims,
  forgetOldKeys,
  type KeyUse,
} from '../../src/http/idempotency.ts';
import { testApp } from '../support/app.ts';

const ANSWER: Answer = { status: 201, headers: { Location: '/x' }, body: '{"id":1}' };
const same = (answer: Answer) => answer;

async function setUp() {
  const app = await testApp();
  const { user } = await createUser(
    app,
    { email: 'a@example.org', displayName: 'A', roles: ['member'], memberId: null },
    'x',
  );
  const use: KeyUse = { userId: user.id, key: 'k', requestHash: 'h' };
  return { app, use };
}

test('a response is stored for 24 hours, and then its key can be used again', async () => {
  const { app, use } = await setUp();
  let calls = 0;
  const answer = async () => ({ ...ANSWER, body: JSON.stringify((calls += 1)) });
  await answerOnce(app, use, answer, same);
  app.setNow('2026-11-19T17:59:59.000Z');
  expect(await answerOnce(app, use, answer, same)).toMatchObject({
    body: '1',
    headers: { 'Idempotency-Replayed': 'true' },
  });
  app.setNow('2026-11-19T18:00:00.000Z');
  expect(await answerOnce(app, use, answer, same)).toMatchObject({ body: '2' });
});

test('repeating a request whose stored response was erased gets 404 for 24 hours; then its key can be used again', async () => {
  const { app, use } = await setUp();
  await answerOnce(app, use, async () => ANSWER, same);
  await app.db
    .transaction()
    .execute((db) => db.updateTable('idempotencyKeys').set({ headers: null, body: null }).execute());
  app.setNow('2026-11-19T17:59:59.000Z');
  await expect(answerOnce(app, use, async () => ANSWER, same)).rejects.toMatchObject({ code: 'not_found' });
  app.setNow('2026-11-19T18:00:00.000Z');
  expect(await answerOnce(app, use, async () => ({ ...ANSWER, body: '{"id":2}' }), same)).toEqual({
    ...ANSWER,
    body: '{"id":2}',
  });
});

test('a response without a body is replayed without a body', async () => {
  const { app, use } = await setUp();
  const empty: Answer = { status: 204, headers: {}, body: null };
  await answerOnce(app, use, async () => empty, same);
  expect(await answerOnce(app, use, async () => ANSWER, same)).toEqual({
    ...empty,
    headers: { 'Idempotency-Replayed': 'true' },
  });
});

test('a key is refused for a different request for 24 hours, and can then be used again', async () => {
  const { app, use } = await setUp();
  const other = { ...use, requestHash: 'other' };
  await answerOnce(app, use, async () => ANSWER, same);
  app.setNow('2026-11-19T17:59:59.000Z');
  await expect(answerOnce(app, other, async () => ANSWER, same)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  app.setNow('2026-11-19T18:00:00.000Z');
  expect(await answerOnce(app, other, async () => ANSWER, same)).toEqual(ANSWER);
});

test('the key of a claimed call whose response could not be stored can be used again after 24 hours', async () => {
  const { app, use } = await setUp();
  const failing = () => {
    throw new Error('disk full');
  };
  await answerClaimed(app, use, async () => ANSWER, failing);
  app.setNow('2026-11-19T18:00:00.000Z');
  expect(await answerClaimed(app, use, async () => ANSWER, same)).toEqual(ANSWER);
});

test('the same key of another user, and another key of the same user, have their own responses', async () => {
  const { app, use } = await setUp();
  const other = await createUser(
    app,
    { email: 'b@example.org', displayName: 'B', roles: ['member'], memberId: null },
    'x',
  );
  const uses = [use, { ...use, key: 'k2' }, { ...use, userId: other.user.id }];
  const numbered = (n: number) => async () => ({ ...ANSWER, body: String(n) });
  for (const [n, one] of uses.entries()) expect((await answerOnce(app, one, numbered(n), same)).body).toBe(String(n));
  for (const [n, one] of uses.entries()) expect((await answerOnce(app, one, numbered(9), same)).body).toBe(String(n));
  const [first = use, ...rest] = uses.map((one) => ({ ...one, requestHash: 'claimed' }));
  app.setNow('2026-11-20T18:00:00.000Z');
  await expect(answerClaimed(app, first, () => Promise.reject(new Error('no')), same)).rejects.toThrow('no');
  const kept = await app.db.selectFrom('idempotencyKeys').select(['userId', 'key']).orderBy('key').execute();
  expect(kept).toHaveLength(rest.length);
  expect(kept).not.toContainEqual({ userId: use.userId, key: use.key });
});

test('after a claimed call fails, its key can be used again', async () => {
  const { app, use } = await setUp();
  await expect(answerClaimed(app, use, () => Promise.reject(new Error('no')), same)).rejects.toThrow('no');
  expect(await answerClaimed(app, use, async () => ANSWER, same)).toEqual(ANSWER);
});

test('while a claimed call is running, a second call with its key is refused as in progress', async () => {
  const { app, use } = await setUp();
  const during = answerClaimed(
    app,
    use,
    async () => {
      await expect(answerClaimed(app, use, async () => ANSWER, same)).rejects.toMatchObject({
        code: 'idempotency_in_progress',
      });
      return ANSWER;
    },
    same,
  );
  expect(await during).toEqual(ANSWER);
});

test('a claimed call whose response cannot be stored still returns the response, and is not run again', async () => {
  const { app, use } = await setUp();
  const failing = () => {
    throw new Error('disk full');
  };
  expect(await answerClaimed(app, use, async () => ANSWER, failing)).toEqual(ANSWER);
  await expect(answerClaimed(app, use, async () => ANSWER, same)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
});

test('expired keys are deleted', async () => {
  const { app, use } = await setUp();
  await answerOnce(app, use, async () => ANSWER, same);
  app.setNow('2026-11-20T18:00:00.000Z');
  await forgetOldKeys(app);
  expect(await app.db.selectFrom('idempotencyKeys').selectAll().execute()).toEqual([]);
});

test('a key that a crashed process had claimed can be used again at the next start, unless it has a batch', async () => {
  const { app, use } = await setUp();
  const batched: KeyUse = { ...use, key: 'batched' };
  const crash = () => new Promise<Answer>(() => {});
  void answerClaimed(app, use, crash, same);
  await new Promise<void>((resolve) => {
    const send = async (app: App) => {
      await inTransaction(app, async (app) => app.onBatch?.(app, 'b1'));
      resolve();
      return crash();
    };
    void answerClaimed(app, batched, send, same);
  });
  await expect(answerClaimed(app, use, async () => ANSWER, same)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  await endOldClaims(app);
  expect(await answerClaimed(app, use, async () => ANSWER, same)).toEqual(ANSWER);
  await expect(answerClaimed(app, batched, async () => ANSWER, same)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  await answerClaimed(app, { ...use, key: 'done' }, async () => ANSWER, same);
  await endOldClaims(app);
  expect(await answerClaimed(app, { ...use, key: 'done' }, async () => ANSWER, same)).toMatchObject({
    headers: { 'Idempotency-Replayed': 'true' },
  });
});
