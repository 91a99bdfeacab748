import { describe, expect, test } from 'vitest';
import {
  type Json,
  addGiving,
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
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/offering-sessions';
type Move = 'submit' | 'reconcile' | 'reopen';
type Status = 'Draft' | 'Submitted' | 'Reconciled';
const BODY = { submit: undefined, reconcile: {}, reopen: { reason: 'A cheque was missed' } };

const read = (id: number) => books.admin.get(`${ROUTE}/${id}`);
const go = (id: number, move: Move, body: unknown = BODY[move], headers = {}) =>
  books.admin.post(`${ROUTE}/${id}/${move}`, body, headers);

let week = 0;
/** Returns the Sunday after the one that the previous call returned, so that no two sessions share a date. */
function sunday(): string {
  week += 1;
  return new Date(Date.UTC(2010, 0, 3 + 7 * week)).toISOString().slice(0, 10);
}

/** Adds a session with one giving, and moves the session to this status. */
async function session(status: Status, fields: Record<string, unknown> = {}) {
  const date = sunday();
  const { id, givings } = await addSession(books, { date, givings: [giving(books, { amount: 25 })], ...fields });
  if (status !== 'Draft') await done(go(id, 'submit'));
  if (status === 'Reconciled') await done(go(id, 'reconcile'));
  return { id: id as number, date, givingId: givings[0]?.id as number };
}

describe('reconciling an offering session', () => {
  test('makes a submitted session Reconciled and stores the deposit', async () => {
    const { id } = await session('Submitted');
    const before = (await read(id)).body;
    const deposit = { bankReference: 'DEP-2231', depositedOn: '2010-01-12' };
    const answer = await go(id, 'reconcile', deposit);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status: 'Reconciled', ...deposit });
    expect(answer.body.totals).toEqual(before.totals);
    expect(answer.body.givings).toEqual(before.givings);
    const after = await read(id);
    expect(after.body).toEqual(answer.body);
    expect(etag(after)).toBe(etag(answer));
  });

  test('needs neither a bank reference nor a deposit date, which is today by default', async () => {
    for (const body of [undefined, {}]) {
      const { id } = await session('Submitted');
      expect((await books.admin.post(`${ROUTE}/${id}/reconcile`, body)).status).toBe(200);
      expect((await read(id)).body).toMatchObject({
        status: 'Reconciled',
        bankReference: null,
        depositedOn: inDays(0),
      });
    }
  });

  test.each([
    ['depositedOn', '2010-02-30'],
    ['depositedOn', inDays(1)],
    ['depositedOn', 5],
    ['bankReference', 5],
    ['bankRef', 'DEP'],
    ['status', 'Reconciled'],
  ])('is refused if %s is %j, and the session stays Submitted', async (path, value) => {
    const { id } = await session('Submitted');
    const answer = await go(id, 'reconcile', { [path]: value });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
    expect((await read(id)).body.status).toBe('Submitted');
  });

  test('moves the session from the list of submitted sessions to the list of reconciled sessions', async () => {
    const { id, date } = await session('Submitted');
    const ids = async (status: Status) => {
      const { body } = await books.admin.get(`${ROUTE}?from=${date}&to=${date}&status=${status}`);
      return body.items.map((item: Json) => item.id);
    };
    await done(go(id, 'reconcile'));
    expect(await ids('Reconciled')).toEqual([id]);
    expect(await ids('Submitted')).toEqual([]);
    expect(await ids('Draft')).toEqual([]);
  });

  test('succeeds for exactly one of ten simultaneous attempts', async () => {
    const { id } = await session('Submitted');
    const answers = await Promise.all(Array.from({ length: 10 }, () => go(id, 'reconcile')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(9);
  });
});

describe('reopening an offering session', () => {
  test.each<Status>(['Submitted', 'Reconciled'])(
    'makes a %s session a Draft that can be changed again',
    async (status) => {
      const { id, date, givingId } = await session(status);
      const answer = await go(id, 'reopen');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, status: 'Draft', totals: { totalAmount: 25, givingCount: 1 } });
      const changed = giving(books, { date, sessionId: id, amount: 26 });
      expect((await books.admin.put(`/api/givings/${givingId}`, changed)).status).toBe(200);
      expect((await books.admin.post('/api/givings', changed)).status).toBe(201);
      expect((await books.admin.put(`${ROUTE}/${id}`, { controlTotal: 52 })).status).toBe(200);
      expect((await go(id, 'submit')).body).toMatchObject({ status: 'Submitted', totals: { totalAmount: 52 } });
      expect((await go(id, 'reconcile')).body.status).toBe('Reconciled');
    },
  );

  test.each([undefined, {}, { reason: '' }, { reason: '  ' }, { reason: null }, { reason: 5 }])(
    'is refused with the body %j, and the session stays Submitted',
    async (body) => {
      const { id } = await session('Submitted');
      const answer = await books.admin.post(`${ROUTE}/${id}/reopen`, body);
      expect(answer.status).toBe(400);
      expect((await read(id)).body.status).toBe('Submitted');
    },
  );

  test('is refused if the reason is missing or a field is unknown, and the refusal names the field', async () => {
    const { id } = await session('Submitted');
    expect(badPaths(await go(id, 'reopen', {}))).toEqual(['reason']);
    const typo = await go(id, 'reopen', { reason: 'x', why: 'y' });
    expect(typo.body.errors).toMatchObject([{ path: 'why', code: 'unknown_field' }]);
  });

  test('is recorded in the audit log with the reason, the user and the change of status', async () => {
    const { id } = await session('Reconciled');
    await done(go(id, 'reopen', { reason: 'Two envelopes found 兩個信封' }));
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=OfferingSession&entityId=${id}`));
    const entry = items.find((item: Json) => item.action.endsWith('Reopened'));
    expect(entry).toMatchObject({ actorId: books.admin.userId, changes: { status: ['Reconciled', 'Draft'] } });
    expect(JSON.stringify(entry)).toContain('Two envelopes found 兩個信封');
    const others = items.filter((item: Json) => item !== entry);
    expect(JSON.stringify(others)).not.toContain('Two envelopes found');
  });

  test('is not recorded in the audit log if it is refused', async () => {
    const { id } = await session('Draft');
    expect((await go(id, 'reopen', { reason: 'Unheard' })).status).toBe(409);
    const logs = await books.admin.get(`/api/audit-logs?entityType=OfferingSession&entityId=${id}`);
    expect(JSON.stringify(logs.body)).not.toContain('Unheard');
  });

  test('succeeds even while the session is being reconciled, and leaves it a Draft', async () => {
    const { id } = await session('Submitted');
    const [reconciled, reopened] = await Promise.all([go(id, 'reconcile'), go(id, 'reopen')]);
    const now = (await read(id)).body;
    expect(reopened.status).toBe(200);
    expect(now.status).toBe('Draft');
    expect(['200 undefined', '409 invalid_transition']).toContain(refusal(reconciled));
  });
});

describe('a workflow step that the session’s status does not allow', () => {
  test.each<[Status, Move]>([
    ['Draft', 'reconcile'],
    ['Draft', 'reopen'],
    ['Submitted', 'submit'],
    ['Reconciled', 'submit'],
    ['Reconciled', 'reconcile'],
  ])('is refused and changes nothing: a %s session and the step %s', async (status, move) => {
    const { id } = await session(status);
    const before = await read(id);
    expect(refusal(await go(id, move))).toBe('409 invalid_transition');
    const after = await read(id);
    expect(after.body).toEqual(before.body);
    expect(etag(after)).toBe(etag(before));
  });

  test('cannot change the stored deposit', async () => {
    const { id } = await session('Submitted');
    await done(go(id, 'reconcile', { bankReference: 'first' }));
    expect(refusal(await go(id, 'reconcile', { bankReference: 'second' }))).toBe('409 invalid_transition');
    expect((await read(id)).body.bankReference).toBe('first');
  });

  test('returns 404 if the session does not exist, and so does deleting the session', async () => {
    for (const move of ['reconcile', 'reopen'] as const) {
      expect(refusal(await go(99_999, move))).toBe('404 not_found');
    }
    expect(refusal(await books.admin.del(`${ROUTE}/99999`))).toBe('404 not_found');
  });
});

describe('a stale If-Match', () => {
  test.each<[Status, Move]>([
    ['Submitted', 'reconcile'],
    ['Submitted', 'reopen'],
    ['Reconciled', 'reopen'],
  ])('on a %s session prevents the step %s', async (status, move) => {
    const { id } = await session('Draft');
    const stale = { 'if-match': etag(await read(id)) };
    await done(go(id, 'submit'));
    if (status === 'Reconciled') await done(go(id, 'reconcile'));
    expect(refusal(await go(id, move, BODY[move], stale))).toBe('412 stale_version');
    const now = await read(id);
    expect(now.body.status).toBe(status);
    expect((await go(id, move, BODY[move], { 'if-match': etag(now) })).status).toBe(200);
  });

  test('prevents the deletion of a session', async () => {
    const { id } = await session('Draft', { givings: [] });
    const stale = { 'if-match': etag(await read(id)) };
    const fresh = await books.admin.put(`${ROUTE}/${id}`, { notes: 'changed' });
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`, stale))).toBe('412 stale_version');
    expect((await read(id)).status).toBe(200);
    expect((await books.admin.del(`${ROUTE}/${id}`, { 'if-match': etag(fresh) })).status).toBe(204);
  });
});

