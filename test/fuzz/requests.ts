/**
 * Random requests for the operations of the document. Ids of existing records are filled in only when a request is
 * sent.
 */
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { LINE_SECRET, joinEvent, leaveEvent, messageEvent, sign, unfollowEvent, webhookBody } from '../support/line.ts';
import { RECEIPTS } from '../support/receipts.ts';
import type { Document, Operation } from './document.ts';
import { rolesFor } from './permissions.ts';
import type { Request } from './send.ts';
import { type Twist, twist, twistBody, twistBytes } from './twists.ts';
import { known, PASSWORD, text, valid, valueByName } from './values.ts';

/** The sender: a role, nobody, or an account that the run created. */
export type Sender = string | { $known: 'sign-ins' | 'sign-in-ids'; pick: number };

export type Draft = {
  operation: Operation;
  sender: Sender;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, unknown>;
  twists: readonly Twist[];
  isHead: boolean;
  /** True if the effects of the request are checked afterwards. */
  isFollowed: boolean;
};

/** What the run currently knows about the church. */
export type Known = {
  /** Returns a record of a collection, or undefined if the collection is empty. */
  pick: (collection: string, pick: number) => unknown;
  /** Returns the date `days` days before yesterday. */
  daysAgo: (days: number) => string;
  token: (role: string) => string;
};

/** A draft whose ids are filled in: the request, and the facts that `judge.ts` needs to check the response. */
export type Made = { draft: Draft; request: Request; role: string; sent: unknown };

const NOBODY = 'nobody';
const WITHOUT_BODY = new Set(['GET', 'DELETE']);

/** The parts of requests that cannot be drawn from the schemas alone, by operation. */
const SPECIAL: Readonly<
  Record<
    string,
    {
      sender?: Arbitrary<Sender>;
      body?: Arbitrary<unknown>;
      path?: Arbitrary<Record<string, unknown>>;
      query?: Arbitrary<Record<string, unknown>>;
    }
  >
> = {
  'POST /api/auth/login': { body: known('accounts') },
  // Otherwise most of the drawn users could do nothing any more.
  'PUT /api/second-factor-rules': { body: fc.constant({ requiredRoles: [] }) },
  'POST /api/auth/change-password': {
    sender: fc.nat(1000).map((pick) => ({ $known: 'sign-ins' as const, pick })),
    body: fc.record({ currentPassword: fc.constant({ $own: 'password' }), newPassword: password() }),
  },
  'POST /api/auth/accept-invitation': { body: fc.record({ token: known('invitations'), newPassword: password() }) },
  'GET /api/auth/invitations/{token}': { path: fc.record({ token: known('invitations') }) },
  'GET /api/auth/sessions': { sender: fc.nat(1000).map((pick) => ({ $known: 'sign-ins' as const, pick })) },
  'DELETE /api/auth/sessions/{id}': {
    sender: fc.nat(1000).map((pick) => ({ $known: 'sign-in-ids' as const, pick })),
    path: fc.constant({ id: { $own: 'id' } }),
  },
  'POST /api/givings/{id}/reverse': { body: reversal() },
  'POST /api/expenses/{id}/reverse': { body: reversal() },
  'GET /api/contributions/{year}/{memberId}.pdf': giverOfYear(),
  'GET /api/contributions/{year}/{memberId}': giverOfYear(),
  'POST /api/contributions/{year}/{memberId}/issue': giverOfYear(),
  'GET /api/expenses/{id}/receipts/{receiptId}': {
    path: fc.nat(1000).map((pick) => {
      const of = (part: string) => ({ $known: 'kept-receipts', pick, part });
      return { id: of('id'), receiptId: of('receiptId') };
    }),
  },
  'GET /api/form990/functional-expenses': { query: yearOrDays() },
  'GET /api/form990/functional-expenses/{code}/expenses': { query: yearOrDays() },
  'GET /api/reports/income-statement': { query: yearOrDays() },
  'GET /api/reports/fund-balances': { query: yearOrDays() },
  'POST /api/webhooks/line': { body: fc.record({ $events: fc.array(lineEvent(), { maxLength: 4 }) }) },
};

