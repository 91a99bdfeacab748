import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addGiving,
  addMember,
  addSession,
  done,
  giving,
  booksOfFile,
  refusal,
} from './books.ts';

const books = booksOfFile();
let counter: Staff;
beforeAll(async () => {
  counter = await books.as(['offering_counter']);
});

const ROUTE = '/api/offering-sessions';
const PAPERS = ['slip.pdf', 'deposit-slip.pdf', 'count-sheet.pdf'];

async function locked(date: string) {
  const session = await addSession(books, { date, givings: [giving(books, {})] });
  await done(books.admin.post(`${ROUTE}/${session.id}/submit`));
  return { id: session.id as number, givingId: session.givings[0].id as number };
}

describe('an offering counter', () => {
  test('can enter, read, change and submit a draft session', async () => {
    const givings = [giving(books, { amount: 12 })];
    const made = await counter.post(ROUTE, { date: '2024-01-07', countedBy: ['Ann', 'Bob'], givings });
    expect(made.status).toBe(201);
    const route = `${ROUTE}/${made.body.id}`;
    expect((await counter.get(route)).body.totals.totalAmount).toBe(12);
    const changed = await counter.put(route, { sundayAttendanceCount: 40, controlTotal: 12 });
    expect(changed.body).toMatchObject({ sundayAttendanceCount: 40, controlTotal: 12 });
    const sent = await counter.post(`${route}/submit`);
    expect(sent.status).toBe(200);
    expect(sent.body.status).toBe('Submitted');
  });

  test('can read a session that they submitted, and its papers, but cannot change it', async () => {
    const { body } = await counter.post(ROUTE, { date: '2024-01-14', givings: [giving(books, { amount: 21 })] });
    await done(counter.post(`${ROUTE}/${body.id}/submit`));
    expect(await done(counter.get(`${ROUTE}/${body.id}`))).toMatchObject({
      status: 'Submitted',
      givings: [{ id: body.givings[0].id, amount: 21 }],
    });
    for (const paper of PAPERS) {
      const { status, headers } = await counter.get(`${ROUTE}/${body.id}/${paper}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    expect(refusal(await counter.get(`/api/givings/${body.givings[0].id}`))).toBe('404 not_found');
    const { items } = await done(counter.get(`${ROUTE}?from=2024-01-14&to=2024-01-14`));
    expect(items).toEqual([]);
    expect(refusal(await counter.put(`${ROUTE}/${body.id}`, {}))).toBe('404 not_found');
    expect(refusal(await counter.post(`${ROUTE}/${body.id}/submit`))).toBe('404 not_found');
  });

  test('cannot see a session that another person submitted, nor its papers', async () => {
    const { body } = await counter.post(ROUTE, { date: '2024-01-21', givings: [giving(books, {})] });
    await done((await books.as(['offering_counter'])).post(`${ROUTE}/${body.id}/submit`));
    expect(refusal(await counter.get(`${ROUTE}/${body.id}`))).toBe('404 not_found');
    for (const paper of PAPERS)
      expect(refusal(await counter.get(`${ROUTE}/${body.id}/${paper}`))).toBe('404 not_found');
  });

  test('is warned of a likely duplicate only within the same session', async () => {
    const { id: memberId } = await addMember(books, {});
    const date = '2024-01-28';
    const gift = giving(books, { date, memberId, amount: 33 });
    await addGiving(books, { date, memberId, amount: 33 });
    const session = await addSession(books, { date });
    const first = await done(counter.post('/api/givings', { ...gift, sessionId: session.id }));
    expect(first).not.toHaveProperty('warnings');
    const second = await done(counter.post('/api/givings', { ...gift, sessionId: session.id }));
    expect(second.warnings).toEqual([expect.objectContaining({ duplicateOf: first.id })]);
    expect(await done(counter.post('/api/givings', gift))).not.toHaveProperty('warnings');
  });

  test('can list only draft sessions', async () => {
    const draft = await addSession(books, { date: '2024-02-04' });
    await locked('2024-02-11');
    const { status, body } = await counter.get(`${ROUTE}?from=2024-02-01&to=2024-02-29`);
    expect(status).toBe(200);
    expect(body.totalCount).toBe(1);
    expect(body.items).toMatchObject([{ id: draft.id, status: 'Draft' }]);
    const submitted = await counter.get(`${ROUTE}?from=2024-02-01&to=2024-02-29&status=Submitted`);
    expect(submitted.body).toMatchObject({ items: [], totalCount: 0 });
  });

  test('can read, change and delete the givings of a draft session', async () => {
    const session = await addSession(books, { date: '2024-03-03', givings: [giving(books, { amount: 1 })] });
    const route = `/api/givings/${session.givings[0].id}`;
    expect((await counter.get(route)).status).toBe(200);
    const body = giving(books, { date: '2024-03-03', sessionId: session.id, amount: 2 });
    expect((await counter.put(route, body)).body.amount).toBe(2);
    expect((await counter.post('/api/givings', body)).status).toBe(201);
    expect((await counter.del(route)).status).toBe(204);
    expect((await counter.get(`${ROUTE}/${session.id}`)).body.totals).toMatchObject({ totalAmount: 2, givingCount: 1 });
  });

  test('can neither read, change nor delete the givings of a submitted session', async () => {
    const { id, givingId } = await locked('2024-03-10');
    const body = giving(books, { date: '2024-03-10', sessionId: id });
    expect(refusal(await counter.get(`/api/givings/${givingId}`))).toBe('404 not_found');
    expect(refusal(await counter.put(`/api/givings/${givingId}`, body))).toBe('404 not_found');
    expect(refusal(await counter.del(`/api/givings/${givingId}`))).toBe('404 not_found');
    expect((await books.admin.get(`/api/givings/${givingId}`)).status).toBe(200);
  });

  test('can enter a giving that is not in a session, but cannot read it afterwards', async () => {
    const made = await counter.post('/api/givings', giving(books, { date: '2024-04-01', amount: 77 }));
    expect(made.status).toBe(201);
    expect((await books.admin.get(`/api/givings/${made.body.id}`)).body.amount).toBe(77);
    const route = `/api/givings/${made.body.id}`;
    expect(refusal(await counter.get(route))).toBe('404 not_found');
    expect(refusal(await counter.put(route, giving(books, { date: '2024-04-01' })))).toBe('404 not_found');
    expect(refusal(await counter.del(route))).toBe('404 not_found');
  });

  test('cannot see a giver’s history with any query', async () => {
    const donor = await addMember(books, { firstName: 'Donor', lastName: 'Quiet' });
    await addGiving(books, { date: '2024-05-01', memberId: donor.id, note: 'private' });
    const old = await addSession(books, { date: '2024-05-05', givings: [giving(books, { memberId: donor.id })] });
    await done(books.admin.post(`${ROUTE}/${old.id}/submit`));
    const now = await addSession(books, { date: '2024-05-12', givings: [giving(books, { memberId: donor.id })] });
    for (const query of [`memberId=${donor.id}`, 'search=quiet', 'from=2024-05-01&to=2024-05-31']) {
      const { body } = await counter.get(`/api/givings?${query}`);
      expect(body.totalCount).toBe(1);
      expect(body.items.map((item: Json) => item.sessionId)).toEqual([now.id]);
    }
    expect((await counter.get('/api/givings?search=private')).body.totalCount).toBe(0);
    expect((await counter.get(`/api/givings?sessionId=${old.id}`)).body.totalCount).toBe(0);
  });

  test('can neither add a giving to a submitted session nor move a giving into it', async () => {
    const { id } = await locked('2024-06-02');
    const draft = await addSession(books, { date: '2024-06-03', givings: [giving(books, {})] });
    const into = giving(books, { date: '2024-06-02', sessionId: id });
    expect((await counter.post('/api/givings', into)).status).toBeGreaterThanOrEqual(404);
    expect((await counter.put(`/api/givings/${draft.givings[0].id}`, into)).status).toBeGreaterThanOrEqual(404);
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.totals.givingCount).toBe(1);
  });

  test('who is also an auditor can read submitted sessions and their givings', async () => {
    const both = await books.as(['offering_counter', 'auditor']);
    const { id, givingId } = await locked('2024-07-07');
    expect((await both.get(`${ROUTE}/${id}`)).status).toBe(200);
    expect((await both.get(`/api/givings/${givingId}`)).status).toBe(200);
    const body = giving(books, { date: '2024-07-07', sessionId: id });
    expect(refusal(await both.put(`/api/givings/${givingId}`, body))).toBe('409 session_locked');
  });

  test('can read no statement and no report', async () => {
    expect(refusal(await counter.get('/api/monthly-statements/2024/1'))).toBe('403 forbidden');
    expect(refusal(await counter.get('/api/form990/functional-expenses?year=2024'))).toBe('403 forbidden');
  });
});