describe('deleting an offering session', () => {
  test('that is an empty draft returns 204, and its date can be used for a new session', async () => {
    const { id, date } = await session('Draft', { givings: [], sundayAttendanceCount: 44 });
    const gone = await books.admin.del(`${ROUTE}/${id}`);
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect(refusal(await read(id))).toBe('404 not_found');
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('404 not_found');
    expect((await books.admin.get(`${ROUTE}?from=${date}&to=${date}`)).body.items).toEqual([]);
    const again = await books.admin.post(ROUTE, { date });
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ sundayAttendanceCount: null, givings: [] });
  });

  test('removes its attendance from the monthly statement', async () => {
    const { id, date } = await session('Draft', { givings: [], sundayAttendanceCount: 44 });
    const month = date.slice(0, 7).replace('-', '/');
    const before = (await statementOf(books, month)).attendance;
    await done(books.admin.del(`${ROUTE}/${id}`));
    const after = (await statementOf(books, month)).attendance;
    expect(after).toMatchObject({ sundays: before.sundays - 1, total: before.total - 44 });
  });

  test('that is a draft with a giving is refused until the giving is deleted', async () => {
    const { id, givingId } = await session('Draft');
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 session_not_empty');
    expect((await read(id)).body.totals.givingCount).toBe(1);
    await done(books.admin.del(`/api/givings/${givingId}`));
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
  });

  test.each<Status>(['Submitted', 'Reconciled'])(
    'that is %s is refused, whether or not it is empty',
    async (status) => {
      for (const fields of [{}, { givings: [] }]) {
        const { id } = await session(status, fields);
        expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 session_locked');
        expect((await read(id)).body.status).toBe(status);
      }
    },
  );

  test('while a giving is being added to it never leaves the giving without a session', async () => {
    const { id, date } = await session('Draft', { givings: [] });
    const body = giving(books, { date, sessionId: id });
    const [gone, added] = await Promise.all([
      books.admin.del(`${ROUTE}/${id}`),
      books.admin.post('/api/givings', body),
    ]);
    expect([`${gone.status} ${added.status}`]).toContainEqual(expect.stringMatching(/^(204 422|409 201)$/));
    expect((await books.admin.get(`/api/givings?sessionId=${id}`)).body.totalCount).toBe(added.status === 201 ? 1 : 0);
  });
});

