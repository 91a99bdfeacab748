import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addGiving,
  addMember,
  addSession,
  badPaths,
  close,
  done,
  etag,
  giving,
  inDays,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { type Reversible, keepsCarriedMonth, keepsClosedMonth, refusesBadReversals } from './reversal-suite.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const SESSIONS = '/api/offering-sessions';
const at = (id: number) => `/api/givings/${id}`;
const REASON = 'The cheque bounced';

const reverse = (id: number, fields: Record<string, unknown>, headers = {}) =>
  books.admin.post(`${at(id)}/reverse`, { reason: REASON, ...fields }, headers);

const count = async (query: string): Promise<number> =>
  (await done(books.admin.get(`/api/givings?${query}`))).totalCount;

const reversible: Reversible = {
  books,
  what: 'giving',
  route: at,
  reverse,
  counting: async (date) => (await addGiving(books, { date })).id,
  deletable: async (date) => (await addGiving(books, { date })).id,
  count: () => count('pageSize=1'),
  sum: async (month) => (await statementOf(books, month)).totalGiving,
  alsoBad: [
    ['date', { date: inDays(2) }],
    ['sessionId', { sessionId: 1 }],
  ],
};

/** Enters a giving in a session, submits and reconciles the session, and returns both ids. */
async function reconciled(date: string, fields: Record<string, unknown> = {}) {
  const session = await addSession(books, { date, givings: [giving(books, fields)] });
  await done(books.admin.post(`${SESSIONS}/${session.id}/submit`));
  await done(books.admin.post(`${SESSIONS}/${session.id}/reconcile`));
  return { id: session.id as number, givingId: session.givings[0].id as number };
}

