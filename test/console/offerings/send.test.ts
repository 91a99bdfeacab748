/** Checks the outcome of each response of the service. In these tests, a function replaces the service. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Entry, Deed } from '../../../src/console/offerings/entry/entry.ts';
import { bodyOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';

const body = bodyOf({ ...emptyDraft('Cash', 1), who: { kind: 'looseCash' }, amount: '5', note: 'Cafe\u0301' });
const GIFT = {
  ...body,
  note: 'Caf\u00E9',
  id: 9,
  date: '2026-11-22',
  giftDate: '2026-11-22',
  nonCashKind: null,
  source: 'Personal',
  parts: null,
  categoryId: 1,
};
const NOT_FOUND = { status: 404, code: 'not_found' };
const entry = (fields: Partial<Entry> = {}): Entry => ({
  key: 'a',
  tab: 'here',
  sessionId: 3,
  date: '2026-11-22',
  owner: { id: 1, name: 'Ann' },
  order: 1,
  deeds: [],
  givingId: null,
  seen: null,
  wasSent: true,
  refusal: null,
  ...fields,
});

/** The responses of the service, by method and path. */
let answers: Record<string, [status: number, body: unknown]> = {};
let send: (entry: Entry, deed: Deed) => Promise<unknown>;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://vestry.example' });
  vi.stubGlobal('fetch', async (request: Request) => {
    const [status, answer] = answers[`${request.method} ${new URL(request.url).pathname}`] ?? [500, { status: 500 }];
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(status === 204 ? null : JSON.stringify(answer), { status, headers: { 'content-type': type } });
  });
  const { sender } = await import('../../../src/console/offerings/entry/send.ts');
  send = sender(() => {});
});
afterEach(() => {
  answers = {};
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const GIVINGS = 'POST /api/givings';
const GIVING = 'GET /api/givings/9';
const OFFERING = 'GET /api/offering-sessions/3';

test('sending a new gift succeeds if the service already has the same version', async () => {
  answers = { [GIVINGS]: [200, GIFT] };
  expect(await send(entry(), { kind: 'create', body })).toMatchObject({ outcome: 'done', givingId: 9 });
});

test('sending a new gift fails, and returns the stored gift, if the service already has a different version', async () => {
  answers = { [GIVINGS]: [200, { ...GIFT, amount: 44 }] };
  expect(await send(entry(), { kind: 'create', body })).toMatchObject({
    outcome: 'refused',
    givingId: 9,
    problem: { code: 'stale_version', current: { amount: 44 } },
  });
});

test('sending a deletion succeeds if the gift is missing from an existing offering', async () => {
  answers = { [GIVING]: [404, NOT_FOUND], [OFFERING]: [200, { id: 3, givings: [] }] };
  expect(await send(entry({ givingId: 9 }), { kind: 'delete' })).toMatchObject({ outcome: 'done' });
});

test('a deletion or correction is refused if the offering was submitted in the meantime', async () => {
  answers = { [GIVING]: [404, NOT_FOUND], [OFFERING]: [404, NOT_FOUND] };
  const refused = { outcome: 'refused', problem: { code: 'session_locked', status: 409 } };
  expect(await send(entry({ givingId: 9 }), { kind: 'delete' })).toMatchObject(refused);
  expect(await send(entry({ givingId: 9 }), { kind: 'change', body })).toMatchObject(refused);
  // The counter who submitted the offering can still read the offering, but not its individual gifts.
  answers = { [GIVING]: [404, NOT_FOUND], [OFFERING]: [200, { id: 3, givings: [GIFT] }] };
  expect(await send(entry({ givingId: 9 }), { kind: 'delete' })).toMatchObject(refused);
});

test('a deletion or correction is tried again if the offering cannot be read', async () => {
  answers = { [GIVING]: [404, NOT_FOUND] };
  expect(await send(entry({ givingId: 9 }), { kind: 'delete' })).toMatchObject({ outcome: 'again' });
});