describe('a reconciled session', () => {
  test.each([
    ['another amount', { amount: 26 }],
    ['another category', { categoryId: 1 }],
    ['only a note', { note: 'only a note' }],
    ['an earlier date and no session', { date: '2009-01-04', sessionId: null }],
    ['no session', { sessionId: null }],
  ])('refuses this change to its giving: %s', async (_label, fields) => {
    const { id, date, givingId } = await session('Reconciled');
    const before = (await books.admin.get(`/api/givings/${givingId}`)).body;
    const body = giving(books, { date, sessionId: id, amount: 25, ...fields });
    expect(refusal(await books.admin.put(`/api/givings/${givingId}`, body))).toBe('409 session_locked');
    expect((await books.admin.get(`/api/givings/${givingId}`)).body).toEqual(before);
  });

  test('refuses to delete or add a giving, and to change its own notes', async () => {
    const { id, date, givingId } = await session('Reconciled');
    const before = (await read(id)).body;
    expect(refusal(await books.admin.del(`/api/givings/${givingId}`))).toBe('409 session_locked');
    const body = giving(books, { date, sessionId: id });
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('409 session_locked');
    expect(refusal(await books.admin.put(`${ROUTE}/${id}`, { notes: 'late' }))).toBe('409 session_locked');
    expect((await read(id)).body).toEqual(before);
  });
});

