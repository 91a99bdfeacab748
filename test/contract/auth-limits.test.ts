import { beforeAll, expect, test } from 'vitest';
import { type Answer, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { codeOf, guardedUser, show } from './second-factor-support.ts';
import { createUser, expectProblem, login, newSignIn, refresh, uniqueEmail } from './support.ts';

// The limit of 30 failures per client address applies to the whole file, so the tests count failures, and their order
// matters.
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

test('after five failures with an e-mail address, the next sign-in is refused, even with the correct password', async () => {
  const account = await createUser(daemon.url, admin);
  for (const answer of await fail(account.email, 5)) expectProblem(answer, 401, 'invalid_credentials');
  const refused = await login(daemon.url, account.email, account.password);
  expectProblem(refused, 429, 'too_many_requests');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(refused.headers.getSetCookie()).toEqual([]);
});

test('failures are counted for each e-mail address, whether it is in upper or lower case', async () => {
  const account = await createUser(daemon.url, admin);
  const other = await createUser(daemon.url, admin);
  await fail(account.email, 3);
  await fail(account.email.toUpperCase(), 2);
  expectProblem(await login(daemon.url, account.email, account.password), 429, 'too_many_requests');
  expect((await login(daemon.url, other.email, other.password)).status).toBe(200);
});

test('a successful sign-in resets the count for the e-mail address', async () => {
  const account = await createUser(daemon.url, admin);
  await fail(account.email, 4);
  expect((await login(daemon.url, account.email, account.password)).status).toBe(200);
  for (const answer of await fail(account.email, 4)) expectProblem(answer, 401, 'invalid_credentials');
  expect((await login(daemon.url, account.email, account.password)).status).toBe(200);
});

test('an unknown e-mail address is limited in the same way, so the limit does not reveal which accounts exist', async () => {
  const email = uniqueEmail('nobody');
  for (const answer of await fail(email, 5)) expectProblem(answer, 401, 'invalid_credentials');
  expectProblem(await login(daemon.url, email, 'not-the-password'), 429, 'too_many_requests');
});

test('failures with an e-mail address that reads like a second factor do not lock the second factor', async () => {
  const user = await guardedUser(daemon.url, admin);
  for (const answer of await fail(`second factor of user ${user.id}`, 5)) {
    expectProblem(answer, 401, 'invalid_credentials');
  }
  const { ticket } = (await login(daemon.url, user.email, user.password)).body;
  expect((await show(daemon.url, { ticket, code: codeOf(user.secret) })).status).toBe(200);
});

test('after thirty failures from one client address, new sign-ins from there are refused, but existing sign-ins continue', async () => {
  const account = await createUser(daemon.url, admin);
  const { cookie } = await newSignIn(daemon.url, admin);
  // The tests above made 28 failures: 5, 5, 8, 5 and 5.
  for (let spent = 28; spent < 30; spent += 1) {
    expectProblem(await login(daemon.url, uniqueEmail('nobody'), 'x'), 401, 'invalid_credentials');
  }
  const refused = await login(daemon.url, account.email, account.password);
  expectProblem(refused, 429, 'too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refresh(daemon.url, cookie)).status).toBe(200);
});

test('the forwarded client address is ignored unless a proxy is trusted', async () => {
  const account = await createUser(daemon.url, admin);
  const answer = await login(daemon.url, account.email, account.password, { 'x-forwarded-for': '203.0.113.9' });
  expectProblem(answer, 429, 'too_many_requests');
});
