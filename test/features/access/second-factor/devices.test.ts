/** Browsers that need no second factor for 30 days, and what becomes of a copy of their cookie. */
import { expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import {
  forgetEveryDevice,
  recognizeDevice,
  rememberDevice,
} from '../../../../src/features/access/second-factor/devices.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { as, testApp } from '../../../support/app.ts';

const PERSON = { email: 'ann@example.org', displayName: 'Ann', roles: ['member' as const], memberId: null };
const DAY_MS = 86_400_000;

async function remembered() {
  const app = await testApp();
  const { id } = (await createUser(app, PERSON, 'correct horse battery')).user;
  const own = as(app, id, 'member');
  const device = { userAgent: 'Firefox/144.0', token: undefined, host: 'localhost' };
  const { token } = await inTransaction(own, (app) => rememberDevice(app, id, device));
  const show = async (shown: string) => {
    const known = await inTransaction(own, (app) => recognizeDevice(app, id, shown));
    return known && (known.device?.token ?? 'known, without a new token');
  };
  const wait = (milliseconds: number) => app.setNow(new Date(app.clock.now().getTime() + milliseconds).toISOString());
  return { own, token, show, wait };
}

test('the token of a browser is replaced at each use', async () => {
  const { token, show, wait } = await remembered();
  wait(60_000);
  const next = (await show(token)) ?? '';
  expect(next).not.toBe(token);
  wait(60_000);
  expect(await show(next)).toMatch(/^[\w-]{22}\.[\w-]{86}$/);
});

test('two tabs may send the same token within ten seconds', async () => {
  const { token, show, wait } = await remembered();
  await show(token);
  wait(9000);
  expect(await show(token)).toBe('known, without a new token');
});

test.each([1, 2, 5])('a browser is forgotten if somebody used a copy of its cookie %d times', async (times) => {
  const { token, show, wait } = await remembered();
  let stolen = token;
  for (let time = 0; time < times; time += 1) stolen = (await show(stolen)) ?? '';
  wait(11_000);
  expect(await show(token), 'the owner is asked again').toBeUndefined();
  expect(await show(stolen), 'and so is the thief').toBeUndefined();
});

test('a token with the right name and a secret of one’s own making ends the browser, and the name alone lets nobody in', async () => {
  const { token, show } = await remembered();
  const [name] = token.split('.');
  expect(await show(`${name}.made-up`)).toBeUndefined();
  expect(await show(token)).toBeUndefined();
});

test('a browser is remembered for 30 days, and no longer', async () => {
  const { token, show, wait } = await remembered();
  wait(30 * DAY_MS - 1000);
  const next = (await show(token)) ?? '';
  wait(1000);
  expect(await show(next)).toBeUndefined();
});

test('all browsers can be forgotten at once', async () => {
  const { own, token, show } = await remembered();
  expect(await inTransaction(own, forgetEveryDevice)).toBe(1);
  expect(await show(token)).toBeUndefined();
});
