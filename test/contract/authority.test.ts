/** A write must fail if its user loses the right to make it while the request body is still arriving. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { readDocument } from '../fuzz/document.ts';
import { request } from '../support/daemon.ts';
import { type HalfSent, sendHalf } from '../support/half-sent.ts';
import { ofx } from './bank-support.ts';
import { type Json, addExpense, done, giving } from './books.ts';
import { TRIES, type Try } from './every-route.ts';
import { openOffice } from './office.ts';
import { handmadeForm, pdf, storedFiles } from './receipt-files.ts';
import { expectProblem, newSignIn, openSession, type SignIn } from './support.ts';

/** These routes work without signing in. */
const PUBLIC = [
  'POST /api/auth/accept-invitation',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/refresh',
  'POST /api/auth/second-factor',
  'POST /api/setup',
  'POST /api/webhooks/line',
];

const office = await openOffice();
afterAll(() => office.shut());
const { url } = office.daemon;

const { operations } = readDocument(JSON.stringify(await done(office.admin.get('/api/openapi.json'))));
const writes = operations.filter(({ method }) => method !== 'GET');

const FILE = Buffer.from(ofx([{ date: '2022-01-04', amount: 20, text: 'A try' }]));

const PASSWORD = { currentPassword: 'Vestry-dev-1' };

/**
 * Requests for the routes that are missing from `TRIES`, because they take neither `If-Match` nor an idempotency key,
 * or need twelve finalized months.
 */
const MORE: Readonly<Record<string, Try>> = {
  'POST /api/events/{month}/looked': { path: { month: '1990-01' } },
  'POST /api/fiscal-years/{year}/close': { path: { year: 1950 }, body: {} },
  'POST /api/fiscal-years/{year}/reopen': { path: { year: 1950 }, body: { reason: 'A try' } },
  'POST /api/accounts/{id}/bank-lines/import': { path: { id: 2 }, body: FILE },
  'POST /api/accounts/{id}/bank-lines/preview': { path: { id: 2 }, body: FILE },
  'POST /api/imports/{import}': { path: { import: 'givings' }, body: FILE },
  'DELETE /api/imports/{import}': { path: { import: 1 } },
  'DELETE /api/auth/sessions/{id}': { path: { id: 1 } },
  'POST /api/ai/suggest-expense-category': { body: { description: 'Lilies for the altar' } },
  'PUT /api/backup-target': { body: {} },
  'POST /api/backup-target/test': {},
  'POST /api/backup-target/send': {},
  'POST /api/backup-target/go': {},
  'POST /api/webhook-endpoints/{id}/test': { path: { id: 1 } },
  'POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/repeat': { path: { id: 1, deliveryId: 1 } },
  'DELETE /api/auth/remembered-devices/{id}': { path: { id: 1 } },
  'POST /api/auth/passkeys/registration-options': { body: PASSWORD },
  'POST /api/auth/passkeys/{id}/remove': { path: { id: 1 }, body: PASSWORD },
  'POST /api/auth/second-factor/authenticator': { body: PASSWORD },
  'POST /api/auth/second-factor/authenticator/confirm': { body: { code: '287082' } },
  'POST /api/auth/second-factor/authenticator/remove': { body: PASSWORD },
  'POST /api/auth/second-factor/recovery-codes': { body: PASSWORD },
  'PUT /api/auth/passkeys/{id}': { path: { id: 1 }, body: { name: 'A try' } },
  'POST /api/auth/change-password': {
    body: { currentPassword: 'Vestry-dev-1', newPassword: 'a long enough password' },
  },
};

const tryOf = async (name: string): Promise<Try> => {
  const made = TRIES[name] ? await TRIES[name](office) : MORE[name];
  if (!made) throw new Error(`There is no request to try for ${name}.`);
  return made;
};

const addressOf = (path: string, { path: values = {} }: Try) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const changes = async (): Promise<number> => (await done(office.admin.get('/api/audit-logs?pageSize=1'))).totalCount;

const asBytes = ({ body }: Try) =>
  Buffer.isBuffer(body) ? { body, type: 'application/pdf' } : { body: Buffer.from(JSON.stringify(body ?? {})) };

type Person = Awaited<ReturnType<typeof newSignIn>>;

const setRoles = ({ id, email }: Person, roles: readonly string[]) =>
  done(office.admin.put(`/api/users/${id}`, { email, displayName: 'Try', roles, memberId: null }));

/**
 * Sends half of a request, takes away the user’s right to make it, and expects that the completed request is refused
 * and changes nothing.
 */
async function expectRefused(
  half: () => Promise<HalfSent>,
  lose: () => Promise<unknown>,
  [status, code]: [number, string],
): Promise<void> {
  const sent = await half();
  await lose();
  const count = await changes();
  const answer = await sent.finish();
  expectProblem(answer, status, code);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(await changes()).toBe(count);
}