function giverOfYear() {
  return { path: fc.record({ year: fc.nat(1).map(($year) => ({ $year })), memberId: known('givers') }) };
}

/** Draws a reversal with a recent date. */
function reversal(): Arbitrary<unknown> {
  const date = fc.nat(5).map(($day) => ({ $day }));
  const amount = fc.constantFrom(null, 0.01, 1);
  return fc.record({ date, amount, reason: text(1, 500) }, { requiredKeys: ['date', 'reason'] });
}

/** Draws a year, or two dates. */
function yearOrDays(): Arbitrary<Record<string, unknown>> {
  const days = fc.record({ from: valueByName('from'), to: valueByName('to') });
  return fc.oneof(fc.record({ year: valueByName('year') }), days);
}

function password(): Arbitrary<string> {
  return fc.nat(1_000_000).map((number) => `${PASSWORD} ${number}`);
}

function lineEvent(): Arbitrary<unknown> {
  const who = fc.nat(9).map((number) => `U${String(number).repeat(32)}`);
  const group = fc.nat(5).map((number) => `C${String(number).repeat(32)}`);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        $line: fc.constant('message'),
        who,
        text: fc.oneof(known('binding-codes'), text(1, 200)),
      }),
    },
    fc.record({ $line: fc.constantFrom('join', 'leave'), who: group }),
    fc.record({ $line: fc.constant('unfollow'), who }),
    fc.constantFrom(null, {}, { type: 'postback' }, { type: 'message', source: null }, [[]], 'x'),
  );
}

/** Draws requests for one operation, most of them valid. */
export function drafts(document: Document, operation: Operation): Arbitrary<Draft> {
  const special = SPECIAL[operation.name] ?? {};
  const schema = operation.body?.['application/json']?.schema;
  const isFile = operation.body !== undefined && !schema;
  const hasBody = !WITHOUT_BODY.has(operation.method) && operation.body !== undefined;
  const fields = (place: 'path' | 'query') => {
    const ones = operation.parameters.filter((one) => one.in === place);
    const named = ones.map((one) => [one.name, valueOf(document, operation, one)] as const);
    return fc.record(Object.fromEntries(named), {
      requiredKeys: ones.flatMap((one) => (one.required ? [one.name] : [])),
    });
  };
  const noBody = fc.constant(undefined);
  const body = special.body ?? (isFile ? receipt() : schema ? valid(document, schema) : noBody);
  const one = twist({ hasBody: hasBody && !isFile, hasPath: operation.path.includes('{') });
  return fc.record({
    operation: fc.constant(operation),
    sender: special.sender ?? sender(operation),
    path: special.path ?? fields('path'),
    query: special.query ?? fields('query'),
    body: hasBody ? body : noBody,
    headers: headers(operation),
    twists: fc.oneof(
      { weight: 13, arbitrary: fc.constant([]) },
      { weight: 6, arbitrary: fc.tuple(one) },
      fc.tuple(one, one),
    ),
    isHead: operation.method === 'GET' ? fc.nat(19).map((one) => one === 19) : fc.constant(false),
    isFollowed: fc.nat(4).map((one) => one === 4),
  });
}

/** Draws a value for a parameter. For `{id}`, draws a record of the collection that the path names before it. */
function valueOf(
  document: Document,
  { path }: Operation,
  { name, schema, in: place }: Operation['parameters'][number],
) {
  if (path === '/api/members/{id}/restore') return known('deleted-members');
  if (place === 'path' && name === 'id') return known(collectionOf(path));
  // Only months of early years, which have few records, are closed, so that the months of recent years stay open.
  if (name === 'year' && path.includes('{month}')) return fc.integer({ min: 4, max: 12 }).map(($year) => ({ $year }));
  return valid(document, schema, name);
}

