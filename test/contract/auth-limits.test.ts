import { beforeAll, expect, test } from 'vitest';
import { type Answer, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createUser, expectProblem, login, newSignIn, refresh, uniqueEmail } from './support.ts';

// All failures of one address count together, so this file spends its 30 with care and its tests run in this order.
const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

async function fail(email: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await login(daemon.url, email, 'not-the-password'));
  return answers;
}

test('after five failures the sixth sign-in of an e-mail is refused with Retry-After, even with the password', async () => {
  const account = await createUser(daemon.url, admin);
  for (const answer of await fail(account.email, 5)) expectProblem(answer, 401, 'invalid_credentials');
  const refused = await login(daemon.url, account.email, account.password);
  expectProblem(refused, 429, 'too_many_requests');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(refused.headers.getSetCookie()).toEqual([]);
});

test('the failures of one e-mail are counted without regard to case, and another e-mail is not affected', async () => {
  const account = await createUser(daemon.url, admin);
  const other = await createUser(daemon.url, admin);
  await fail(account.email, 3);
  await fail(account.email.toUpperCase(), 2);
  expectProblem(await login(daemon.url, account.email, account.password), 429, 'too_many_requests');
  expect((await login(daemon.url, other.email, other.password)).status).toBe(200);
});

test('a success resets the count of the e-mail', async () => {
  const account = await createUser(daemon.url, admin);
  await fail(account.email, 4);
  expect((await login(daemon.url, account.email, account.password)).status).toBe(200);
  for (const answer of await fail(account.email, 4)) expectProblem(answer, 401, 'invalid_credentials');
  expect((await login(daemon.url, account.email, account.password)).status).toBe(200);
});

test('an unknown e-mail is limited in the same way, so the limit tells nothing', async () => {
  const email = uniqueEmail('nobody');
  for (const answer of await fail(email, 5)) expectProblem(answer, 401, 'invalid_credentials');
  expectProblem(await login(daemon.url, email, 'not-the-password'), 429, 'too_many_requests');
});

test('after thirty failures from one address every sign-in from it is refused, and what is signed in goes on', async () => {
  const account = await createUser(daemon.url, admin);
  const { cookie } = await newSignIn(daemon.url, admin);
  // 23 failures were spent above: 5, 5, 8 and 5.
  for (let spent = 23; spent < 30; spent += 1) {
    expectProblem(await login(daemon.url, uniqueEmail('nobody'), 'x'), 401, 'invalid_credentials');
  }
  const refused = await login(daemon.url, account.email, account.password);
  expectProblem(refused, 429, 'too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refresh(daemon.url, cookie)).status).toBe(200);
});

test('a forwarded address of the client is not believed unless a proxy is trusted', async () => {
  const account = await createUser(daemon.url, admin);
  const answer = await login(daemon.url, account.email, account.password, { 'x-forwarded-for': '203.0.113.9' });
  expectProblem(answer, 429, 'too_many_requests');
});