describe('a reversal of a giving', () => {
  test('is created with status 201 as a negative giving by the same giver, outside any session', async () => {
    const member = await addMember(books, { lastName: 'Bounce' });
    const fields = { date: '2000-01-02', amount: 125.5, memberId: member.id, method: 'Check', checkNumber: '77' };
    const original = await addGiving(books, { ...fields, categoryId: books.category('Tithe') });
    const { status, headers, body } = await reverse(original.id, { date: '2000-01-09' });
    expect(status).toBe(201);
    expect(body.id).not.toBe(original.id);
    expect(headers.get('location')).toBe(at(body.id));
    expect(body).toMatchObject({ amount: -125.5, date: '2000-01-09', reversalOf: original.id, sessionId: null });
    expect(body).toMatchObject({ categoryName: 'Tithe', method: 'Check', memberId: member.id, isAnonymous: false });
    expect(body.memberName).toContain('Bounce');
    expect(body.createdBy).toBe(books.admin.userId);
    const read = await books.admin.get(at(body.id));
    expect(read.body).toEqual(body);
    expect(etag(read)).toBe(headers.get('etag'));
    expect((await books.admin.get(at(original.id))).body).toMatchObject({ amount: 125.5, reversalOf: null });
  });

  test('shows its reason in the response or in the audit log', async () => {
    const { id } = await addGiving(books, { date: '2000-01-03' });
    const { body } = await reverse(id, { date: '2000-01-03', reason: 'Counted twice 重複' });
    const logs = await books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${body.id}`);
    expect(logs.body.items).toHaveLength(1);
    expect(JSON.stringify([body, logs.body])).toContain('Counted twice 重複');
  });

  test('of part of the amount can be followed by a reversal of the rest, to the cent', async () => {
    const { id } = await addGiving(books, { date: '2000-02-06', amount: 0.3 });
    const first = await reverse(id, { date: '2000-02-07', amount: 0.1 });
    expect(first.body.amount).toBe(-0.1);
    const rest = await reverse(id, { date: '2000-02-08' });
    expect(rest.body).toMatchObject({ amount: -0.2, reversalOf: id });
    expect(await count('from=2000-02-01&to=2000-02-29')).toBe(3);
    expect((await statementOf(books, '2000/2')).totalGiving).toBe(0);
  });

  test('of more than the remaining amount is refused and leaves nothing behind', async () => {
    const { id } = await addGiving(books, { date: '2000-03-05', amount: 10 });
    expect(refusal(await reverse(id, { date: '2000-03-05', amount: 10.01 }))).toBe('409 already_reversed');
    await done(reverse(id, { date: '2000-03-05', amount: 9.99 }));
    expect(refusal(await reverse(id, { date: '2000-03-05', amount: 0.02 }))).toBe('409 already_reversed');
    await done(reverse(id, { date: '2000-03-05', amount: 0.01 }));
    expect(refusal(await reverse(id, { date: '2000-03-05' }))).toBe('409 already_reversed');
    expect(await count('from=2000-03-01&to=2000-03-31')).toBe(3);
  });

  test('is made only once if it is requested ten times at once', async () => {
    const { id } = await addGiving(books, { date: '2000-04-02', amount: 10 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(id, { date: '2000-04-03' })));
    const [winner, ...rest] = answers.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(201);
    expect(rest.map(refusal)).toEqual(rest.map(() => '409 already_reversed'));
    expect((await statementOf(books, '2000/4')).totalGiving).toBe(0);
  });

  test('never exceeds the giving, even if several partial reversals are requested at once', async () => {
    const { id } = await addGiving(books, { date: '2000-05-07', amount: 100 });
    const part = { date: '2000-05-08', amount: 30 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id, part)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await statementOf(books, '2000/5')).totalGiving).toBe(10);
  });

  test('of an anonymous giving does not reveal the giver', async () => {
    const member = await addMember(books, { lastName: 'Unnamed' });
    const { id } = await addGiving(books, { date: '2000-06-04', memberId: member.id, isAnonymous: true });
    const { body } = await reverse(id, { date: '2000-06-04' });
    expect(body).toMatchObject({ amount: -10, memberId: null, memberName: null, isAnonymous: true });
    expect(await count(`memberId=${member.id}`)).toBe(0);
  });

  test('of a gift in kind is also a gift in kind, and is included in no cash total', async () => {
    const { id } = await addGiving(books, { date: '2000-07-02', amount: 900, nonCashDescription: 'Piano' });
    await addGiving(books, { date: '2000-07-02', amount: 5 });
    const { body } = await reverse(id, { date: '2000-07-03' });
    expect(body).toMatchObject({ amount: -900, nonCashDescription: 'Piano' });
    expect((await statementOf(books, '2000/7')).totalGiving).toBe(5);
  });

  test('keeps the name of a giver who was deleted', async () => {
    const member = await addMember(books, { lastName: 'Departed' });
    const { id } = await addGiving(books, { date: '2000-07-08', memberId: member.id });
    await done(books.admin.del(`/api/members/${member.id}`));
    const { status, body } = await reverse(id, { date: '2000-07-08' });
    expect(status).toBe(201);
    expect(body.memberId).toBe(member.id);
    expect(body.memberName).toContain('Departed');
  });

  test('is possible even if the category was disabled after the giving was entered', async () => {
    const { id: categoryId } = await done(books.admin.post('/api/giving-categories', { name: 'Ended appeal' }));
    const { id } = await addGiving(books, { date: '2000-07-09', categoryId });
    await done(books.admin.post(`/api/giving-categories/${categoryId}/disable`));
    expect((await reverse(id, { date: '2000-07-10' })).body).toMatchObject({ categoryId, amount: -10 });
  });

  test('is made only once if it is requested twice with the same idempotency key', async () => {
    const { id } = await addGiving(books, { date: '2000-08-06', amount: 10 });
    const key = { 'idempotency-key': randomUUID() };
    const part = { date: '2000-08-07', amount: 4 };
    const first = await reverse(id, part, key);
    const again = await reverse(id, part, key);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await statementOf(books, '2000/8')).totalGiving).toBe(6);
  });

  test('is made only once if it is repeated with the same key and If-Match, although the tag is stale by then', async () => {
    const made = await books.admin.post('/api/givings', giving(books, { date: '2000-08-20', amount: 10 }));
    const part = { date: '2000-08-21', amount: 4 };
    const headers = { 'idempotency-key': randomUUID(), 'if-match': etag(made) };
    const first = await reverse(made.body.id, part, headers);
    const again = await reverse(made.body.id, part, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const stale = await reverse(
      made.body.id,
      { ...part, amount: 1 },
      { ...headers, 'idempotency-key': randomUUID(), 'if-match': '"x"' },
    );
    expect(refusal(stale)).toBe('412 stale_version');
    expect(await count('from=2000-08-20&to=2000-08-31')).toBe(2);
  });

  test('is refused with a stale If-Match', async () => {
    const made = await books.admin.post('/api/givings', giving(books, { date: '2000-09-03', amount: 10 }));
    const { id } = made.body;
    await done(books.admin.put(at(id), giving(books, { date: '2000-09-03', amount: 11 })));
    const late = await reverse(id, { date: '2000-09-04' }, { 'if-match': etag(made) });
    expect(refusal(late)).toBe('412 stale_version');
    expect(await count('from=2000-09-01&to=2000-09-30')).toBe(1);
    const fresh = { 'if-match': etag(await books.admin.get(at(id))) };
    expect((await reverse(id, { date: '2000-09-04' }, fresh)).body.amount).toBe(-11);
  });
});

describe('an invalid reversal of a giving', () => {
  refusesBadReversals(reversible);

  test('is refused if it is dated the day after tomorrow, but not if it is dated tomorrow', async () => {
    const { id } = await addGiving(books, { date: inDays(0) });
    expect(badPaths(await reverse(id, { date: inDays(2) }))).toEqual(['date']);
    expect((await reverse(id, { date: inDays(1) })).status).toBe(201);
  });
});

describe('a giving that is wholly or partly reversed', () => {
  test.each([undefined, 4])(
    'can be neither changed nor deleted, and neither can its reversal (reversed amount: %j)',
    async (amount) => {
      const date = amount === undefined ? '2002-01-06' : '2002-02-03';
      const { id } = await addGiving(books, { date });
      const { body: reversal } = await reverse(id, { date, amount });
      for (const one of [id, reversal.id]) {
        const before = (await books.admin.get(at(one))).body;
        expect(refusal(await books.admin.put(at(one), giving(books, { date, note: 'x' })))).toBe('409 reversed');
        expect(refusal(await books.admin.del(at(one)))).toBe('409 reversed');
        expect((await books.admin.get(at(one))).body).toEqual(before);
      }
    },
  );

  test('can be neither changed nor deleted, even in a reopened session', async () => {
    const { id, givingId } = await reconciled('2002-03-03');
    await done(reverse(givingId, { date: '2002-03-04' }));
    await done(books.admin.post(`${SESSIONS}/${id}/reopen`, { reason: 'a mistake' }));
    const body = giving(books, { date: '2002-03-03', sessionId: id, amount: 1 });
    expect(refusal(await books.admin.put(at(givingId), body))).toBe('409 reversed');
    expect(refusal(await books.admin.del(at(givingId)))).toBe('409 reversed');
    expect((await books.admin.get(`${SESSIONS}/${id}`)).body.totals).toMatchObject({ totalAmount: 10, givingCount: 1 });
  });
});

describe('the reversal of a giving in a reconciled session', () => {
  test('is possible and does not change the session', async () => {
    const { id, givingId } = await reconciled('2002-04-07', { amount: 40 });
    const before = (await books.admin.get(`${SESSIONS}/${id}`)).body;
    const { status, body } = await reverse(givingId, { date: '2002-04-08' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: -40, sessionId: null, reversalOf: givingId });
    const after = (await books.admin.get(`${SESSIONS}/${id}`)).body;
    expect(after.totals).toEqual(before.totals);
    expect(after.givings.map((row: Json) => row.id)).toEqual([givingId]);
    expect(after.status).toBe('Reconciled');
    const listed = await done(books.admin.get(`${SESSIONS}?from=2002-04-01&to=2002-04-30`));
    expect(listed.items).toMatchObject([{ id, totalAmount: 40, givingCount: 1 }]);
    expect(await count(`sessionId=${id}`)).toBe(1);
    expect((await statementOf(books, '2002/4')).totalGiving).toBe(0);
  });

  test('is not counted in a draft session on the date of the reversal', async () => {
    const { givingId } = await reconciled('2002-05-05');
    const draft = await addSession(books, { date: '2002-05-12', givings: [giving(books, { amount: 3 })] });
    await done(reverse(givingId, { date: '2002-05-12' }));
    const { totals } = (await books.admin.get(`${SESSIONS}/${draft.id}`)).body;
    expect(totals).toMatchObject({ totalAmount: 3, givingCount: 1 });
  });
});

describe('a reversal in sums and lists', () => {
  test('is found together with the reversed giving by category, giver, method and name', async () => {
    const member = await addMember(books, { lastName: 'Reversible' });
    const fields = { date: '2003-01-05', memberId: member.id, method: 'Zelle', categoryId: books.category('Missions') };
    const { id } = await addGiving(books, fields);
    const { body } = await reverse(id, { date: '2003-01-12' });
    const range = 'sort=date&from=2003-01-01&to=2003-01-31';
    const filters = [`memberId=${member.id}`, 'method=Zelle', `categoryId=${fields.categoryId}`, 'search=reversible'];
    for (const filter of filters) {
      const { items } = await done(books.admin.get(`/api/givings?${range}&${filter}`));
      expect(items.map((row: Json) => row.id)).toEqual([id, body.id]);
    }
    expect(await count('from=2003-01-01&to=2003-01-11')).toBe(1);
  });

  test('is subtracted from its category and its fund in the statement of the month in which it is dated', async () => {
    const categoryId = books.category('Building Fund');
    const { id } = await addGiving(books, { date: '2003-02-02', amount: 100, categoryId });
    await addGiving(books, { date: '2003-03-02', amount: 30, categoryId });
    await done(reverse(id, { date: '2003-03-09', amount: 20.05 }));
    expect((await statementOf(books, '2003/2')).totalGiving).toBe(100);
    const march = await statementOf(books, '2003/3');
    expect(march.totalGiving).toBe(9.95);
    expect(march.givingByCategory).toMatchObject([{ categoryId, amount: 9.95 }]);
    const fund = march.funds.find((row: Json) => row.fundId === books.fund('Building Fund'));
    expect(fund).toMatchObject({ opening: 100, giving: 9.95, closing: 109.95 });
  });
});

describe('a finalized month', () => {
  test('keeps its statement when one of its givings is reversed in an open month', async () => {
    const { givingId } = await reconciled('2004-01-04', { amount: 60 });
    const before = await close(books, '2004/1');
    const { status } = await reverse(givingId, { date: '2004-02-01' });
    expect(status).toBe(201);
    expect(await statementOf(books, '2004/1')).toEqual(before);
    expect((await statementOf(books, '2004/2')).totalGiving).toBe(-60);
  });

  keepsClosedMonth(reversible, 2004);
  keepsCarriedMonth(reversible, 2004);
});

describe('permissions to reverse a giving', () => {
  test.each(holders('giving.manage'))('a %s can reverse a giving', async (role) => {
    const someone = await books.as([role]);
    const { id } = await addGiving(books, { date: '2005-01-02' });
    const { status, body } = await someone.post(`${at(id)}/reverse`, { date: '2005-01-03', reason: REASON });
    expect(status).toBe(201);
    expect(body.createdBy).toBe(someone.userId);
  });

  describe('without giving.manage', () => {
    let id: number;
    beforeAll(async () => {
      const session = await addSession(books, { date: '2005-02-06', givings: [giving(books, {})] });
      ({ id } = session.givings[0]);
    });

    test.each(['offering_counter', 'auditor', 'admin', 'elder', 'member'])(
      'a %s cannot reverse a giving',
      async (role) => {
        const someone = await books.as([role]);
        const answer = await someone.post(`${at(id)}/reverse`, { date: '2005-03-01', reason: REASON });
        expect(refusal(answer)).toBe('403 forbidden');
        expect(await count('from=2005-03-01&to=2005-03-31')).toBe(0);
      },
    );
  });
});
