import { expect, test } from 'vitest';
import { createUser } from '../../src/features/access/users/service.ts';
import { type Answer, answerClaimed, answerOnce, forgetOldKeys, type KeyUse } from '../../src/http/idempotency.ts';
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

test('an answer is kept for 24 hours, then the key is free again', async () => {
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

test('a claimed call that was refused leaves the key free', async () => {
  const { app, use } = await setUp();
  await expect(answerClaimed(app, use, () => Promise.reject(new Error('no')), same)).rejects.toThrow('no');
  expect(await answerClaimed(app, use, async () => ANSWER, same)).toEqual(ANSWER);
});

test('while a claimed call runs, and after a crash in it, the key says so', async () => {
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

test('a claimed call whose answer could not be kept still answers, and is not done twice', async () => {
  const { app, use } = await setUp();
  const failing = () => {
    throw new Error('disk full');
  };
  expect(await answerClaimed(app, use, async () => ANSWER, failing)).toEqual(ANSWER);
  await expect(answerClaimed(app, use, async () => ANSWER, same)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
});

test('old keys are swept', async () => {
  const { app, use } = await setUp();
  await answerOnce(app, use, async () => ANSWER, same);
  app.setNow('2026-11-20T18:00:00.000Z');
  await forgetOldKeys(app);
  expect(await app.db.selectFrom('idempotencyKeys').selectAll().execute()).toEqual([]);
});
