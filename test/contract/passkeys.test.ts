import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request, signIn } from '../support/daemon.ts';
import { softwarePasskey } from '../support/passkey.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { codeOf, setUpApp, show } from './second-factor-support.ts';
import { expectBadFields, expectProblem, login, newSignIn, rawRequest, refreshCookie } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
let origin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({ origin } = new URL(daemon.url));
});

type Person = Awaited<ReturnType<typeof newSignIn>>;
type Passkey = ReturnType<typeof softwarePasskey>;

const send = (path: string, body: object, headers: Record<string, string> = {}, token?: string): Promise<Answer> =>
  request(daemon.url, 'POST', path, { body, headers: { origin, ...headers }, ...(token && { token }) });

/** Sends a request from a page that was opened at this origin. */
const sendFrom = (page: string, path: string, body: object): Promise<Answer> =>
  rawRequest(daemon.url, path, {
    method: 'POST',
    headers: { host: new URL(page).host, origin: page, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const registrationOptions = ({ token, password }: Person, headers = {}) =>
  send('/api/auth/passkeys/registration-options', { currentPassword: password }, headers, token);

async function register(person: Person, passkey: Passkey, page = origin): Promise<Answer> {
  const { body } = await registrationOptions(person);
  const credential = passkey.create({ options: body.options, origin: page });
  return send('/api/auth/passkeys', { ticket: body.ticket, name: 'Phone', credential }, {}, person.token);
}

async function signInWith(passkey: Passkey, page = origin): Promise<Answer> {
  const { body } = await send('/api/auth/passkeys/options', {});
  const credential = passkey.get({ options: body.options, origin: page });
  return send('/api/auth/passkeys/sign-in', { ticket: body.ticket, credential });
}

async function withPasskey(options = {}): Promise<Person & { passkey: Passkey; added: Answer }> {
  const person = await newSignIn(daemon.url, admin);
  const passkey = softwarePasskey(options);
  return { ...person, passkey, added: await register(person, passkey) };
}

describe('a passkey', () => {
  test('is added with the password, brings recovery codes once, and is listed', async () => {
    const { added, passkey, ...person } = await withPasskey();
    expect(added.status).toBe(201);
    expect(added.headers.get('location')).toBe(`/api/auth/passkeys/${added.body.passkey.id}`);
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(added.body.passkey).toMatchObject({ name: 'Phone', host: 'localhost', lastUsedAt: null });
    const second = await register(person, softwarePasskey());
    expect(second.body.recoveryCodes).toBeNull();
    const own = await request(daemon.url, 'GET', '/api/auth/second-factor', { token: person.token });
    expect(own.body).toMatchObject({ state: 'SetUp', authenticator: null, passkeys: [{}, {}] });
    expect(JSON.stringify(own.body)).not.toContain(passkey.credentialId);
  });

  test('is asked for by options that name the church and this host, and the passkeys that are there', async () => {
    const person = await withPasskey();
    const { body } = await registrationOptions(person);
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: expect.stringMatching(/\S/) },
      user: { name: person.email },
      attestation: 'none',
      excludeCredentials: [{ id: person.passkey.credentialId }],
    });
    expect(Buffer.from(body.options.challenge, 'base64url')).toHaveLength(32);
    const handle = Buffer.from(body.options.user.id, 'base64url').toString('latin1');
    expect(handle).not.toContain(person.email);
  });

  test('needs the current password', async () => {
    const person = await newSignIn(daemon.url, admin);
    expectBadFields(await registrationOptions({ ...person, password: 'not this one' }), ['currentPassword']);
  });

  test('signs its owner in without a password, and the log says so', async () => {
    const { passkey, id } = await withPasskey();
    const answer = await signInWith(passkey);
    expect(answer.status).toBe(200);
    expect(answer.body.user.id).toBe(id);
    expect(refreshCookie(answer).value).toMatch(/^[\w-]{86}$/);
    const log = await request(daemon.url, 'GET', `/api/audit-logs?entityId=${id}&action=SignedIn&sort=-id`, {
      token: admin,
    });
    expect(log.body.items[0].changes).toEqual({ secondFactor: [null, 'Passkey'] });
  });

  test('is a second factor after the password', async () => {
    const { passkey, email, password } = await withPasskey();
    const asked = await login(daemon.url, email, password, { origin });
    expectProblem(asked, 401, 'second_factor_required');
    expect(asked.body.methods).toEqual(['RecoveryCode', 'Passkey']);
    const { body } = await send('/api/auth/passkeys/options', { ticket: asked.body.ticket });
    expect(body.options.allowCredentials).toMatchObject([{ id: passkey.credentialId }]);
    const credential = passkey.get({ options: body.options, origin });
    expect((await send('/api/auth/second-factor', { ticket: body.ticket, passkey: credential })).status).toBe(200);
  });

  test('that does not verify the person is a second factor, but no sign-in of its own', async () => {
    const { passkey, email, password } = await withPasskey({ verifies: false });
    expectProblem(await signInWith(passkey), 401, 'invalid_second_factor');
    const asked = await login(daemon.url, email, password, { origin });
    const { body } = await send('/api/auth/passkeys/options', { ticket: asked.body.ticket });
    const credential = passkey.get({ options: body.options, origin });
    expect((await send('/api/auth/second-factor', { ticket: body.ticket, passkey: credential })).status).toBe(200);
  });

  test('is renamed and removed by its owner only', async () => {
    const person = await withPasskey();
    const other = await newSignIn(daemon.url, admin);
    const at = `/api/auth/passkeys/${person.added.body.passkey.id}`;
    const put = (token: string) => request(daemon.url, 'PUT', at, { token, body: { name: 'Old phone' } });
    expectProblem(await put(other.token), 404, 'not_found');
    expect((await put(person.token)).body).toMatchObject({ name: 'Old phone' });
    const remove = ({ token, password }: Person) => send(`${at}/remove`, { currentPassword: password }, {}, token);
    expectProblem(await remove(other), 404, 'not_found');
    expectBadFields(await remove({ ...person, password: 'not this one' }), ['currentPassword']);
    expect((await remove(person)).status).toBe(204);
    expectProblem(await signInWith(person.passkey), 401, 'invalid_second_factor');
    expect((await login(daemon.url, person.email, person.password)).status).toBe(200);
  });
});

