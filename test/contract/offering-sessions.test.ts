import { describe, expect, test } from 'vitest';
import { addMember, addSession, badPaths, etag, giving, inDays, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();

const ROUTE = '/api/offering-sessions';
const post = (body: Record<string, unknown>) => books.admin.post(ROUTE, body);

describe('entering a session', () => {
  test('a session with givings is created with status 201, and the server computes its totals', async () => {
    const member = await addMember(books, { firstName: 'Mei', lastName: 'Lin' });
    const tithe = books.category('Tithe');
    const { status, headers, body } = await post({
      date: '2024-01-07',
      sundayAttendanceCount: 87,
      controlTotal: 180.35,
      countedCash: 30.1,
      countedChecks: 100,
      countedBy: ['Ann', 'Bob'],
      notes: 'First Sunday',
      givings: [
        giving(books, { amount: 10.1, memberId: member.id }),
        giving(books, { amount: 20 }),
        giving(books, { amount: 100, method: 'Check', checkNumber: '55', categoryId: tithe }),
        giving(books, { amount: 50.2, method: 'Zelle', zelleReference: 'Z9', categoryId: tithe }),
        giving(books, { amount: 0.05, method: 'PayPal', payPalReference: 'P9' }),
      ],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${ROUTE}/${body.id}`);
    expect(body).toMatchObject({
      date: '2024-01-07',
      status: 'Draft',
      sundayAttendanceCount: 87,
      notes: 'First Sunday',
    });
    expect(body).toMatchObject({ controlTotal: 180.35, countedCash: 30.1, countedChecks: 100 });
    expect(body.countedBy).toEqual(['Ann', 'Bob']);
    const { byCategory, byMethod, ...sum } = body.totals;
    expect(sum).toEqual({ totalAmount: 180.35, givingCount: 5 });
    expect(byCategory).toHaveLength(2);
    expect(byCategory).toEqual(
      expect.arrayContaining([
        { categoryId: tithe, name: 'Tithe', amount: 150.2, count: 2 },
        { categoryId: books.category('General Offering'), name: 'General Offering', amount: 30.15, count: 3 },
      ]),
    );
    expect(byMethod).toHaveLength(4);
    expect(byMethod).toEqual(
      expect.arrayContaining([
        { method: 'Cash', amount: 30.1, count: 2 },
        { method: 'Check', amount: 100, count: 1 },
        { method: 'Zelle', amount: 50.2, count: 1 },
        { method: 'PayPal', amount: 0.05, count: 1 },
      ]),
    );
    expect(body.givings).toHaveLength(5);
    expect(body.givings[3]).toMatchObject({ zelleReference: 'Z9', date: '2024-01-07', sessionId: body.id });
    expect(body.givings[4]).toMatchObject({ payPalReference: 'P9', giftDate: '2024-01-07' });
    expect(body.givings[0].memberName).toContain('Lin');
    const read = await books.admin.get(`${ROUTE}/${body.id}`);
    expect(read.body).toEqual(body);
    expect(etag(read)).toBe(headers.get('etag'));
  });

  test('a session needs only a date, and may have no givings', async () => {
    const { status, body } = await post({ date: '2024-01-14' });
    expect(status).toBe(201);
    expect(body.totals).toEqual({ totalAmount: 0, givingCount: 0, byCategory: [], byMethod: [] });
    expect(body).toMatchObject({ givings: [], countedBy: [], sundayAttendanceCount: null, controlTotal: null });
    expect((await post({ date: '2024-01-21', givings: [] })).status).toBe(201);
  });

  test('the date may be tomorrow but not later, even without givings', async () => {
    for (const givings of [[], [giving(books, {})]]) {
      const late = await post({ date: inDays(2), givings });
      expect(refusal(late)).toBe('400 validation_failed');
      expect(badPaths(late)).toEqual(['date']);
    }
    expect((await post({ date: inDays(1) })).status).toBe(201);
  });

  test('420 givings of ten cents make a session of exactly 42', async () => {
    const givings = Array.from({ length: 420 }, () => giving(books, { amount: 0.1 }));
    const { body } = await post({ date: '2024-01-28', givings });
    expect(body.totals).toMatchObject({ totalAmount: 42, givingCount: 420 });
    expect(body.totals.byMethod).toEqual([{ method: 'Cash', amount: 42, count: 420 }]);
  });

  test('an anonymous giving in a session does not store its giver', async () => {
    const member = await addMember(books, {});
    const givings = [giving(books, { memberId: member.id, isAnonymous: true })];
    const { body } = await post({ date: '2024-02-25', givings });
    expect(body.givings).toMatchObject([{ memberId: null, memberName: null, isAnonymous: true }]);
  });

  test('a gift in kind is listed by its description and is not in any total', async () => {
    const piano = giving(books, { amount: 900, method: 'Other', nonCashDescription: 'Piano' });
    const { body } = await post({ date: '2024-02-18', givings: [giving(books, { amount: 10 }), piano] });
    expect(body.totals.totalAmount).toBe(10);
    expect(body.givings[1]).toMatchObject({ nonCashDescription: 'Piano' });
    const other = body.totals.byMethod.find((row: { method: string }) => row.method === 'Other');
    expect(other?.amount ?? 0).toBe(0);
  });
});

describe('entering a session is all or nothing', () => {
  test('one invalid giving prevents the whole session, and the refusal names the index of the giving', async () => {
    const givings = [giving(books, { amount: 1.005 }), giving(books, {}), giving(books, { method: 'Gold' })];
    const answer = await post({ date: '2024-03-03', givings });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['givings.0.amount', 'givings.2.method']);
    const range = 'from=2024-03-03&to=2024-03-03';
    expect((await books.admin.get(`${ROUTE}?${range}`)).body.totalCount).toBe(0);
    expect((await books.admin.get(`/api/givings?${range}`)).body.totalCount).toBe(0);
  });

  test('an unknown category or giver is refused with a 422 that names the index of its giving, and nothing is stored', async () => {
    const givings = [giving(books, {}), giving(books, { categoryId: 999 }), giving(books, { memberId: 888 })];
    const answer = await post({ date: '2024-03-10', givings });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toContain('givings.1.categoryId');
    expect((await books.admin.get(`${ROUTE}?from=2024-03-10&to=2024-03-10`)).body.totalCount).toBe(0);
    expect((await books.admin.get('/api/givings?from=2024-03-10&to=2024-03-10')).body.totalCount).toBe(0);
  });

  test.each(['date', 'sessionId'])('a giving inside a session cannot have a %s of its own', async (field) => {
    const value = field === 'date' ? '2024-03-17' : 1;
    const answer = await post({ date: '2024-03-17', givings: [giving(books, { [field]: value })] });
    expect(answer.body.errors).toMatchObject([{ path: `givings.0.${field}`, code: 'unknown_field' }]);
  });

  test.each(['totals', 'totalAmount', 'givingCount', 'status'])(
    'the field %s from a client is refused',
    async (field) => {
      const answer = await post({ date: '2024-03-17', givings: [], [field]: 1 });
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    },
  );

  test.each([-1, 1.5, '5', true])('an attendance of %j is refused', async (sundayAttendanceCount) => {
    const answer = await post({ date: '2024-03-17', sundayAttendanceCount });
    expect(badPaths(answer)).toEqual(['sundayAttendanceCount']);
  });

  test.each(['2024-02-30', 'x', null, inDays(2)])('a session with a giving on the date %j is refused', async (date) => {
    const answer = await post({ date, givings: [giving(books, {})] });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['date']);
  });

  test('a control total with three decimals is refused, and so are invalid counted amounts', async () => {
    const answer = await post({ date: '2024-03-17', controlTotal: 0.125, countedCash: -1, countedChecks: 'x' });
    expect(badPaths(answer)).toEqual(['controlTotal', 'countedCash', 'countedChecks']);
  });
});

describe('one session per date', () => {
  test('a second session on a date is refused with 409, and the refusal names the first session', async () => {
    const { id } = await addSession(books, { date: '2024-04-07' });
    const answer = await post({ date: '2024-04-07', givings: [giving(books, {})] });
    expect(refusal(answer)).toBe('409 session_exists');
    expect(answer.body.existingId).toBe(id);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.givings).toEqual([]);
  });

  test('20 simultaneous requests for one date create one session with one giving', async () => {
    const body = { date: '2024-04-14', givings: [giving(books, {})] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
    const [winner, ...rest] = answers.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(201);
    expect(rest.map(refusal)).toEqual(Array.from({ length: 19 }, () => '409 session_exists'));
    expect(new Set(rest.map((answer) => answer.body.existingId))).toEqual(new Set([winner?.body.id]));
    expect((await books.admin.get('/api/givings?from=2024-04-14&to=2024-04-14')).body.totalCount).toBe(1);
  });
});

describe('the list of offering sessions', () => {
  test('shows the attendance, the total and the number of givings of each session', async () => {
    const givings = [giving(books, { amount: 1.1 }), giving(books, { amount: 2.2 })];
    const first = await addSession(books, { date: '2024-05-05', sundayAttendanceCount: 61, givings });
    const second = await addSession(books, { date: '2024-05-12', sundayAttendanceCount: 0 });
    await addSession(books, { date: '2024-06-02' });
    const { status, body } = await books.admin.get(`${ROUTE}?from=2024-05-05&to=2024-05-12&sort=date`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, pageSize: 25, totalCount: 2, totalPages: 1 });
    expect(body.items).toMatchObject([
      { id: first.id, date: '2024-05-05', sundayAttendanceCount: 61, totalAmount: 3.3, givingCount: 2 },
      { id: second.id, date: '2024-05-12', sundayAttendanceCount: 0, totalAmount: 0, givingCount: 0 },
    ]);
  });

  test('can be filtered by status', async () => {
    const { id } = await addSession(books, { date: '2024-07-07' });
    await addSession(books, { date: '2024-07-14' });
    await books.admin.post(`${ROUTE}/${id}/submit`);
    const ids = async (status: string) => {
      const { body } = await books.admin.get(`${ROUTE}?from=2024-07-01&to=2024-07-31&status=${status}`);
      return body.items.map((item: { date: string }) => item.date);
    };
    expect(await ids('Submitted')).toEqual(['2024-07-07']);
    expect(await ids('Draft')).toEqual(['2024-07-14']);
    expect(await ids('Reconciled')).toEqual([]);
    expect(refusal(await books.admin.get(`${ROUTE}?status=Open`))).toBe('400 validation_failed');
  });
});

describe('changing a draft session', () => {
  test('keeps the session’s givings and sets omitted fields to null', async () => {
    const counts = { sundayAttendanceCount: 50, controlTotal: 10, countedCash: 10, countedChecks: 0 };
    const fields = { ...counts, countedBy: ['Ann', 'Bob'], notes: 'n' };
    const { id } = await addSession(books, { date: '2024-08-04', ...fields, givings: [giving(books, {})] });
    const { status, body } = await books.admin.put(`${ROUTE}/${id}`, { sundayAttendanceCount: 51 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ date: '2024-08-04', sundayAttendanceCount: 51, controlTotal: null, countedBy: [] });
    expect(body).toMatchObject({ countedCash: null, countedChecks: null, notes: null });
    expect(body.totals).toMatchObject({ totalAmount: 10, givingCount: 1 });
  });

  test('cannot change its date, givings, status or totals', async () => {
    const { id } = await addSession(books, { date: '2024-08-11' });
    for (const field of ['date', 'givings', 'status', 'totals']) {
      const answer = await books.admin.put(`${ROUTE}/${id}`, { [field]: [] });
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    }
  });

  test('is refused with an ETag from before a giving was added or changed', async () => {
    const answer = await post({ date: '2024-09-01', givings: [giving(books, { amount: 5 })] });
    const route = `${ROUTE}/${answer.body.id}`;
    const seen = { 'if-match': etag(answer) };
    const added = giving(books, { date: '2024-09-01', sessionId: answer.body.id, amount: 6 });
    expect((await books.admin.post('/api/givings', added)).status).toBe(201);
    expect(refusal(await books.admin.put(route, { sundayAttendanceCount: 1 }, seen))).toBe('412 stale_version');
    expect(refusal(await books.admin.post(`${route}/submit`, undefined, seen))).toBe('412 stale_version');
    const read = await books.admin.get(route);
    expect(read.body).toMatchObject({ status: 'Draft', sundayAttendanceCount: null, totals: { totalAmount: 11 } });
    const fresh = await books.admin.put(route, { sundayAttendanceCount: 1 }, { 'if-match': etag(read) });
    expect(fresh.status).toBe(200);
  });

  test('returns 404 if the session does not exist, and so do reading and submitting it', async () => {
    for (const answer of [
      await books.admin.get(`${ROUTE}/9999`),
      await books.admin.put(`${ROUTE}/9999`, {}),
      await books.admin.post(`${ROUTE}/9999/submit`),
    ]) {
      expect(refusal(answer)).toBe('404 not_found');
    }
  });
});

describe('a giving in a session', () => {
  test('must have the date of the session', async () => {
    const { id } = await addSession(books, { date: '2024-10-06' });
    const answer = await books.admin.post('/api/givings', giving(books, { date: '2024-10-07', sessionId: id }));
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['date']);
    const made = await books.admin.post('/api/givings', giving(books, { date: '2024-10-06', sessionId: id }));
    expect(made.status).toBe(201);
    const moved = await books.admin.put(
      `/api/givings/${made.body.id}`,
      giving(books, { date: '2024-10-07', sessionId: id }),
    );
    expect(refusal(moved)).toBe('400 validation_failed');
  });

  test('leaves its session when a change omits the session, and the session’s total decreases', async () => {
    const givings = [giving(books, { amount: 3 }), giving(books, { amount: 4 })];
    const session = await addSession(books, { date: '2024-11-03', givings });
    const route = `/api/givings/${session.givings[0].id}`;
    const { body } = await books.admin.put(route, giving(books, { date: '2024-11-03', amount: 3 }));
    expect(body.sessionId).toBe(null);
    expect((await books.admin.get(`${ROUTE}/${session.id}`)).body.totals).toMatchObject({
      totalAmount: 4,
      givingCount: 1,
    });
  });
});
