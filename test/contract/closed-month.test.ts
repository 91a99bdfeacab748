import { describe, expect, test } from 'vitest';
import {
  type Books,
  addApproved,
  addExpense,
  addGiving,
  addSession,
  close,
  done,
  expense,
  giving,
  move,
  booksOfFile,
  refusal,
} from './books.ts';

const books = booksOfFile();

const SESSIONS = '/api/offering-sessions';
const read = (month: string) => done(books.admin.get(`/api/monthly-statements/${month}`));

/** Closes the month, tries the write, checks that the statement did not change, and returns the refusal. */
async function refused(month: string, write: () => ReturnType<Books['admin']['get']>): Promise<string> {
  const before = await close(books, month);
  const answer = await write();
  expect(await read(month)).toEqual(before);
  return refusal(answer);
}

describe('a finalized month refuses', () => {
  test('a new giving', async () => {
    await expect(
      refused('2001/1', () => books.admin.post('/api/givings', giving(books, { date: '2001-01-31' }))),
    ).resolves.toBe('409 period_finalized');
    await addGiving(books, { date: '2001-02-01' });
    await addGiving(books, { date: '2000-12-31' });
  });

  test('a change to one of its givings', async () => {
    const { id } = await addGiving(books, { date: '2001-03-04' });
    const body = giving(books, { date: '2001-03-04', amount: 11 });
    await expect(refused('2001/3', () => books.admin.put(`/api/givings/${id}`, body))).resolves.toBe(
      '409 period_finalized',
    );
    expect((await books.admin.get(`/api/givings/${id}`)).body.amount).toBe(10);
  });

  test('moving one of its givings to another month', async () => {
    const { id } = await addGiving(books, { date: '2001-05-06' });
    await expect(
      refused('2001/5', () => books.admin.put(`/api/givings/${id}`, giving(books, { date: '2001-06-01' }))),
    ).resolves.toBe('409 period_finalized');
    expect((await books.admin.get(`/api/givings/${id}`)).body.date).toBe('2001-05-06');
  });

  test('moving a giving into it from another month', async () => {
    const { id } = await addGiving(books, { date: '2001-08-01' });
    await expect(
      refused('2001/7', () => books.admin.put(`/api/givings/${id}`, giving(books, { date: '2001-07-31' }))),
    ).resolves.toBe('409 period_finalized');
    expect((await books.admin.get(`/api/givings/${id}`)).body.date).toBe('2001-08-01');
  });

  test('moving one of its givings to another category', async () => {
    const { id } = await addGiving(books, { date: '2001-09-02' });
    const body = giving(books, { date: '2001-09-02', categoryId: books.category('Tithe') });
    await expect(refused('2001/9', () => books.admin.put(`/api/givings/${id}`, body))).resolves.toBe(
      '409 period_finalized',
    );
  });

  test('turning one of its givings into a gift in kind', async () => {
    const { id } = await addGiving(books, { date: '2001-10-07' });
    const body = giving(books, { date: '2001-10-07', nonCashDescription: 'Piano' });
    await expect(refused('2001/10', () => books.admin.put(`/api/givings/${id}`, body))).resolves.toBe(
      '409 period_finalized',
    );
  });

  test('deleting one of its givings', async () => {
    const { id } = await addGiving(books, { date: '2001-11-04' });
    await expect(refused('2001/11', () => books.admin.del(`/api/givings/${id}`))).resolves.toBe('409 period_finalized');
    expect((await books.admin.get(`/api/givings/${id}`)).status).toBe(200);
  });

  test('a new session with givings or an attendance', async () => {
    const body = { date: '2002-01-06', givings: [giving(books, {})] };
    await expect(refused('2002/1', () => books.admin.post(SESSIONS, body))).resolves.toBe('409 period_finalized');
    const counted = { date: '2002-01-06', sundayAttendanceCount: 5, givings: [] };
    expect(refusal(await books.admin.post(SESSIONS, counted))).toBe('409 period_finalized');
    expect((await books.admin.get(`${SESSIONS}?from=2002-01-01&to=2002-01-31`)).body.totalCount).toBe(0);
  });

  test('adding a giving to one of its draft sessions', async () => {
    const { id } = await addSession(books, { date: '2002-02-03' });
    const body = giving(books, { date: '2002-02-03', sessionId: id });
    await expect(refused('2002/2', () => books.admin.post('/api/givings', body))).resolves.toBe('409 period_finalized');
  });

  test('changing the attendance of one of its draft sessions', async () => {
    const { id } = await addSession(books, { date: '2002-03-03', sundayAttendanceCount: 40 });
    const body = { sundayAttendanceCount: 41 };
    await expect(refused('2002/3', () => books.admin.put(`${SESSIONS}/${id}`, body))).resolves.toBe(
      '409 period_finalized',
    );
    expect((await books.admin.get(`${SESSIONS}/${id}`)).body.sundayAttendanceCount).toBe(40);
  });

  test('approving an expense that would be booked in the month', async () => {
    const { id } = await addExpense(books, { expenseDate: '2002-04-04' });
    await move(books, id, 'submit');
    await expect(refused('2002/4', () => books.admin.post(`/api/expenses/${id}/approve`))).resolves.toBe(
      '409 period_finalized',
    );
    const explicit = await books.admin.post(`/api/expenses/${id}/approve`, { bookedOn: '2002-04-30' });
    expect(refusal(explicit)).toBe('409 period_finalized');
    expect((await books.admin.get(`/api/expenses/${id}`)).body).toMatchObject({ status: 'PendingApproval' });
  });

  test('approving another month’s expense with a booking date in the finalized month', async () => {
    const { id } = await addExpense(books, { expenseDate: '2002-06-04' });
    await move(books, id, 'submit');
    const body = { bookedOn: '2002-05-31' };
    await expect(refused('2002/5', () => books.admin.post(`/api/expenses/${id}/approve`, body))).resolves.toBe(
      '409 period_finalized',
    );
  });

  test('givings that arrive while it is being finalized, unless its statement counts them', async () => {
    const body = giving(books, { date: '2002-07-07', amount: 1 });
    const adds = Array.from({ length: 10 }, () => books.admin.post('/api/givings', body));
    const [closed, ...added] = await Promise.all([close(books, '2002/7'), ...adds]);
    const made = added.filter(({ status }) => status === 201).length;
    expect(closed.totalGiving).toBe(made);
    const { body: list } = await books.admin.get('/api/givings?from=2002-07-01&to=2002-07-31');
    expect(list.totalCount).toBe(made);
  });
});