describe('a passkey is refused', () => {
  test('when a page of another origin made it or used it', async () => {
    const person = await newSignIn(daemon.url, admin);
    for (const page of ['https://localhost.example', 'https://bank.example', 'http://localhost:1']) {
      expectProblem(await register(person, softwarePasskey(), page), 401, 'invalid_second_factor');
    }
    const passkey = softwarePasskey();
    await register(person, passkey);
    for (const page of ['https://localhost.example', 'https://bank.example', 'http://localhost:1']) {
      expectProblem(await signInWith(passkey, page), 401, 'invalid_second_factor');
    }
  });

  test('when a foreign website asks for the options', async () => {
    const foreign = { origin: 'https://bank.example' };
    expectProblem(await send('/api/auth/passkeys/options', {}, foreign), 403, 'forbidden');
    const person = await newSignIn(daemon.url, admin);
    expectProblem(await registrationOptions(person, foreign), 403, 'forbidden');
  });

  test('on a page that was opened with an IP address, with a sentence that says so', async () => {
    for (const page of ['http://127.0.0.1:8990', 'http://[::1]:8990', 'http://192.168.1.20:8990']) {
      expectProblem(await sendFrom(page, '/api/auth/passkeys/options', {}), 409, 'no_passkey_here');
    }
  });

  test('when its answer is shown a second time, or belongs to another challenge', async () => {
    const { passkey } = await withPasskey();
    const { body } = await send('/api/auth/passkeys/options', {});
    const credential = passkey.get({ options: body.options, origin });
    expect((await send('/api/auth/passkeys/sign-in', { ticket: body.ticket, credential })).status).toBe(200);
    expect((await send('/api/auth/passkeys/sign-in', { ticket: body.ticket, credential })).status).toBe(401);
    const other = await send('/api/auth/passkeys/options', {});
    const replay = await send('/api/auth/passkeys/sign-in', { ticket: other.body.ticket, credential });
    expectProblem(replay, 401, 'invalid_second_factor');
  });

  test('when its count of signatures shows a copy', async () => {
    const { passkey } = await withPasskey();
    expect((await signInWith(passkey)).status).toBe(200);
    expect((await signInWith(passkey)).status).toBe(200);
    passkey.rewind();
    expectProblem(await signInWith(passkey), 401, 'invalid_second_factor');
  });

  test('when it is not known, or its account is deactivated', async () => {
    expectProblem(await signInWith(softwarePasskey()), 401, 'invalid_second_factor');
    const { passkey, id } = await withPasskey();
    await request(daemon.url, 'POST', `/api/users/${id}/deactivate`, { token: admin });
    expectProblem(await signInWith(passkey), 401, 'invalid_second_factor');
  });

  test('as the second factor of somebody else', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const asked = await login(daemon.url, one.email, one.password, { origin });
    const { body } = await send('/api/auth/passkeys/options', { ticket: asked.body.ticket });
    const credential = other.passkey.get({ options: body.options, origin });
    expectProblem(
      await send('/api/auth/second-factor', { ticket: body.ticket, passkey: credential }),
      401,
      'invalid_second_factor',
    );
  });

  test('when the ticket was made for somebody else, or for another step', async () => {
    const [one, other] = [await newSignIn(daemon.url, admin), await newSignIn(daemon.url, admin)];
    const { body } = await registrationOptions(one);
    const passkey = softwarePasskey();
    const credential = passkey.create({ options: body.options, origin });
    const made = { ticket: body.ticket, name: 'Phone', credential };
    expectProblem(await send('/api/auth/passkeys', made, {}, other.token), 401, 'invalid_ticket');
    const signing = await send('/api/auth/passkeys/options', {});
    const wrong = { ...made, ticket: signing.body.ticket };
    expectProblem(await send('/api/auth/passkeys', wrong, {}, one.token), 401, 'invalid_ticket');
    expect((await send('/api/auth/passkeys', made, {}, one.token)).status).toBe(201);
    expectProblem(await send('/api/auth/passkeys', made, {}, one.token), 401, 'invalid_ticket');
  });

  test('with a body that is no answer of a browser', async () => {
    const { body } = await send('/api/auth/passkeys/options', {});
    const { ticket } = body;
    expectBadFields(await send('/api/auth/passkeys/sign-in', { ticket, credential: { id: 'x' } }), [
      'credential.rawId',
      'credential.type',
      'credential.response',
    ]);
    const { passkey } = await withPasskey();
    const credential = { id: passkey.credentialId, rawId: 'x', type: 'public-key', response: { clientDataJSON: 7 } };
    expectProblem(await send('/api/auth/passkeys/sign-in', { ticket, credential }), 401, 'invalid_second_factor');
  });
});