describe('each writing route', () => {
  test('is public or is tested in this file', () => {
    const names = writes.map(({ name }) => name);
    expect([...Object.keys(TRIES), ...Object.keys(MORE), ...PUBLIC].toSorted()).toEqual(names.toSorted());
  });

  const signedIn = writes.filter(({ name }) => !PUBLIC.includes(name));
  test.each(signedIn.map((one) => [one.name, one] as const))(
    '%s refuses a user who is deactivated or demoted before the whole body has arrived, and changes nothing',
    async (name, { method, path, permission }) => {
      const person = await newSignIn(url, office.admin.token, ['super_admin']);
      const one = await tryOf(name);
      const half = () => sendHalf(url, method, addressOf(path, one), { token: person.token, ...asBytes(one) });

      if (permission !== 'signed-in') {
        // An auditor may say that they looked at what happened, which changes nothing in the books.
        const demoted = permission === 'reports.read' ? 'member' : 'auditor';
        await expectRefused(half, () => setRoles(person, [demoted]), [403, 'forbidden']);
        await setRoles(person, ['super_admin']);
      }
      const deactivate = () => done(office.admin.post(`/api/users/${person.id}/deactivate`));
      await expectRefused(half, deactivate, [401, 'unauthenticated']);
      if (name in MORE) return;
      // The same request from the administrator succeeds.
      const good = await sendHalf(url, method, addressOf(path, one), { token: office.admin.token, ...asBytes(one) });
      expect((await good.finish()).status).toBeLessThan(300);
    },
  );
});

/** Makes a user lose the sign-in, or the permission that the request needs. */
type Loss = (one: Person & SignIn) => Promise<unknown>;
const LOSSES: readonly (readonly [string, number, Loss])[] = [
  ['deactivated', 401, ({ id }) => done(office.admin.post(`/api/users/${id}/deactivate`))],
  ['demoted', 403, (one) => setRoles(one, ['auditor'])],
  [
    'given a new password by an administrator',
    401,
    ({ id }) => done(office.admin.post(`/api/users/${id}/reset-password`)),
  ],
  ['signed out from another device', 401, endElsewhere],
  [
    'signed out on this device',
    401,
    ({ cookie }) => done(request(url, 'POST', '/api/auth/logout', { headers: { cookie: `app_rt=${cookie}` } })),
  ],
];

async function endElsewhere(one: Person & SignIn): Promise<void> {
  const current = await done(request(url, 'GET', '/api/auth/sessions', { token: one.token }));
  const { id } = current.items.find((item: Json) => item.current);
  const { token } = await openSession(url, one);
  await done(request(url, 'DELETE', `/api/auth/sessions/${id}`, { token }));
}

describe.each(LOSSES)('a user who is %s while the request body is arriving', (_, status, lose) => {
  const code = status === 401 ? 'unauthenticated' : 'forbidden';

  test('creates no super_admin', async () => {
    const one = await newSignIn(url, office.admin.token, ['super_admin']);
    const email = `${randomUUID()}@example.org`;
    const body = Buffer.from(JSON.stringify({ email, displayName: 'Mallory', roles: ['super_admin'] }));
    const headers = { 'idempotency-key': randomUUID() };
    const half = await sendHalf(url, 'POST', '/api/users', { token: one.token, body, headers });
    await lose(one);
    expectProblem(await half.finish(), status, code);
    expect((await done(office.admin.get(`/api/users?search=${email}`))).totalCount).toBe(0);
  });

  test('enters no giving, not even in a transaction with an idempotency key', async () => {
    const one = await newSignIn(url, office.admin.token, ['treasurer']);
    const note = randomUUID();
    const body = Buffer.from(JSON.stringify(giving(office, { date: '2024-05-05', note })));
    const headers = { 'idempotency-key': randomUUID() };
    const half = await sendHalf(url, 'POST', '/api/givings', { token: one.token, body, headers });
    await lose(one);
    expectProblem(await half.finish(), status, code);
    expect((await done(office.admin.get(`/api/givings?search=${note}`))).totalCount).toBe(0);
  });

  test.each([
    ['as the body', (bytes: Buffer) => ({ body: bytes, type: 'application/pdf' })],
    [
      'in a form',
      (bytes: Buffer) => {
        const form = handmadeForm('receipt.pdf', bytes);
        return { body: form.bytes, type: form.headers['content-type'] ?? '' };
      },
    ],
  ])('attaches no receipt that was sent %s, and leaves no file behind', async (_way, wrap) => {
    const one = await newSignIn(url, office.admin.token, ['treasurer']);
    const { id } = await addExpense(office, { expenseDate: '2024-05-05' });
    const before = storedFiles(office);
    const sending = { token: one.token, ...wrap(pdf('half of a receipt', 200_000)) };
    const half = await sendHalf(url, 'PUT', `/api/expenses/${id}/receipt`, sending);
    await lose(one);
    expectProblem(await half.finish(), status, code);
    expect((await done(office.admin.get(`/api/expenses/${id}`))).receipt).toBe(null);
    expect(storedFiles(office)).toEqual(before);
  });
});

test('a user who is demoted while the request body is arriving cannot change the expenses of other people', async () => {
  const one = await newSignIn(url, office.admin.token, ['treasurer']);
  const { id, ...draft } = await addExpense(office, { expenseDate: '2024-05-05' });
  const { subCategoryId, ministryId, expenseDate, amount } = draft;
  const body = Buffer.from(JSON.stringify({ subCategoryId, ministryId, expenseDate, amount, description: 'Mine' }));
  const half = await sendHalf(url, 'PUT', `/api/expenses/${id}`, { token: one.token, body });
  await setRoles(one, ['member']);
  // A plain member has no access to the expenses of others.
  expectProblem(await half.finish(), 404, 'not_found');
  expect(await done(office.admin.get(`/api/expenses/${id}`))).toMatchObject({ description: draft.description });
});