describe('moving a giving', () => {
  test.each<Status>(['Submitted', 'Reconciled'])(
    'into a %s session is refused, whether the giving was in a draft or in no session',
    async (status) => {
      const target = await session(status);
      const draft = await session('Draft');
      const loose = await addGiving(books, { date: target.date });
      const into = giving(books, { date: target.date, sessionId: target.id });
      for (const id of [draft.givingId, loose.id]) {
        expect(refusal(await books.admin.put(`/api/givings/${id}`, into))).toBe('409 session_locked');
      }
      expect((await read(target.id)).body.totals).toMatchObject({ totalAmount: 25, givingCount: 1 });
      expect((await read(draft.id)).body.totals.givingCount).toBe(1);
      expect((await books.admin.get(`/api/givings/${loose.id}`)).body.sessionId).toBe(null);
    },
  );

  test.each<Status>(['Submitted', 'Reconciled'])('out of a %s session into a draft is refused', async (status) => {
    const source = await session(status);
    const draft = await session('Draft');
    const into = giving(books, { date: draft.date, sessionId: draft.id });
    expect(refusal(await books.admin.put(`/api/givings/${source.givingId}`, into))).toBe('409 session_locked');
    expect((await read(source.id)).body.totals.givingCount).toBe(1);
    expect((await read(draft.id)).body.totals.givingCount).toBe(1);
  });

  test('from one draft to another requires the date of the new session, and updates both totals', async () => {
    const from = await session('Draft');
    const to = await session('Draft');
    const route = `/api/givings/${from.givingId}`;
    const stays = giving(books, { date: from.date, sessionId: to.id, amount: 25 });
    const wrong = await books.admin.put(route, stays);
    expect(refusal(wrong)).toBe('400 validation_failed');
    expect(badPaths(wrong)).toEqual(['date']);
    const moved = await books.admin.put(route, { ...stays, date: to.date });
    expect(moved.body).toMatchObject({ sessionId: to.id, date: to.date });
    expect((await read(from.id)).body).toMatchObject({ givings: [], totals: { totalAmount: 0, givingCount: 0 } });
    expect((await read(to.id)).body.totals).toMatchObject({ totalAmount: 50, givingCount: 2 });
  });
});