describe('a locked session of a finalized month', () => {
  test('refuses changes to its givings and counts because it is locked, not because of the month', async () => {
    const session = await addSession(books, { date: '2003-01-05', givings: [giving(books, {})] });
    await done(books.admin.post(`${SESSIONS}/${session.id}/submit`));
    const route = `/api/givings/${session.givings[0].id}`;
    const body = giving(books, { date: '2003-01-05', sessionId: session.id, amount: 11 });
    await expect(refused('2003/1', () => books.admin.put(route, body))).resolves.toBe('409 session_locked');
    expect(refusal(await books.admin.del(route))).toBe('409 session_locked');
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('409 session_locked');
    const counts = await books.admin.put(`${SESSIONS}/${session.id}`, { sundayAttendanceCount: 3 });
    expect(refusal(counts)).toBe('409 session_locked');
  });
});

describe('a finalized month still accepts', () => {
  test('meal counts', async () => {
    await close(books, '2004/1');
    const counts = { adultCount: 1, youthCount: 2, childCount: 3 };
    expect((await books.admin.put('/api/meal-attendance/2004-01-04', counts)).status).toBe(201);
    expect((await books.admin.put('/api/meal-attendance/2004-01-04', counts)).status).toBe(200);
  });

  test('submitting a session that was still a draft when the month was finalized', async () => {
    const { id } = await addSession(books, { date: '2004-02-01', givings: [giving(books, {})] });
    const before = await close(books, '2004/2');
    const { status, body } = await books.admin.post(`${SESSIONS}/${id}/submit`);
    expect(status).toBe(200);
    expect(body.status).toBe('Submitted');
    expect(await read('2004/2')).toEqual(before);
  });

  test('paying one of its approved expenses on a day in an open month, but not on a day in the finalized month', async () => {
    const { id } = await addApproved(books, { expenseDate: '2004-03-07' });
    const before = await close(books, '2004/3');
    expect(before.unpaid).toEqual({ amount: 10, count: 1 });
    const closed = await books.admin.post(`/api/expenses/${id}/pay`, { paidOn: '2004-03-31' });
    expect(closed.body).toMatchObject({ code: 'period_finalized', firstOpenDate: '2004-04-01' });
    const paid = await books.admin.post(`/api/expenses/${id}/pay`, { paidOn: '2004-04-01' });
    expect(paid.body.status).toBe('Paid');
    expect(await read('2004/3')).toEqual(before);
  });

  test('a new expense that is entered and submitted but not approved', async () => {
    const before = await close(books, '2004/4');
    const made = await books.admin.post('/api/expenses', expense(books, { expenseDate: '2004-04-05' }));
    expect(made.status).toBe(201);
    expect((await books.admin.post(`/api/expenses/${made.body.id}/submit`)).status).toBe(200);
    expect(await read('2004/4')).toEqual(before);
  });

  test('approving one of its expenses with a booking date in an open month', async () => {
    const { id } = await addExpense(books, { expenseDate: '2004-05-05' });
    await move(books, id, 'submit');
    await close(books, '2004/5');
    const { body } = await books.admin.post(`/api/expenses/${id}/approve`, { bookedOn: '2004-06-01' });
    expect(body).toMatchObject({ status: 'Approved', bookedOn: '2004-06-01' });
  });

  test('a change to one of its givings after it is reopened', async () => {
    const { id } = await addGiving(books, { date: '2019-07-04' });
    await close(books, '2019/7');
    const route = `/api/givings/${id}`;
    const body = giving(books, { date: '2019-07-05', amount: 12 });
    expect(refusal(await books.admin.put(route, body))).toBe('409 period_finalized');
    await done(books.admin.post('/api/monthly-statements/2019/7/reopen', { reason: 'late' }));
    expect((await books.admin.put(route, body)).status).toBe(200);
    expect((await read('2019/7')).totalGiving).toBe(12);
  });
});

