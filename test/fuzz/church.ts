/**
 * A demo church in a separate service, with a user of each role, and a store of the records that the run knows to
 * exist.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROLES } from '../../src/permissions.ts';
import { startAi } from '../support/ai.ts';
import { type Outcome, startDaemon, temporaryDir, vestryProcess } from '../support/daemon.ts';
import { joinEvent, LINE_SECRET, LINE_TOKEN, messageEvent, sign, startLine, webhookBody } from '../support/line.ts';
import { until } from '../support/loopback.ts';
import { startSmtp } from '../support/smtp.ts';
import { type Document, readDocument } from './document.ts';
import { faultOf } from './judge.ts';
import type { Known, Made } from './requests.ts';
import { type Answer, hangUp, type Request, send } from './send.ts';
import { newStore, type Store } from './store.ts';
import { AI_KEY, KEEPER_PASSWORD } from './values.ts';

const WATCH = path.resolve(import.meta.dirname, 'watch-loop.js');
/** How long the service waits for the rest of a body, in milliseconds. */
export const BODY_MS = 10_000;
const KEEPER = { email: 'admin@vestry.local', password: KEEPER_PASSWORD };
/** Access tokens are renewed after this time. They are valid for 15 minutes. */
const RENEWED_MS = 10 * 60_000;

/** The longest time for which the event loop was blocked (`still`) or busy (`busy`), and when it ended (`until`). */
export type Stalls = Record<'still' | 'busy', { ms: number; until: number }>;
type Account = { email: string; password: string };
/** A signed-in account, with the cookie that renews its access token. */
export type Visitor = Account & { id: number; token: string; cookie: string };
type Staff = Account & { token: string; at: number };

export type Church = Known &
  Store & {
    url: string;
    dataDir: string;
    document: Document;
    /** Sends a request as the administrator, whose account the run never changes. */
    ask: (method: string, target: string, body?: unknown) => Promise<Answer>;
    /** Creates a user with this role for a single request. */
    visitor: (role: string) => Promise<Visitor>;
    /**
     * Signs in every staff user whose access token is old. The user with the given role, if any, always signs in.
     */
    renew: (role?: string) => Promise<void>;
    /** Starts to measure the event loop. */
    watchLoop: () => void;
    /** Reopens the months that the run closed, and adds records to replace those that the run may have deleted. */
    tend: () => Promise<void>;
    longestStalls: () => Stalls;
    /** Waits until the service has written its measurements again. */
    measured: () => Promise<void>;
    stop: () => Promise<Outcome>;
    /** Stops all processes and removes all files. */
    close: () => Promise<void>;
  };

/**
 * Seeds the church, starts its service together with a mail server, LINE and an AI provider, and signs everybody in.
 */
