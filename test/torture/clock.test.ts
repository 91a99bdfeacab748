/** Tests that time limits still hold and the books stay consistent when the clock jumps. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { verifyAudit } from '../../src/features/audit/verification.ts';
import { authenticate, login, refresh } from '../../src/features/access/auth/service.ts';
import { scheduler } from '../../src/features/upkeep/backups/schedule.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { FirstProfile } from '../../src/features/church/profile/schema.ts';
import { latestDate, setUpProfile, today } from '../../src/features/church/profile/service.ts';
import { finalizeStatement } from '../../src/features/reports/statements/finalize.ts';
import { getStatement, putStatement } from '../../src/features/reports/statements/service.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import { type Answer, answerOnce } from '../../src/http/idempotency.ts';
import { testApp, type TestApp } from '../support/app.ts';

const START = '2026-11-18T18:00:00.000Z';
const YEAR_BACK = '2025-11-18T18:00:00.000Z';
const TEN_YEARS_ON = '2036-11-18T18:00:00.000Z';
const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';
const OVER = { code: 'invalid_refresh_token' };

let app: TestApp;
let userId: number;
beforeEach(async () => {
  app = await testApp();
  await inTransaction(app, (app) =>
    setUpProfile(app, FirstProfile.parse({ name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US' })),
  );
  const { user } = await createUser(
    app,
    { email: EMAIL, displayName: 'Ann', roles: ['treasurer'], memberId: null },
    PASSWORD,
  );
  userId = user.id;
});

const signIn = (password = PASSWORD) => login(app, { email: EMAIL, password }, { userAgent: null });
const give = (date: string) => createGiving(app, NewGiving.parse({ categoryId: 1, amount: 5, date, method: 'Cash' }));

describe('a sign-in', () => {
  test.each([YEAR_BACK, TEN_YEARS_ON])('is possible immediately after the clock jumps to %s', async (instant) => {
    await signIn();
    app.setNow(instant);
    const { access, refreshToken } = await signIn();
    expect(await authenticate(app, access.accessToken)).toMatchObject({ id: userId });
    await expect(refresh(app, refreshToken)).resolves.toBeDefined();
  });

  test('that began while the clock was ten years ahead ends when the clock is corrected', async () => {
    app.setNow(TEN_YEARS_ON);
    const { access, refreshToken } = await signIn();
    expect(await authenticate(app, access.accessToken)).toBeDefined();
    app.setNow(START);
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(OVER);
  });

  test('stays valid after a clock correction of less than a minute, and can be refreshed after a correction of an hour', async () => {
    const { access, refreshToken } = await signIn();
    app.setNow('2026-11-18T17:59:30.000Z');
    expect(await authenticate(app, access.accessToken)).toBeDefined();
    app.setNow('2026-11-18T17:00:00.000Z');
    const next = await refresh(app, refreshToken);
    expect(await authenticate(app, next.access.accessToken)).toBeDefined();
  });

  test('ends when the clock jumps ten years ahead', async () => {
    const { access, refreshToken } = await signIn();
    app.setNow(TEN_YEARS_ON);
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(OVER);
  });

  test('refuses a used refresh token after the clock was set back, and accepts its successor', async () => {
    const { refreshToken } = await signIn();
    const next = await refresh(app, refreshToken);
    app.setNow('2026-11-18T17:00:00.000Z');
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(OVER);
    await expect(refresh(app, next.refreshToken)).resolves.toBeDefined();
  });
});

test.each(['2025-11-18T18:00:00.000Z', '2026-11-18T17:00:00.000Z'])(
  'after too many failed sign-ins the wait is 15 minutes, even if the clock is set to %s',
  async (instant) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(START) });
    onTestFinished(() => void vi.useRealTimers());
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(signIn('a wrong one')).rejects.toMatchObject({ code: 'invalid_credentials' });
    vi.setSystemTime(new Date(instant));
    const refusal = await signIn().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'too_many_requests', details: { retryAfter: 900 } });
  },
);

test('an idempotency key prevents repetition even if the clock is set back, and can be used again after a day', async () => {
  const use = { userId, key: 'k', requestHash: 'h' };
  let calls = 0;
  const answer = async (): Promise<Answer> => ({ status: 201, headers: {}, body: String((calls += 1)) });
  const ask = async () => (await answerOnce(app, use, answer, (fresh) => fresh)).body;
  expect(await ask()).toBe('1');
  app.setNow(YEAR_BACK);
  expect(await ask()).toBe('1');
  app.setNow(START);
  expect(await ask()).toBe('1');
  app.setNow(TEN_YEARS_ON);
  expect(await ask()).toBe('2');
  app.setNow(START);
  expect(await ask()).toBe('2');
});

test('the audit log records actions in the order in which they happen and stays valid, whatever the clock shows', async () => {
  const instants = [START, YEAR_BACK, TEN_YEARS_ON, START, '1970-01-01T12:00:00.000Z', START];
  for (const instant of instants) {
    app.setNow(instant);
    await give('1969-12-01');
  }
  const rows = await app.db
    .selectFrom('auditLogs')
    .select(['id', 'at'])
    .where('action', '=', 'GivingCreated')
    .orderBy('id')
    .execute();
  expect(rows.map(({ at }) => at)).toEqual(instants);
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
});

test('a backup is due once after each jump, even if an earlier backup is dated in the future', async () => {
  const made: string[] = [];
  const look = scheduler(app, async ({ clock }) => void made.push(clock.now().toISOString()));
  for (const instant of [START, TEN_YEARS_ON, START, YEAR_BACK]) {
    app.setNow(instant);
    await look();
  }
  expect(made).toEqual([START, TEN_YEARS_ON, START, YEAR_BACK]);
});

describe('the current day at the church', () => {
  test.each([
    ['America/Chicago', '2026-12-01T05:59:59.999Z', '2026-11-30'],
    ['America/Chicago', '2026-12-01T06:00:00.000Z', '2026-12-01'],
    // On one of these nights the clock skips the hour from 2 to 3 o'clock, and on the other it repeats the hour from 1
    // to 2.
    ['America/Chicago', '2026-03-08T05:59:59.999Z', '2026-03-07'],
    ['America/Chicago', '2026-03-08T08:00:00.000Z', '2026-03-08'],
    ['America/Chicago', '2026-03-09T04:59:59.999Z', '2026-03-08'],
    ['America/Chicago', '2026-11-01T04:59:59.999Z', '2026-10-31'],
    ['America/Chicago', '2026-11-02T05:59:59.999Z', '2026-11-01'],
    ['Asia/Taipei', '2026-11-30T15:59:59.999Z', '2026-11-30'],
    ['Asia/Taipei', '2026-11-30T16:00:00.000Z', '2026-12-01'],
    // In this time zone, the clock skips the first hour of 24 April 2026, so that day has no midnight.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
  ])('in %s at %s is %s, and a gift can be dated at most one day later', async (timeZone, instant, day) => {
    await inTransaction(app, ({ db }) => db.updateTable('churchProfiles').set({ timeZone }).execute());
    app.setNow(instant);
    expect(await today(app)).toBe(day);
    const latest = await latestDate(app);
    await expect(give(latest)).resolves.toBeDefined();
    const beyond = new Date(Date.parse(`${latest}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    await expect(give(beyond)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a month', () => {
  const november = { year: 2026, month: 11 };

  test('is over at midnight in the time zone of the church, not of the computer', async () => {
    app.setNow('2026-12-01T05:59:59.999Z');
    await expect(finalizeStatement(app, november, false)).rejects.toMatchObject({ code: 'period_not_over' });
    app.setNow('2026-12-01T06:00:00.000Z');
    expect(await finalizeStatement(app, november, false)).toMatchObject({ status: 'Finalized' });
  });

  test('that is finalized keeps its status and its figures, whatever the clock shows', async () => {
    app.setNow('2026-12-02T18:00:00.000Z');
    await give('2026-11-30');
    await putStatement(app, november, { openingBalance: null, notes: null });
    const finalized = await finalizeStatement(app, november, false);
    for (const instant of [YEAR_BACK, TEN_YEARS_ON, START]) {
      app.setNow(instant);
      await expect(give('2026-11-18')).rejects.toMatchObject({
        code: expect.stringMatching(/period_finalized|validation/),
      });
      expect(await getStatement(app, november)).toEqual(finalized);
    }
  });
});
