import { beforeEach, describe, expect, test } from 'vitest';
import { authenticate, currentUser } from '../../../../src/features/access/auth/service.ts';
import { KeyFields, NewProgramKey } from '../../../../src/features/access/keys/schema.ts';
import {
  endProgramKey,
  getProgramKey,
  listProgramKeys,
  makeKey,
  makeOwnKey,
} from '../../../../src/features/access/keys/service.ts';
import { asPerson } from '../../../../src/features/access/second-factor/as-person.ts';
import { createUser, deactivateUser } from '../../../../src/features/access/users/service.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import type { App } from '../../../../src/app.ts';
import { decode } from '../../../../src/validate.ts';
import { as, NOW, testApp, type TestApp } from '../../../support/app.ts';

const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';

let app: TestApp;
let ann: TestApp;
let userId: number;
beforeEach(async () => {
  app = await testApp();
  const person = { email: EMAIL, displayName: 'Ann', roles: ['secretary' as const], memberId: null };
  userId = (await createUser(app, person, PASSWORD)).user.id;
  ann = as(app, userId, 'secretary');
});

async function make(fields: object = {}, owner: App = ann) {
  const { key, token } = await makeKey(owner, decode(KeyFields, { name: 'Website', ...fields }));
  return { key, token: token ?? '' };
}
const liveIn = (timeZone: string) =>
  putProfile(app, decode(ChurchProfileUpdate, { name: 'Grace', timeZone, locale: 'en-US', aiProvider: 'OpenAI' }));
const countKeys = async () => (await app.db.selectFrom('programKeys').select('id').execute()).length;
const passed = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();

describe('the last day of a key ends at midnight where the church is', () => {
  test.each([
    ['an ordinary day', 'America/Chicago', '2026-11-20', '2026-11-21T06:00:00.000Z'],
    ['the day before the clocks go forward', 'America/Chicago', '2027-03-13', '2027-03-14T06:00:00.000Z'],
    ['the day on which the clocks go forward', 'America/Chicago', '2027-03-14', '2027-03-15T05:00:00.000Z'],
    ['the day on which the clocks go back', 'America/Chicago', '2027-11-07', '2027-11-08T06:00:00.000Z'],
    ['a day that is over earlier than in Greenwich', 'Asia/Taipei', '2026-11-20', '2026-11-20T16:00:00.000Z'],
  ])('%s', async (_which, timeZone, expiresOn, expiresAt) => {
    await liveIn(timeZone);
    expect((await make({ expiresOn })).key.expiresAt).toBe(expiresAt);
  });

  test('and is 90 days after today there, if it was not chosen', async () => {
    await liveIn('Asia/Taipei');
    expect((await make()).key.expiresAt).toBe('2027-02-17T16:00:00.000Z');
  });

  test('and is today at the earliest, and 366 days from today at the latest', async () => {
    await liveIn('Asia/Taipei');
    for (const expiresOn of ['2026-11-19', '2027-11-20']) await expect(make({ expiresOn })).resolves.toBeDefined();
    for (const expiresOn of ['2026-11-18', '2027-11-21']) {
      await expect(make({ expiresOn })).rejects.toMatchObject({ details: { errors: [{ path: 'expiresOn' }] } });
    }
  });
});

describe('a key', () => {
  test('works until the last millisecond of its last day, and then no more', async () => {
    const { key, token } = await make({ expiresOn: '2026-11-20' });
    app.setNow(passed(key.expiresAt, -1));
    const actor = await authenticate(app, token);
    expect(actor).toMatchObject({ kind: 'user', id: userId, roles: [], key: { id: key.id } });
    expect((await getProgramKey(ann, key.id)).state).toBe('Active');
    app.setNow(key.expiresAt);
    expect(await authenticate(app, token)).toBeUndefined();
    expect(actor?.kind === 'user' && (await currentUser(app, actor))).toBeUndefined();
    expect((await getProgramKey(ann, key.id)).state).toBe('Expired');
  });

  test('that has expired stays in the list until it is ended, and then shows when', async () => {
    const { key } = await make({ expiresOn: '2026-11-18' });
    app.setNow(passed(key.expiresAt, 1));
    expect((await listProgramKeys(ann, {})).items).toMatchObject([{ id: key.id, state: 'Expired', endedAt: null }]);
    const ended = { state: 'Ended', endedAt: passed(key.expiresAt, 1) };
    expect(await endProgramKey(ann, key.id)).toMatchObject(ended);
    expect((await listProgramKeys(ann, {})).items).toEqual([]);
    expect((await listProgramKeys(ann, { includeEnded: true })).items).toMatchObject([ended]);
  });

  test('that was ended keeps the time of its end when it is ended again', async () => {
    const { key } = await make();
    await endProgramKey(ann, key.id);
    app.setNow(passed(NOW.toISOString(), 60_000));
    expect((await endProgramKey(ann, key.id)).endedAt).toBe(NOW.toISOString());
  });

  test('may be one of fifty that work, besides those that have expired or were ended', async () => {
    const { key: expired } = await make({ expiresOn: '2026-11-18' });
    app.setNow(passed(expired.expiresAt, 0));
    const { key: ended } = await make();
    await endProgramKey(ann, ended.id);
    for (let count = 0; count < 50; count += 1) await make();
    await expect(make()).rejects.toMatchObject({ code: 'conflict' });
    expect(await countKeys()).toBe(52);
  });

  test('stores its use at most once a minute', async () => {
    const { key, token } = await make();
    const usedAt = async () => {
      await authenticate(app, token);
      await app.background.settled();
      return (await getProgramKey(ann, key.id)).lastUsedAt;
    };
    const first = NOW.toISOString();
    expect(await usedAt()).toBe(first);
    app.setNow(passed(first, 59_999));
    expect(await usedAt()).toBe(first);
    app.setNow(passed(first, 60_000));
    expect(await usedAt()).toBe(passed(first, 60_000));
  });
});

describe('no key is made for an account that is deactivated after its password was checked', () => {
  test('on the command line', async () => {
    const person = await asPerson(app, { email: EMAIL, password: PASSWORD }, async () => '');
    await deactivateUser(app, userId);
    await expect(make({}, person)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await countKeys()).toBe(0);
  });

  test('on the page', async () => {
    const input = decode(NewProgramKey, { name: 'Website', currentPassword: PASSWORD });
    // Runs when the transaction begins, which is after the check of the password.
    const reauthorize = async (inner: App) => {
      await deactivateUser({ ...inner, actor: app.actor }, userId);
      return ann.actor;
    };
    await expect(makeOwnKey({ ...ann, reauthorize }, input)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await countKeys()).toBe(0);
  });
});
