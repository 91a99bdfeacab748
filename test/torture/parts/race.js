/**
 * Fifty clients want the same thing at the same moment, in some races together with commands. Exactly one must succeed,
 * and all others must get the documented refusal.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readBooks } from '../books.js';
import { call, signIn } from '../call.js';

const ROUNDS = 10;
const CLIENTS = 50;
/** The number of clients with `--rounds 1`. Hashing the passwords of fifty accounts would take too long. */
const FEW_CLIENTS = 16;
const COMMANDS = 3;
const SECRET = 'a-channel-secret-for-the-torture';
const LOOK_MS = 50;
const LOOKS = 400;

export async function torturePart({ place, findings, rounds = ROUNDS }) {
  const line = await fakeLine(place);
  const directory = place.directory();
  const env = {
    VESTRY_LINE_CHANNEL_SECRET: SECRET,
    VESTRY_LINE_CHANNEL_ACCESS_TOKEN: 'a-channel-access-token',
    VESTRY_LINE_API_BASE: line,
  };
  const service = place.service(directory, { env });
  const port = await service.ready;
  for (let round = 0; round < rounds; round += 1) {
    const { token, cookie } = await signIn(port);
    const clients = rounds > 1 ? CLIENTS : FEW_CLIENTS;
    const race = new Race({ place, findings, port, token, cookie, directory, round, clients });
    for (const run of RACES) await run(race);
    findings.count('rounds');
  }
  const { code } = await service.stop();
  findings.expect(code === 0, `the service ended with ${code}`);
  for (const fault of readBooks(directory).faults) findings.complain(fault);
}