describe('a finalized month whose opening figures come from earlier months refuses', () => {
  test('a giving in the draft month before it', async () => {
    await done(books.admin.put('/api/monthly-statements/2005/1', { openingBalance: 10 }));
    const body = giving(books, { date: '2005-01-02' });
    await expect(refused('2005/2', () => books.admin.post('/api/givings', body))).resolves.toBe('409 period_finalized');
    expect((await read('2005/1')).totalGiving).toBe(0);
  });

  test('changing the opening balance of the draft month before it', async () => {
    await done(books.admin.put('/api/monthly-statements/2006/1', { openingBalance: 10 }));
    const save = { openingBalance: 20 };
    await expect(refused('2006/2', () => books.admin.put('/api/monthly-statements/2006/1', save))).resolves.toBe(
      '409 period_finalized',
    );
    expect((await read('2006/1')).openingBalance).toBe(10);
  });

  test('a new giving to a fund in an earlier month', async () => {
    await done(books.admin.put('/api/monthly-statements/2007/2', { openingBalance: 0 }));
    const body = giving(books, { date: '2007-01-07', categoryId: books.category('Missions') });
    await expect(refused('2007/2', () => books.admin.post('/api/givings', body))).resolves.toBe('409 period_finalized');
    const session = { date: '2007-01-07', givings: [giving(books, { categoryId: books.category('Missions') })] };
    expect(refusal(await books.admin.post(SESSIONS, session))).toBe('409 period_finalized');
  });

  test('changing or deleting an earlier giving to a fund', async () => {
    await done(books.admin.put('/api/monthly-statements/2010/2', { openingBalance: 0 }));
    const missions = { date: '2010-01-03', categoryId: books.category('Missions') };
    const { id } = await addGiving(books, missions);
    const body = giving(books, { date: '2010-01-03' });
    const change = () => books.admin.put(`/api/givings/${id}`, body);
    await expect(refused('2010/2', change)).resolves.toBe('409 period_finalized');
    expect(refusal(await books.admin.del(`/api/givings/${id}`))).toBe('409 period_finalized');
    const more = giving(books, { ...missions, amount: 11 });
    expect(refusal(await books.admin.put(`/api/givings/${id}`, more))).toBe('409 period_finalized');
  });

  test('approving an earlier expense that is paid from a fund', async () => {
    await done(books.admin.put('/api/monthly-statements/2012/2', { openingBalance: 0 }));
    const { id } = await addExpense(books, { expenseDate: '2012-01-05', fundId: books.fund('Missions') });
    await move(books, id, 'submit');
    const approve = () => books.admin.post(`/api/expenses/${id}/approve`);
    await expect(refused('2012/2', approve)).resolves.toBe('409 period_finalized');
  });

  test('approving an expense or adding a session with givings in the draft month before it', async () => {
    await done(books.admin.put('/api/monthly-statements/2014/1', { openingBalance: 10 }));
    const { id } = await addExpense(books, { expenseDate: '2014-01-05' });
    await move(books, id, 'submit');
    const approve = () => books.admin.post(`/api/expenses/${id}/approve`);
    await expect(refused('2014/2', approve)).resolves.toBe('409 period_finalized');
    const session = { date: '2014-01-05', givings: [giving(books, {})] };
    expect(refusal(await books.admin.post(SESSIONS, session))).toBe('409 period_finalized');
  });
});