/** Returns the collection to which `{id}` in a path belongs. Its name is the word before `{id}`. */
export function collectionOf(path: string): string {
  const word = /([\w-]+)\/\{id\}/.exec(path)?.[1] ?? '';
  return path.startsWith('/api/notifications/groups') ? 'messaging-groups' : word;
}

function sender({ name }: Operation): Arbitrary<Sender> {
  const allowed = rolesFor(name);
  return fc.oneof(
    { weight: allowed.includes('super_admin') ? 60 : 0, arbitrary: fc.constant('super_admin') },
    { weight: 90, arbitrary: fc.constantFrom(...allowed) },
    { weight: 20, arbitrary: fc.constantFrom(...rolesFor('GET /api/auth/me')) },
    { weight: 3, arbitrary: fc.constant(NOBODY) },
  );
}

function headers({ name, parameters }: Operation): Arbitrary<Record<string, unknown>> {
  const takes = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  const key = fc.nat(1_000_000_000).map((number) => `key-${number}`);
  const forwarded = fc.nat(0xff_ff_ff).map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  const needsCookie = name === 'POST /api/auth/refresh' || name === 'POST /api/auth/logout';
  return fc.record(
    {
      // Failed sign-ins are counted by network address. The service trusts one proxy, so each request can name a
      // different address.
      'x-forwarded-for': forwarded,
      ...(takes('Idempotency-Key') && { 'idempotency-key': key }),
      ...(needsCookie && { cookie: known('cookies') }),
    },
    { requiredKeys: needsCookie ? ['x-forwarded-for', 'cookie'] : ['x-forwarded-for'] },
  );
}

function receipt(): Arbitrary<unknown> {
  return fc.record({
    $file: fc.nat(RECEIPTS.length + 2),
    isForm: fc.boolean(),
    name: fc.constantFrom('receipt.pdf', '收據.png', '=1+1.csv', '../../x', 'a'.repeat(400), 'q"uo\\te.jpg'),
  });
}

const BOUNDARY = 'a-boundary-of-a-form';

type File = { $file: number; isForm: boolean; name: string };