export async function openChurch(): Promise<Church> {
  const { dir, remove } = temporaryDir();
  const seeded = await vestryProcess(`seed --demo --members 40 --years 1 --quiet --data-dir ${dir}`.split(' '));
  if (seeded.exitCode !== 0) throw new Error(`Seeding the church ended with ${seeded.exitCode}: ${seeded.stderr}`);
  const [smtp, line, ai] = await Promise.all([startSmtp(), startLine(), startAi()]);
  for (const number of '0123456789') {
    line.profiles.set(`U${number.repeat(32)}`, { displayName: `=Line ${number}` });
    line.groups.set(`C${number.repeat(32)}`, { groupName: `@Group ${number}` });
  }
  const notes = temporaryDir();
  const loopFile = path.join(notes.dir, 'loop.json');
  const env = {
    NODE_OPTIONS: `--import ${WATCH}`,
    FUZZ_LOOP_FILE: loopFile,
    FUZZ_BODY_MS: String(BODY_MS),
    VESTRY_TRUST_PROXY: '1',
    VESTRY_SMTP_URL: smtp.url,
    VESTRY_MAIL_FROM: 'office@church.example',
    VESTRY_LINE_CHANNEL_SECRET: LINE_SECRET,
    VESTRY_LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
    VESTRY_LINE_API_BASE: line.url,
  };
  const daemon = await startDaemon({ dataDir: dir, env });
  const text = (await send(daemon.url, { method: 'GET', target: '/api/openapi.json', headers: {}, body: undefined }))
    .body;
  const store = newStore({ ai: [ai.baseUrl] });
  const people = staffOf(daemon.url);
  await people.renew();
  const church: Church = {
    ...store,
    ...people,
    url: daemon.url,
    dataDir: dir,
    document: readDocument(text.toString('utf8')),
    watchLoop: () => process.kill(daemon.pid, 'SIGUSR2'),
    tend: async () => {
      const subCategoryId = await tend(church);
      ai.answer({ subCategoryId, ministryId: null, confidence: 0.5, rationale: 'It says so.' });
    },
    longestStalls: () => readStalls(loopFile),
    measured: () => {
      const from = Date.now();
      const isNew = () => existsSync(loopFile) && statSync(loopFile).mtimeMs > from;
      return until(isNew, 'the next measurements of the service');
    },
    stop: () => {
      hangUp();
      return daemon.stop();
    },
    close: async () => {
      await daemon.stop();
      await Promise.all([smtp.close(), line.close(), ai.close()]);
      remove();
      notes.remove();
    },
  };
  await connectLine(church);
  // Which texts a short run stores is left to chance, but some list must have a formula to export.
  const { status } = await church.ask('POST', '/api/members', { firstName: '=1+2', lastName: 'Formula' });
  if (status !== 201) throw new Error(`Adding a member with a formula returned status ${status}.`);
  await church.tend();
  return church;
}

function readStalls(file: string): Stalls {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stalls;
  } catch {
    return { still: { ms: 0, until: 0 }, busy: { ms: 0, until: 0 } };
  }
}

/** Adds LINE groups, and connects members by their binding codes. */
async function connectLine({ url, ask }: Church): Promise<void> {
  const { json } = await ask('GET', '/api/members?pageSize=5');
  const events: unknown[] = ['1', '2', '3'].map((number) => joinEvent(`C${number.repeat(32)}`));
  for (const [number, { id }] of (json.items as { id: number }[]).entries()) {
    const { json } = await ask('POST', '/api/notifications/binding-codes', { memberId: id });
    events.push(messageEvent(`U${String(number).repeat(32)}`, String(json.code)));
  }
  const body = Buffer.from(webhookBody(events));
  const headers = { 'content-type': 'application/json', 'x-line-signature': sign(LINE_SECRET, body) };
  await send(url, { method: 'POST', target: '/api/webhooks/line', headers, body });
  const bound = async () => (await ask('GET', '/api/notifications/bindings')).json.items.length === 5;
  await until(bound, 'the members to be connected');
}

/** Stores a key of an AI provider in the profile, so that the run notices a response that contains it. */
async function keepKey({ ask }: Church): Promise<void> {
  const { json } = await ask('GET', '/api/church-profile');
  const { createdAt: _at, modifiedAt: _on, createdBy: _by, modifiedBy: _who, ...profile } = json;
  const { status } = await ask('PUT', '/api/church-profile', { ...profile, openAiApiKey: AI_KEY });
  if (status !== 200) throw new Error(`Saving the AI key returned status ${status}.`);
}

/** Reads every list (only the first page of a paged list), and stores the ids of its records. */
async function lookAround(church: Church): Promise<void> {
  for (const operation of church.document.operations) {
    if (operation.method !== 'GET' || operation.path.includes('{') || operation.path.includes('/auth/')) continue;
    const isPaged = operation.parameters.some(({ name }) => name === 'pageSize');
    const target = `${operation.path}${isPaged ? '?pageSize=200' : ''}`;
    const answer = await church.ask('GET', target);
    const draft = { operation, twists: [] };
    const made = { draft, request: { method: 'GET', headers: {}, target }, role: 'super_admin' } as unknown as Made;
    const fault = faultOf(church, made, answer);
    if (fault !== undefined && answer.status !== 400) throw new Error(`GET ${target}: ${fault}`);
    church.learn(made, answer);
  }
}

/**
 * Reopens months and adds records, because the run may have closed months, and disabled or deleted records that later
 * requests need. Returns the id of a new subcategory.
 */