describe('permissions for offering sessions', () => {
  test.each(holders('giving.manage'))('a %s can submit, reconcile, reopen and delete a session', async (role) => {
    const someone = await books.as([role]);
    const made = await someone.post(ROUTE, { date: sunday() });
    const route = `${ROUTE}/${made.body.id}`;
    expect((await someone.post(`${route}/submit`)).status).toBe(200);
    expect((await someone.post(`${route}/reconcile`)).body.status).toBe('Reconciled');
    expect((await someone.post(`${route}/reopen`, BODY.reopen)).body.status).toBe('Draft');
    expect((await someone.del(route)).status).toBe(204);
  });

  test.each(['auditor', 'admin', 'elder', 'secretary', 'member'])(
    'a %s cannot reconcile, reopen or delete a session',
    async (role) => {
      const someone = await books.as([role]);
      const { id } = await session('Submitted', { givings: [] });
      const route = `${ROUTE}/${id}`;
      expect(refusal(await someone.post(`${route}/reconcile`))).toBe('403 forbidden');
      expect(refusal(await someone.post(`${route}/reopen`, BODY.reopen))).toBe('403 forbidden');
      expect(refusal(await someone.del(route))).toBe('403 forbidden');
      expect((await read(id)).body.status).toBe('Submitted');
    },
  );

  test('an offering counter cannot reconcile or reopen a session', async () => {
    const counter = await books.as(['offering_counter']);
    for (const status of ['Draft', 'Submitted', 'Reconciled'] as const) {
      const { id } = await session(status);
      for (const move of ['reconcile', 'reopen'] as const) {
        const answer = await counter.post(`${ROUTE}/${id}/${move}`, BODY[move]);
        const allowed = status === 'Draft' ? ['403 forbidden'] : ['403 forbidden', '404 not_found'];
        expect(allowed).toContain(refusal(answer));
      }
      expect((await read(id)).body.status).toBe(status);
    }
  });

  test('an offering counter can delete an empty draft, but gets 404 for a locked session', async () => {
    const counter = await books.as(['offering_counter']);
    const draft = await session('Draft', { givings: [] });
    expect((await counter.del(`${ROUTE}/${draft.id}`)).status).toBe(204);
    const locked = await session('Reconciled', { givings: [] });
    expect(refusal(await counter.get(`${ROUTE}/${locked.id}`))).toBe('404 not_found');
    expect(refusal(await counter.del(`${ROUTE}/${locked.id}`))).toBe('404 not_found');
    expect((await read(locked.id)).status).toBe(200);
  });

  test('an offering counter cannot see a reconciled session or its givings until the session is reopened', async () => {
    const counter = await books.as(['offering_counter']);
    const { id, date, givingId } = await session('Reconciled');
    const range = `from=${date}&to=${date}`;
    expect((await counter.get(`${ROUTE}?${range}`)).body.items).toEqual([]);
    expect((await counter.get(`/api/givings?${range}`)).body.items).toEqual([]);
    await done(go(id, 'reopen'));
    expect((await counter.get(`${ROUTE}/${id}`)).body.status).toBe('Draft');
    expect((await counter.get(`${ROUTE}?${range}`)).body.totalCount).toBe(1);
    expect((await counter.get(`/api/givings/${givingId}`)).status).toBe(200);
  });
});

/** These tests must run last, because a finalized month prevents changes in all earlier months. */
describe('a session in a finalized month', () => {
  test('can be reconciled, but not reopened until the month is reopened', async () => {
    const { id, date } = await session('Submitted');
    const month = date.slice(0, 7).replace('-', '/');
    const before = await close(books, month);
    expect((await go(id, 'reconcile')).body.status).toBe('Reconciled');
    expect(await statementOf(books, month)).toEqual(before);
    expect(refusal(await go(id, 'reopen'))).toBe('409 period_finalized');
    expect((await read(id)).body.status).toBe('Reconciled');
    await done(books.admin.post(`/api/monthly-statements/${month}/reopen`, { reason: 'missed' }));
    expect((await go(id, 'reopen')).body.status).toBe('Draft');
  });

  test('cannot be reopened if it is Submitted', async () => {
    const date = '2015-03-01';
    const { id } = await addSession(books, { date, givings: [giving(books, {})] });
    await done(go(id, 'submit'));
    await close(books, '2015/3');
    expect(refusal(await go(id, 'reopen'))).toBe('409 period_finalized');
    expect((await read(id)).body.status).toBe('Submitted');
  });

  test('cannot be deleted, because the finalized figures include its attendance', async () => {
    const { id } = await addSession(books, { date: '2015-04-05', sundayAttendanceCount: 44 });
    const before = await close(books, '2015/4');
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 period_finalized');
    expect((await read(id)).body.sundayAttendanceCount).toBe(44);
    expect(await statementOf(books, '2015/4')).toEqual(before);
  });
});
