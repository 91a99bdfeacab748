import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, done, booksOfFile } from './books.ts';
import { webhook } from './office.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { sign, webhookBody } from '../support/line.ts';

const books = booksOfFile();
let memberId: number;
beforeAll(async () => {
  ({ id: memberId } = await addMember(books, { email: 'someone@example.org' }));
});

const historyCount = async () => (await done(books.admin.get('/api/notifications/history'))).totalCount;

describe('a church without any configured service', () => {
  test('sends no e-mail, says why, and adds no row to the history', async () => {
    const body = { memberIds: [memberId], subject: 'News', body: 'None' };
    const answer = await books.admin.post('/api/notifications/email', body, { 'idempotency-key': 'mail' });
    expectProblem(answer, 503, 'not_configured');
    const again = await books.admin.post('/api/notifications/email', body, { 'idempotency-key': 'mail' });
    expectProblem(again, 503, 'not_configured');
    expect(await historyCount()).toBe(0);
  });

  test('sends no LINE message, says why, and adds no row to the history', async () => {
    const answer = await books.admin.post('/api/notifications/line', { memberIds: [memberId], body: 'None' });
    expectProblem(answer, 503, 'not_configured');
    expect(await historyCount()).toBe(0);
  });

  test('refuses every webhook call, signed or not', async () => {
    const body = webhookBody([]);
    expectProblem(await webhook(books, body), 503, 'not_configured');
    expectProblem(await webhook(books, body, sign('', body)), 503, 'not_configured');
    expectProblem(await webhook(books, body, null), 503, 'not_configured');
    expect((await books.admin.get('/api/health')).status).toBe(200);
  });

  test('gives no AI suggestions', async () => {
    const answer = await books.admin.post('/api/ai/suggest-expense-category', { description: 'Toner' });
    expectProblem(answer, 503, 'not_configured');
    expect((await done(books.admin.get('/api/ai/status'))).configured).toBe(false);
  });

  test('still names the invalid fields of a request', async () => {
    const answer = await books.admin.post('/api/notifications/email', { emails: ['x'], subject: '', body: '' });
    expectBadFields(answer, ['body', 'emails.0', 'subject']);
    expect(await historyCount()).toBe(0);
  });

  test('has an empty history, no bindings and no groups', async () => {
    const page = { items: [], page: 1, pageSize: 25, totalCount: 0, totalPages: 0 };
    expect(await done(books.admin.get('/api/notifications/history'))).toEqual(page);
    expect((await done(books.admin.get('/api/notifications/bindings'))).items).toEqual([]);
    expect((await done(books.admin.get('/api/notifications/groups'))).items).toEqual([]);
  });
});