async function tend(church: Church): Promise<number> {
  const { ask, url } = church;
  type Month = { status: string; year: number; month: number };
  const statements = (await ask('GET', '/api/monthly-statements')).json.items as Month[];
  const closed = statements.filter(({ status }) => status === 'Finalized');
  for (const { year, month } of closed.toSorted((one, other) => other.year - one.year || other.month - one.month))
    await ask('POST', `/api/monthly-statements/${year}/${month}/reopen`, { reason: 'The run goes on' });
  const name = `Kept ${Date.now()}`;
  const added = async (operation: string, body: unknown) => {
    const answer = await ask('POST', operation.replace('POST ', ''), body);
    noted(church, operation, answer);
    return answer.json;
  };
  await added('POST /api/giving-categories', { name });
  await added('POST /api/funds', { name, class: 'Restricted' });
  const { id: groupId } = await added('POST /api/expense-categories/groups', { name });
  const { id } = await added('POST /api/expense-categories/subcategories', { groupId, name, form990LineCode: '24' });
  const email = `kept${Date.now()}@example.org`;
  const { temporaryPassword: password } = await added('POST /api/users', {
    email,
    displayName: name,
    roles: ['member'],
  });
  noted(church, 'POST /api/auth/login', await send(url, signInOf({ email, password })));
  noted(
    church,
    'GET /api/contributions/{year}',
    await ask('GET', `/api/contributions/${church.daysAgo(0).slice(0, 4)}`),
  );
  await keepKey(church);
  await lookAround(church);
  return id as number;
}

function noted(church: Church, name: string, answer: Answer): void {
  const operation = church.document.operations.find((one) => one.name === name);
  church.learn({ draft: { operation }, request: { headers: {}, target: '' } } as unknown as Made, answer);
}

function signInOf({ email, password }: Account): Request {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' };
  return { method: 'POST', target: '/api/auth/login', headers, body: Buffer.from(JSON.stringify({ email, password })) };
}

function staffOf(url: string): Pick<Church, 'ask' | 'renew' | 'token' | 'visitor'> {
  const staff = new Map<string, Staff>();
  let keeper: Staff = { ...KEEPER, token: '', at: 0 };
  const call = async (method: string, target: string, body?: unknown, token?: string): Promise<Answer> => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return send(url, { method, target, headers, body: bytes });
  };
  const signedIn = async ({ email, password }: Account): Promise<Staff> => {
    const { status, json } = await send(url, signInOf({ email, password }));
    if (status !== 200) throw new Error(`Signing in as ${email} returned status ${status}.`);
    return { email, password, token: String(json.accessToken), at: Date.now() };
  };
  const ask: Church['ask'] = async (method, target, body) => {
    if (Date.now() - keeper.at > RENEWED_MS) keeper = await signedIn(keeper);
    return call(method, target, body, keeper.token);
  };
  const account = async (role: string, email: string): Promise<Account & { id: number }> => {
    const { status, json } = await ask('POST', '/api/users', { email, displayName: role, roles: [role] });
    if (status !== 201) throw new Error(`Creating a ${role} returned status ${status}.`);
    return { email, password: String(json.temporaryPassword), id: Number(json.user.id) };
  };
  const hire = async (role: string): Promise<Staff> => signedIn(await account(role, `${role}@staff.example`));
  const visitor: Church['visitor'] = async (role) => {
    const made = await account(role, `${randomUUID()}@visitors.example`);
    const { json, cookies } = await send(url, signInOf(made));
    return { ...made, token: String(json.accessToken), cookie: cookies.join('; ').split(';', 1)[0] ?? '' };
  };
  const renew = async (role?: string) => {
    const isDue = (one: string) => role === one || Date.now() - (staff.get(one)?.at ?? 0) > RENEWED_MS;
    if (keeper.at === 0) keeper = await signedIn(keeper);
    const due = ROLES.filter(isDue);
    const signIns = due.map(async (one) =>
      staff.set(one, await (staff.has(one) ? signedIn(staff.get(one) ?? KEEPER) : hire(one))),
    );
    await Promise.all(signIns);
  };
  return { ask, renew, visitor, token: (role) => staff.get(role)?.token ?? '' };
}
