import { describe, expect, test } from 'vitest';
import { addGiving, addSession, etag, giving, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();

const ROUTE = '/api/offering-sessions';
const submit = (id: number) => books.admin.post(`${ROUTE}/${id}/submit`);
const TWO = { countedBy: ['Ann', 'Bob'] };

async function submitted(date: string) {
  const session = await addSession(books, { date, ...TWO, givings: [giving(books, { amount: 25 })] });
  await submit(session.id);
  return { id: session.id as number, givingId: session.givings[0].id as number };
}

describe('submitting an offering session', () => {
  test('makes a draft Submitted, and returns the session with its new ETag', async () => {
    const { id } = await addSession(books, { date: '2024-01-07', ...TWO, givings: [giving(books, {})] });
    const { status, body, headers } = await submit(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'Submitted', totals: { totalAmount: 10 } });
    expect(body.givings).toHaveLength(1);
    expect(headers.get('etag')).toMatch(/^"/);
    const read = await books.admin.get(`${ROUTE}/${id}`);
    expect(read.body.status).toBe('Submitted');
    expect(etag(read)).toBe(headers.get('etag'));
  });

  test('is refused if the session is already Submitted', async () => {
    const { id } = await submitted('2024-01-14');
    expect(refusal(await submit(id))).toBe('409 invalid_transition');
  });

  test('succeeds for exactly one of ten simultaneous attempts', async () => {
    const { id } = await addSession(books, { date: '2024-01-21' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(9);
  });

  test.each([
    ['2024-02-01', [], 1],
    ['2024-02-02', ['Ann'], 1],
    ['2024-02-03', ['Ann', 'ANN'], 1],
    ['2024-02-04', ['Zoë', ' zoe '], 1],
    ['2024-02-05', ['Ann', 'Bob'], 0],
    ['2024-02-06', ['Ann', 'Bob', 'Cy'], 0],
    ['2024-02-07', ['Ann', 'ANN', 'Bob'], 0],
  ])('of %s that was counted by %j returns %d single_counter warning(s)', async (date, countedBy, expected) => {
    const { id } = await addSession(books, { date, countedBy });
    const { status, body } = await submit(id);
    expect(status).toBe(200);
    expect((body.warnings ?? []).map((warning: { code: string }) => warning.code)).toEqual(
      Array.from({ length: expected }, () => 'single_counter'),
    );
  });
});

describe('the control totals of a session', () => {
  const givings = () => [
    giving(books, { amount: 10.1 }),
    giving(books, { amount: 20.2 }),
    giving(books, { amount: 5, method: 'Check' }),
    giving(books, { amount: 7, method: 'Zelle' }),
  ];

  test('stop the submission if the total differs by a cent, and the refusal shows both figures', async () => {
    const { id } = await addSession(books, { date: '2024-03-03', controlTotal: 42.31, ...TWO, givings: givings() });
    const answer = await submit(id);
    expect(refusal(answer)).toBe('409 control_total_mismatch');
    expect(answer.body).toMatchObject({ controlTotal: 42.31, totalAmount: 42.3 });
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.status).toBe('Draft');
  });

  test('stop the submission if the counted cash differs from the cash entered', async () => {
    const { id } = await addSession(books, { date: '2024-03-10', countedCash: 30, ...TWO, givings: givings() });
    const answer = await submit(id);
    expect(refusal(answer)).toBe('409 control_total_mismatch');
    expect(answer.body).toMatchObject({ countedCash: 30, cashTotal: 30.3 });
  });

  test('stop the submission if the counted checks differ from the checks entered', async () => {
    const { id } = await addSession(books, { date: '2024-03-17', countedChecks: 0, ...TWO, givings: givings() });
    const answer = await submit(id);
    expect(refusal(answer)).toBe('409 control_total_mismatch');
    expect(answer.body).toMatchObject({ countedChecks: 0, checkTotal: 5 });
  });

  test('allow the submission if all figures agree', async () => {
    const counted = { controlTotal: 42.3, countedCash: 30.3, countedChecks: 5 };
    const { id } = await addSession(books, { date: '2024-03-24', ...counted, ...TWO, givings: givings() });
    expect((await submit(id)).body.status).toBe('Submitted');
  });

  test('are compared even if they are 0, whether or not the session has givings', async () => {
    const empty = await addSession(books, { date: '2024-03-30', controlTotal: 0, ...TWO });
    expect((await submit(empty.id)).status).toBe(200);
    const full = await addSession(books, { date: '2024-03-31', controlTotal: 0, ...TWO, givings: givings() });
    expect(refusal(await submit(full.id))).toBe('409 control_total_mismatch');
  });

  test('do not include gifts in kind', async () => {
    const piano = giving(books, { amount: 900, nonCashDescription: 'Piano' });
    const counted = { controlTotal: 42.3, countedCash: 30.3 };
    const { id } = await addSession(books, { date: '2024-04-07', ...counted, ...TWO, givings: [...givings(), piano] });
    expect((await submit(id)).status).toBe(200);
  });

  test('allow the submission once they are corrected', async () => {
    const { id } = await addSession(books, { date: '2024-04-14', controlTotal: 1, ...TWO, givings: givings() });
    expect((await submit(id)).status).toBe(409);
    await books.admin.put(`${ROUTE}/${id}`, { controlTotal: 42.3, ...TWO });
    expect((await submit(id)).status).toBe(200);
  });
});

describe('a submitted session', () => {
  test('refuses to change a giving', async () => {
    const { id, givingId } = await submitted('2024-05-05');
    const body = giving(books, { date: '2024-05-05', sessionId: id, amount: 26 });
    expect(refusal(await books.admin.put(`/api/givings/${givingId}`, body))).toBe('409 session_locked');
    expect((await books.admin.get(`/api/givings/${givingId}`)).body.amount).toBe(25);
  });

  test('refuses to release a giving from the session', async () => {
    const { givingId } = await submitted('2024-05-12');
    const body = giving(books, { date: '2024-05-12', amount: 25 });
    expect(refusal(await books.admin.put(`/api/givings/${givingId}`, body))).toBe('409 session_locked');
  });

  test('refuses to delete a giving', async () => {
    const { givingId } = await submitted('2024-05-19');
    expect(refusal(await books.admin.del(`/api/givings/${givingId}`))).toBe('409 session_locked');
    expect((await books.admin.get(`/api/givings/${givingId}`)).status).toBe(200);
  });

  test('refuses to add a giving', async () => {
    const { id } = await submitted('2024-05-26');
    const body = giving(books, { date: '2024-05-26', sessionId: id });
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('409 session_locked');
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.totals.givingCount).toBe(1);
  });

  test('refuses to take in an existing giving', async () => {
    const { id } = await submitted('2024-06-02');
    const loose = await addGiving(books, { date: '2024-06-02' });
    const body = giving(books, { date: '2024-06-02', sessionId: id });
    expect(refusal(await books.admin.put(`/api/givings/${loose.id}`, body))).toBe('409 session_locked');
  });

  test('refuses to change its attendance count', async () => {
    const { id } = await submitted('2024-06-09');
    const answer = await books.admin.put(`${ROUTE}/${id}`, { sundayAttendanceCount: 9 });
    expect(refusal(answer)).toBe('409 session_locked');
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.sundayAttendanceCount).toBe(null);
  });

  test('refuses to change even the note of a giving', async () => {
    const { id, givingId } = await submitted('2024-06-16');
    const body = giving(books, { date: '2024-06-16', sessionId: id, amount: 25, note: 'only a note' });
    expect(refusal(await books.admin.put(`/api/givings/${givingId}`, body))).toBe('409 session_locked');
  });

  test('still prevents a second session on its date', async () => {
    const { id } = await submitted('2024-06-23');
    const answer = await books.admin.post(ROUTE, { date: '2024-06-23', givings: [] });
    expect(refusal(answer)).toBe('409 session_exists');
    expect(answer.body.existingId).toBe(id);
  });

  test('never changes after the submission, even if givings were being added at that moment', async () => {
    const { id } = await addSession(books, { date: '2024-06-30', ...TWO });
    const body = giving(books, { date: '2024-06-30', sessionId: id, amount: 1 });
    const adds = Array.from({ length: 12 }, () => books.admin.post('/api/givings', body));
    const [answer, ...added] = await Promise.all([submit(id), ...adds]);
    const late = added.filter(({ status }) => status !== 201);
    expect(late.map(refusal)).toEqual(late.map(() => '409 session_locked'));
    const { body: now } = await books.admin.get(`${ROUTE}/${id}`);
    expect(now.totals.totalAmount).toBe(answer.body.totals.totalAmount);
    expect(now.totals.givingCount).toBe(12 - late.length);
  });
});

describe('permissions for sessions', () => {
  test('an auditor can read sessions, but can neither enter nor submit them', async () => {
    const auditor = await books.as(['auditor']);
    const { id } = await addSession(books, { date: '2024-07-07' });
    expect((await auditor.get(`${ROUTE}/${id}`)).status).toBe(200);
    expect(refusal(await auditor.post(ROUTE, { date: '2024-07-14', givings: [] }))).toBe('403 forbidden');
    expect(refusal(await auditor.put(`${ROUTE}/${id}`, {}))).toBe('403 forbidden');
    expect(refusal(await auditor.post(`${ROUTE}/${id}/submit`))).toBe('403 forbidden');
  });
});