/** Encodes a file as a form or as a plain body, and adds the headers. Some files are not receipts. */
function fileOf({ $file, isForm, name }: File): { body: Buffer; headers: Record<string, string> } {
  const others = [Buffer.from('MZ\x90 a program'), Buffer.alloc(0), Buffer.from('<svg onload="alert(1)"/>')];
  const bytes = RECEIPTS[$file]?.[2] ?? others[$file - RECEIPTS.length] ?? Buffer.alloc(0);
  const type = RECEIPTS[$file]?.[0] ?? 'application/octet-stream';
  const plain = name.replaceAll(/[^\x20-\x7e]|"|\\/g, '_');
  if (!isForm)
    return { body: bytes, headers: { 'content-type': type, 'content-disposition': `attachment; filename="${plain}"` } };
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

type Own = Record<string, unknown>;

/**
 * Fills in the ids of a draft from the existing records. `bound` contains the path parameters that the
 * request shares with the other requests of its scene.
 */
export function makeOut(draft: Draft, there: Known, bound: Record<string, unknown> = {}): Made {
  const { operation, sender, twists } = draft;
  const own = typeof sender === 'string' ? undefined : (there.pick(sender.$known, sender.pick) as Own | undefined);
  const role = typeof sender === 'string' ? sender : own ? 'an account of the run' : NOBODY;
  const fill = (value: unknown) => filled(value, there, own);
  const authorization = typeof sender !== 'string' ? own?.['token'] : role === NOBODY ? undefined : there.token(role);
  const sent = fill(structuredClone(draft.body));
  for (const one of twists) twistBody(sent, one);
  const packed = pack(sent, twists);
  const given = Object.fromEntries(twists.flatMap((one) => (one.kind === 'header' ? [[one.name, one.value]] : [])));
  const drawn = Object.fromEntries(
    Object.entries(draft.headers).map(([name, value]) => [name, (fill(value) as string | undefined) ?? '']),
  );
  const path = Object.fromEntries(
    Object.entries({ ...draft.path, ...bound }).map(([name, value]) => [name, fill(value) ?? 999_999_999]),
  );
  const isSigned =
    operation.path.startsWith('/api/webhooks/') && packed.body && !twists.some(({ kind }) => kind === 'header');
  const method = twists.find((one) => one.kind === 'method')?.method ?? (draft.isHead ? 'HEAD' : operation.method);
  const request = {
    method,
    target: addressOf(
      operation.path,
      path,
      Object.entries(draft.query).map(([name, value]) => [name, fill(value)]),
      twists,
    ),
    headers: {
      ...(authorization !== undefined && { authorization: `Bearer ${authorization as string}` }),
      ...packed.headers,
      ...drawn,
      ...given,
      ...(isSigned && { 'x-line-signature': sign(LINE_SECRET, packed.body ?? '') }),
    },
    body: packed.body,
  };
  return { draft, request, role: given['authorization'] === undefined ? role : 'a wrong token', sent };
}

function pack(sent: unknown, twists: readonly Twist[]): { body: Buffer | undefined; headers: Record<string, string> } {
  const file = sent as File | undefined;
  const change = (body: Buffer) =>
    twists.reduce((bytes, one) => (one.kind === 'bytes' ? twistBytes(bytes, one.how) : bytes), body);
  if (file?.$file !== undefined) {
    const { body, headers } = fileOf(file);
    return { body: change(body), headers };
  }
  const isSent = sent !== undefined || twists.some(({ kind }) => kind === 'bytes');
  if (!isSent) return { body: undefined, headers: {} };
  return { body: change(Buffer.from(JSON.stringify(sent ?? {}))), headers: { 'content-type': 'application/json' } };
}

function addressOf(
  pattern: string,
  path: Own,
  query: readonly (readonly [string, unknown])[],
  twists: readonly Twist[],
): string {
  const names = Array.from(pattern.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const raw = new Map(twists.flatMap((one) => (one.kind === 'path' ? [[names[one.at % names.length], one.text]] : [])));
  const address = pattern.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => raw.get(name) ?? encodeURIComponent(String(path[name])),
  );
  const pairs = query.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${encodeURIComponent(value as string)}`],
  );
  const all = [...pairs, ...twists.flatMap((one) => (one.kind === 'query' ? [one.text] : []))].join('&');
  return all ? `${address}?${all}` : address;
}

/** Returns a drawn value with its placeholders for ids, dates and LINE events replaced. */
function filled(value: unknown, there: Known, own: Own | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => filled(one, there, own));
  const one = value as Record<string, unknown> & { $known?: string; $day?: number; $year?: number; $own?: string };
  if (one.$known !== undefined) {
    const thing = there.pick(one.$known, Number(one['pick']));
    const part = one['part'];
    return structuredClone((typeof part === 'string' ? (thing as Own | undefined)?.[part] : thing) ?? null);
  }
  if (one.$day !== undefined) return there.daysAgo(one.$day);
  if (one.$year !== undefined) return Number(there.daysAgo(0).slice(0, 4)) - one.$year;
  if (one.$own !== undefined) return own?.[one.$own] ?? null;
  if ('$events' in one) return JSON.parse(webhookBody(filled(one['$events'], there, own) as unknown[])) as unknown;
  if ('$line' in one) return toEvent(one, there, own);
  return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, filled(inner, there, own)]));
}

function toEvent({ $line, who, text }: Own, there: Known, own: Own | undefined): unknown {
  if ($line === 'join') return joinEvent(String(who));
  if ($line === 'leave') return leaveEvent(String(who));
  if ($line === 'unfollow') return unfollowEvent(String(who));
  return messageEvent(String(who), String(filled(text, there, own)));
}