describe('a finalized month with an opening balance of its own', () => {
  test('allows changes in earlier months that affect no fund', async () => {
    await done(books.admin.put('/api/monthly-statements/2018/2', { openingBalance: 5 }));
    const before = await close(books, '2018/2');
    await addGiving(books, { date: '2018-01-06', amount: 100 });
    expect(await read('2018/2')).toEqual(before);
  });
});

describe('a write that changes no figure of a finalized month', () => {
  test('is accepted if it changes the note of a giving', async () => {
    const { id } = await addGiving(books, { date: '2019-01-04' });
    await close(books, '2019/1');
    const body = giving(books, { date: '2019-01-04', note: 'thank-you letter sent' });
    expect((await books.admin.put(`/api/givings/${id}`, body)).status).toBe(200);
  });

  test('is accepted from users who manage giving, but not from counters', async () => {
    const date = '2019-02-03';
    const session = await addSession(books, { date, givings: [giving(books, { note: 'as entered' })] });
    const { id } = session.givings[0];
    await close(books, '2019/2');
    const [counter, finance] = [await books.as(['offering_counter']), await books.as(['finance'])];
    const body = giving(books, { date, sessionId: session.id, note: 'changed', checkNumber: '7' });
    expect(refusal(await counter.put(`/api/givings/${id}`, body))).toBe('403 forbidden');
    expect(refusal(await counter.put(`/api/givings/${id}`, { ...body, amount: 11 }))).toBe('409 period_finalized');
    expect((await books.admin.get(`/api/givings/${id}`)).body.note).toBe('as entered');
    expect((await finance.put(`/api/givings/${id}`, body)).body).toMatchObject({ note: 'changed', checkNumber: '7' });
    await done(books.admin.post('/api/monthly-statements/2019/2/reopen', { reason: 'r' }));
    expect((await counter.put(`/api/givings/${id}`, body)).status).toBe(200);
  });

  test('is accepted if it adds a session with only an attendance to the draft month before', async () => {
    await done(books.admin.put('/api/monthly-statements/2020/1', { openingBalance: 10 }));
    const before = await close(books, '2020/2');
    const session = { date: '2020-01-03', sundayAttendanceCount: 12, givings: [] };
    expect((await books.admin.post(SESSIONS, session)).status).toBe(201);
    expect(await read('2020/2')).toEqual(before);
  });

  test('is accepted if it changes the names of the people who counted a session', async () => {
    const { id } = await addSession(books, { date: '2021-01-01' });
    await close(books, '2021/1');
    expect((await books.admin.put(`${SESSIONS}/${id}`, { countedBy: ['Ann', 'Bob'] })).status).toBe(200);
  });
});