/** Starts a fake LINE server that accepts every message. */
async function fakeLine(place) {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  place.atEnd(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

class Race {
  constructor(fields) {
    Object.assign(this, fields);
  }

  ask(method, path, options) {
    return call(this.port, method, path, { token: this.token, ...options });
  }

  /** Sends a request that prepares a race. Throws if the request is refused. */
  async made(method, path, options) {
    const answer = await this.ask(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  }

  /** Sends all requests at once and returns the responses. */
  all(ask) {
    return Promise.all(Array.from({ length: this.clients }, (_, index) => ask(index)));
  }

  /** Runs the same command several times at once and returns the outcomes. */
  commands(args) {
    const run = () => this.place.vestry([...args, '--data-dir', this.directory]).ended;
    return Promise.all(Array.from({ length: COMMANDS }, run));
  }

  /** Checks that exactly one attempt succeeded, and that all other responses are the refusal `lost`. */
  expectOneOf(what, answers, { won, lost, alsoWon = 0 }) {
    const winners = answers.filter(({ status }) => status === won).length;
    const odd = answers.find(({ status, body }) => status !== won && `${status} ${body?.code}` !== lost);
    this.findings.expect(winners + alsoWon === 1, `${what}: ${winners + alsoWon} of ${this.clients} won`);
    this.findings.expect(!odd, `${what}: one answered ${odd?.status} ${JSON.stringify(odd?.body)}`);
    this.findings.count('races');
  }
}

const gift = { categoryId: 1, amount: 12.5, method: 'Cash' };
const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-03-02', amount: 8, description: 'Candles' };

/** Returns a different date for each round. */
const dayOf = ({ round }) => new Date(Date.UTC(2010, 0, 3 + 7 * round)).toISOString().slice(0, 10);

async function oneDate(race) {
  const body = { date: dayOf(race), givings: [gift, gift] };
  const answers = await race.all(() => race.ask('POST', '/api/offering-sessions', { body }));
  race.expectOneOf('one date', answers, { won: 201, lost: '409 session_exists' });
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
  const losers = answers.filter(({ status }) => status === 409);
  race.findings.expect(
    losers.every(({ body }) => body.existingId === id),
    'one date: a loser got the id of another session',
  );
  const { body: session } = await race.ask('GET', `/api/offering-sessions/${id}`);
  race.findings.expect(session.totals.totalAmount === 25, `one date: the total is ${session.totals?.totalAmount}`);
}

/** The service treats the losers as other tabs of one browser, so the sign-in continues with the winner's token. */
async function oneRefreshToken(race) {
  const refresh = (cookie) => call(race.port, 'POST', '/api/auth/refresh', { headers: { cookie } });
  const answers = await race.all(() => refresh(race.cookie));
  race.expectOneOf('one refresh token', answers, { won: 200, lost: '401 invalid_refresh_token' });
  const winner = answers.find(({ status }) => status === 200);
  const next = await refresh(winner.headers['set-cookie'][0].split(';')[0]);
  race.findings.expect(next.status === 200, `one refresh token: its successor answered ${next.status}`);
}

async function oneMove(race) {
  const { body } = await race.made('POST', '/api/expenses', { body: bill });
  const path = `/api/expenses/${body.id}`;
  for (const move of ['submit', 'approve']) {
    const answers = await race.all(() => race.ask('POST', `${path}/${move}`));
    race.expectOneOf(`one ${move}`, answers, { won: 200, lost: '409 invalid_transition' });
  }
  const [answers, ends] = await Promise.all([
    race.all(() => race.ask('POST', `${path}/pay`)),
    race.commands(['expense', 'pay', String(body.id)]),
  ]);
  const alsoWon = ends.filter(({ code }) => code === 0).length;
  race.expectOneOf('one payment, also at the terminal', answers, { won: 200, lost: '409 invalid_transition', alsoWon });
  race.findings.expect(
    ends.every(({ code }) => [0, 4].includes(code)),
    `commands ended with ${ends.map(({ code }) => code)}`,
  );
}

async function approveOrReject(race) {
  const { body } = await race.made('POST', '/api/expenses', { body: bill });
  const path = `/api/expenses/${body.id}`;
  await race.made('POST', `${path}/submit`);
  const answers = await race.all((index) =>
    index % 2 ? race.ask('POST', `${path}/approve`) : race.ask('POST', `${path}/reject`, { body: { reason: 'No' } }),
  );
  race.expectOneOf('approve or reject', answers, { won: 200, lost: '409 invalid_transition' });
}

async function oneKey(race) {
  const headers = { 'idempotency-key': `race-${race.round}` };
  const body = { ...gift, date: '2026-03-01', note: `race ${race.round}` };
  const answers = await race.all(() => race.ask('POST', '/api/givings', { body, headers }));
  const fresh = answers.filter((one) => one.headers['idempotency-replayed'] === undefined);
  const ids = new Set(answers.map(({ body }) => body.id));
  race.findings.expect(
    answers.every(({ status }) => status === 201),
    'one key: not every client got the response',
  );
  race.findings.expect(
    fresh.length === 1 && ids.size === 1,
    `one key: ${fresh.length} new responses, ${ids.size} gifts`,
  );
  const { body: found } = await race.ask('GET', `/api/givings?search=${encodeURIComponent(body.note)}`);
  race.findings.expect(
    found.items.filter(({ note }) => note === body.note).length === 1,
    'one key: not exactly one gift',
  );
  race.findings.count('races');
}

/**
 * A request that hashes passwords or sends messages claims its key first. A simultaneous request with the same key is
 * refused, because the first is still in progress.
 */
async function oneClaimedKey(race) {
  const headers = { 'idempotency-key': `race-user-${race.round}` };
  const body = { email: `keyed.${race.round}@example.org`, displayName: 'Keyed', roles: ['member'] };
  const answers = await race.all(() => race.ask('POST', '/api/users', { body, headers }));
  const isFresh = ({ status, headers }) => status === 201 && headers['idempotency-replayed'] === undefined;
  const others = answers.filter((one) => !isFresh(one));
  const isRight = ({ status, body }) => status === 201 || (status === 409 && body.code === 'idempotency_in_progress');
  race.findings.expect(answers.filter(isFresh).length === 1, 'one claimed key: not exactly one new response');
  race.findings.expect(
    others.every(isRight),
    `one claimed key: ${JSON.stringify(others.find((one) => !isRight(one))?.body)}`,
  );
  race.findings.count('races');
}

async function oneAddress(race) {
  const body = { email: `wanted.${race.round}@example.org`, displayName: 'Wanted', roles: ['member'] };
  const answers = await race.all(() => race.ask('POST', '/api/users', { body }));
  race.expectOneOf('one e-mail address', answers, { won: 201, lost: '409 email_taken' });
  const invitation = answers.find(({ status }) => status === 201).body.invitation.url;
  const accept = { token: new URL(invitation).searchParams.get('token'), newPassword: 'A-password-of-20-chars' };
  const accepted = await race.all(() => race.ask('POST', '/api/auth/accept-invitation', { body: accept }));
  race.expectOneOf('one invitation', accepted, { won: 200, lost: '404 not_found' });
}

async function oneEnvelope(race) {
  const offeringNumber = `E${race.round}`;
  const body = { firstName: 'Anna', lastName: 'Race', offeringNumber };
  const [answers, ends] = await Promise.all([
    race.all(() => race.ask('POST', '/api/members', { body })),
    race.commands(['member', 'create', '--first-name', 'A', '--last-name', 'B', '--offering-number', offeringNumber]),
  ]);
  const alsoWon = ends.filter(({ code }) => code === 0).length;
  race.expectOneOf('one envelope', answers, { won: 201, lost: '409 offering_number_taken', alsoWon });
}

async function oneVersion(race) {
  const made = await race.made('POST', '/api/givings', { body: { ...gift, date: '2026-03-01' } });
  const headers = { 'if-match': made.headers.etag };
  const answers = await race.all((index) => {
    const body = { ...gift, date: '2026-03-01', amount: index + 1 };
    return race.ask('PUT', `/api/givings/${made.body.id}`, { body, headers });
  });
  race.expectOneOf('one version', answers, { won: 200, lost: '412 stale_version' });
  const path = `/api/givings/${made.body.id}/reverse`;
  const undone = await race.all(() => race.ask('POST', path, { body: { date: '2026-03-02', reason: 'Bounced' } }));
  race.expectOneOf('one reversal', undone, { won: 201, lost: '409 already_reversed' });
}

async function oneMonth(race) {
  const month = `${1990 + Math.floor(race.round / 12)}-${String((race.round % 12) + 1).padStart(2, '0')}`;
  const path = `/api/monthly-statements/${month.replace('-0', '-').replace('-', '/')}`;
  await race.made('PUT', path, { body: { openingBalance: 0 } });
  const [answers, ends] = await Promise.all([
    race.all(() => race.ask('POST', `${path}/finalize`)),
    race.commands(['statement', 'finalize', month, '--yes']),
  ]);
  const alsoWon = ends.filter(({ code }) => code === 0).length;
  race.expectOneOf('one month', answers, { won: 200, lost: '409 statement_finalized', alsoWon });
}

/** All clients send the binding code of one member, each from a different LINE account. */
async function oneBindingCode(race) {
  const { body: member } = await race.made('POST', '/api/members', { body: { firstName: 'Li', lastName: 'Race' } });
  const codes = { body: { memberId: member.id } };
  const { code } = (await race.made('POST', '/api/notifications/binding-codes', codes)).body;
  const answers = await race.all(() => tell(race, code));
  race.findings.expect(
    answers.every(({ status }) => status === 200),
    'one binding code: a webhook call did not get 200',
  );
  const bindings = async () => {
    const { body } = await race.ask('GET', '/api/notifications/bindings?includeRetired=true');
    return body.items.filter(({ memberId }) => memberId === member.id).length;
  };
  for (let look = 0; look < LOOKS && (await bindings()) === 0; look += 1) await pause(LOOK_MS);
  // The other events are processed within a moment after the first.
  await pause(LOOK_MS);
  race.findings.expect((await bindings()) === 1, `one binding code: ${await bindings()} bindings`);
  race.findings.count('races');
}

function tell(race, text) {
  const event = {
    type: 'message',
    mode: 'active',
    timestamp: Date.now(),
    deliveryContext: { isRedelivery: false },
    webhookEventId: randomBytes(13).toString('hex'),
    replyToken: randomBytes(16).toString('hex'),
    source: { type: 'user', userId: `U${randomBytes(16).toString('hex')}` },
    message: { type: 'text', id: '1', quoteToken: 'q', text },
  };
  const body = Buffer.from(JSON.stringify({ destination: `U${'0'.repeat(32)}`, events: [event] }));
  const signature = createHmac('sha256', SECRET).update(body).digest('base64');
  const headers = { 'x-line-signature': signature, 'content-type': 'application/json', 'content-length': body.length };
  return call(race.port, 'POST', '/api/webhooks/line', { body, headers });
}

const RACES = [
  oneDate,
  oneRefreshToken,
  oneMove,
  approveOrReject,
  oneKey,
  oneClaimedKey,
  oneAddress,
  oneEnvelope,
  oneVersion,
  oneMonth,
  oneBindingCode,
];
