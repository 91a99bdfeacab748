import { beforeAll, describe, expect, test } from 'vitest';
import { addSession, booksOfFile, done, giving, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let counter: Staff;
beforeAll(async () => {
  counter = await books.as(['offering_counter']);
});

const ROUTE = '/api/offering-days';
const SESSIONS = '/api/offering-sessions';
const HIDDEN = { mayRead: false, totalAmount: null, givingCount: null, sundayAttendanceCount: null };
const open = (date: string) =>
  addSession(books, { date, sundayAttendanceCount: 84, givings: [giving(books, { amount: 33 })] });
const daysOf = async (reader: Staff, query: string) => (await done(reader.get(`${ROUTE}?${query}`))).items;

describe('the days that have an offering session', () => {
  test('show a counter who submitted the session of another counter, and when, but no figures', async () => {
    const session = await open('2024-01-07');
    const other = await books.as(['offering_counter']);
    const { submittedAt } = await done(other.post(`${SESSIONS}/${session.id}/submit`));
    const [day] = await daysOf(counter, 'from=2024-01-07&to=2024-01-07');
    const { displayName } = await done(other.get('/api/auth/me'));
    expect(day).toEqual({
      id: session.id,
      date: '2024-01-07',
      status: 'Submitted',
      submittedAt,
      submittedByName: displayName,
      reconciledAt: null,
      ...HIDDEN,
    });
  });

  test('show a counter the figures of drafts, and of what they submitted themselves', async () => {
    const [draft, own] = [await open('2024-02-04'), await open('2024-02-11')];
    await done(counter.post(`${SESSIONS}/${own.id}/submit`));
    const figures = { mayRead: true, totalAmount: 33, givingCount: 1, sundayAttendanceCount: 84 };
    expect(await daysOf(counter, 'from=2024-02-01&to=2024-02-29')).toMatchObject([
      { id: own.id, status: 'Submitted', ...figures },
      { id: draft.id, status: 'Draft', submittedAt: null, submittedByName: null, ...figures },
    ]);
  });

  test('show everything to somebody who reads all giving', async () => {
    const session = await open('2024-03-03');
    await done(books.admin.post(`${SESSIONS}/${session.id}/submit`));
    await done(books.admin.post(`${SESSIONS}/${session.id}/reconcile`));
    const [day] = await daysOf(await books.as(['auditor']), `sessionId=${session.id}`);
    expect(day).toMatchObject({ status: 'Reconciled', mayRead: true, totalAmount: 33 });
    expect(day.reconciledAt).not.toBeNull();
    expect(await daysOf(counter, `sessionId=${session.id}`)).toMatchObject([{ status: 'Reconciled', ...HIDDEN }]);
  });

  test('leave out a deleted session and other sessions than the one asked for', async () => {
    const gone = await addSession(books, { date: '2024-04-07' });
    await addSession(books, { date: '2024-04-14' });
    await books.admin.del(`${SESSIONS}/${gone.id}`);
    expect(await daysOf(counter, `sessionId=${gone.id}`)).toEqual([]);
    expect(await daysOf(counter, 'from=2024-04-01&to=2024-04-30')).toMatchObject([{ date: '2024-04-14' }]);
  });

  test('cannot be sorted by a figure, and are refused to a member', async () => {
    expect(refusal(await counter.get(`${ROUTE}?sort=totalAmount`))).toBe('400 validation_failed');
    expect(refusal(await (await books.as(['member'])).get(ROUTE))).toBe('403 forbidden');
  });
});