test('an account with an app and a passkey signs in with either', async () => {
  const person = await withPasskey();
  const { secret } = await setUpApp(daemon.url, person);
  const asked = await login(daemon.url, person.email, person.password, { origin });
  expect(asked.body.methods).toEqual(['Code', 'RecoveryCode', 'Passkey']);
  expect((await show(daemon.url, { ticket: asked.body.ticket, code: codeOf(secret) })).status).toBe(200);
  expect((await signInWith(person.passkey)).status).toBe(200);
});

test('a passkey of another host is no way to sign in here, but the account still needs a second factor', async () => {
  const person = await withPasskey();
  const { email, password } = person;
  const asked = await sendFrom('http://church.local:8990', '/api/auth/login', { email, password });
  expectProblem(asked, 401, 'second_factor_required');
  expect(asked.body.methods).toEqual(['RecoveryCode']);
});

test('a passkey of another host protects the account here, too, when no recovery codes are left', async () => {
  const person = await withPasskey();
  const { email, password, added } = person;
  for (const recoveryCode of added.body.recoveryCodes) {
    const asked = await login(daemon.url, email, password);
    expect((await show(daemon.url, { ticket: asked.body.ticket, recoveryCode })).status).toBe(200);
  }
  for (const page of ['http://church.local:8990', 'http://x']) {
    const asked = await sendFrom(page, '/api/auth/login', { email, password });
    expectProblem(asked, 401, 'second_factor_required');
    expect(asked.body.methods).toEqual([]);
  }
});

test('a passkey cannot answer the ticket of the password, which has no challenge', async () => {
  const { passkey, email, password } = await withPasskey();
  const asked = await login(daemon.url, email, password);
  const { body } = await send('/api/auth/passkeys/options', { ticket: asked.body.ticket });
  const credential = passkey.get({ options: body.options, origin });
  const refused = await send('/api/auth/second-factor', { ticket: asked.body.ticket, passkey: credential });
  expectProblem(refused, 401, 'invalid_ticket');
});

test('a new passkey ends the other sign-ins, which somebody else may have', async () => {
  const person = await newSignIn(daemon.url, admin);
  const other = await login(daemon.url, person.email, person.password);
  expect((await register(person, softwarePasskey())).status).toBe(201);
  const me = (token: string) => request(daemon.url, 'GET', '/api/auth/me', { token });
  expectProblem(await me(other.body.accessToken), 401, 'unauthenticated');
  expect((await me(person.token)).status).toBe(200);
});
