import { beforeAll, describe, expect, test } from 'vitest';
import { type Staff, close, done, expense, move, booksOfFile, refusal } from './books.ts';
import { getReceipt, pdf, putFile, receiptOf, storedFiles } from './receipt-files.ts';
import { request } from '../support/daemon.ts';

const books = booksOfFile();
let owner: Staff;
let treasurer: Staff;
beforeAll(async () => {
  owner = await books.as(['member']);
  treasurer = await books.as(['treasurer']);
});

const ROUTE = '/api/expenses';
const put = (who: Staff, id: number, text = 'a receipt') => putFile({ books, who, id }, { bytes: pdf(text) });
const textOf = async (who: Staff, id: number) => (await getReceipt(books, who, id)).bytes.toString('latin1');

/** Adds an expense of `owner` with a receipt, performs these workflow steps, and returns the id of the expense. */
async function inState(steps: readonly ('submit' | 'approve' | 'pay')[], fields: Record<string, unknown> = {}) {
  const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: '2024-02-01', ...fields })));
  await done(put(owner, id, 'the first'));
  for (const step of steps) await move(books, id, step);
  return id as number;
}

const OPEN = [
  ['Draft', []],
  ['PendingApproval', ['submit']],
] as const;
const LOCKED = [
  ['Approved', ['submit', 'approve']],
  ['Paid', ['submit', 'approve', 'pay']],
] as const;

describe('the owner of an expense', () => {
  test.each(OPEN)('can replace the receipt while the expense is %s', async (status, steps) => {
    const id = await inState(steps);
    const { body } = await put(owner, id, 'the second');
    expect(body).toMatchObject({ status, receipt: { contentType: 'application/pdf' } });
    expect(await textOf(owner, id)).toContain('the second');
  });

  test('can delete the receipt of a draft that was never submitted', async () => {
    const id = await inState([]);
    expect((await owner.del(receiptOf(id))).status).toBe(204);
  });

  test.each(LOCKED)('can read but not change the receipt of an expense that is %s', async (_status, steps) => {
    const id = await inState(steps);
    const [files, before] = [storedFiles(books), await done(owner.get(`${ROUTE}/${id}`))];
    expect(refusal(await put(owner, id, 'the second'))).toBe('409 receipt_locked');
    expect(refusal(await owner.del(receiptOf(id)))).toBe('409 receipt_locked');
    expect(await textOf(owner, id)).toContain('the first');
    expect(await done(owner.get(`${ROUTE}/${id}`))).toEqual(before);
    expect(storedFiles(books)).toEqual(files);
  });

  test('can change the receipt again after a rejection', async () => {
    const id = await inState(['submit']);
    await done(treasurer.post(`${ROUTE}/${id}/reject`, { reason: 'the photo is blurred' }));
    expect((await put(owner, id, 'the second')).status).toBe(200);
  });

  test('can change the receipt at any time with finance.manage', async () => {
    const { id } = await done(treasurer.post(ROUTE, expense(books, { expenseDate: '2024-02-02' })));
    for (const step of ['submit', 'approve', 'pay'] as const) {
      await move(books, id, step);
      expect((await put(treasurer, id, step)).status).toBe(200);
    }
  });
});

describe.each(['treasurer', 'finance'])('a %s', (role) => {
  test.each([...OPEN, ...LOCKED])(
    'can store and read the receipt of another person’s %s expense, but can delete only a draft’s receipt',
    async (status, steps) => {
      const someone = await books.as([role]);
      const id = await inState(steps);
      expect((await put(someone, id, 'from finance')).status).toBe(200);
      expect(await textOf(someone, id)).toContain('from finance');
      const removed = await someone.del(receiptOf(id));
      expect(status === 'Draft' ? removed.status : refusal(removed)).toBe(
        status === 'Draft' ? 204 : '409 receipt_locked',
      );
    },
  );
});

describe('a user who may only read an expense', () => {
  test.each(['elder', 'expense_approver', 'auditor'])('can read its receipt but cannot change it: %s', async (role) => {
    const someone = await books.as([role]);
    const id = await inState([]);
    const files = storedFiles(books);
    expect(await textOf(someone, id)).toContain('the first');
    expect(refusal(await put(someone, id, 'not theirs'))).toBe('403 forbidden');
    expect(refusal(await someone.del(receiptOf(id)))).toBe('403 forbidden');
    expect(await textOf(owner, id)).toContain('the first');
    expect(storedFiles(books)).toEqual(files);
  });
});

describe('access to a receipt', () => {
  test.each(['member', 'admin', 'pastor', 'secretary', 'ministry_leader'])(
    'is refused with 404 to a %s who may not read the expense, whether or not it has a receipt',
    async (role) => {
      const someone = await books.as([role]);
      const bare = await done(owner.post(ROUTE, expense(books, { expenseDate: '2024-02-03' })));
      for (const id of [await inState([]), bare.id]) {
        const files = storedFiles(books);
        expect(refusal(await someone.get(receiptOf(id)))).toBe('404 not_found');
        expect(refusal(await put(someone, id, 'a stranger’s'))).toBe('404 not_found');
        expect(refusal(await someone.del(receiptOf(id)))).toBe('404 not_found');
        expect(storedFiles(books)).toEqual(files);
      }
      expect((await done(owner.get(`${ROUTE}/${bare.id}`))).receipt).toBe(null);
    },
  );

  test('is refused to a caller who is not signed in', async () => {
    const id = await inState([]);
    const files = storedFiles(books);
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="a.pdf"' };
    for (const [method, options] of [
      ['GET', {}],
      ['PUT', { headers, body: pdf('anonymous').toString('latin1') }],
      ['DELETE', {}],
    ] as const) {
      const answer = await request(books.daemon.url, method, receiptOf(id), options);
      expect(refusal(answer)).toBe('401 unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    }
    expect(await textOf(owner, id)).toContain('the first');
    expect(storedFiles(books)).toEqual(files);
  });

  test('is refused to a deactivated owner who still has a token', async () => {
    const leaver = await books.as(['member']);
    const { id } = await done(leaver.post(ROUTE, expense(books, { expenseDate: '2024-02-04' })));
    await done(put(leaver, id));
    await done(books.admin.post(`/api/users/${leaver.userId}/deactivate`));
    expect(refusal(await leaver.get(receiptOf(id)))).toBe('401 unauthenticated');
    expect(refusal(await put(leaver, id, 'after the end'))).toBe('401 unauthenticated');
  });
});

test('a treasurer can store a receipt for an expense in a finalized month, and the statement does not change', async () => {
  const id = await inState(['submit', 'approve'], { expenseDate: '2010-05-05' });
  const before = await close(books, '2010/5');
  expect((await put(treasurer, id, 'found later')).status).toBe(200);
  expect(await done(books.admin.get('/api/monthly-statements/2010/5'))).toEqual(before);
});

test.each(['POST', 'PATCH'])('a receipt cannot be sent with %s', async (method) => {
  const id = await inState([]);
  const answer = await request(books.daemon.url, method, receiptOf(id), { token: owner.token, body: {} });
  expect(refusal(answer)).toBe('405 method_not_allowed');
  const allowed = answer.headers.get('allow') ?? '';
  for (const name of ['GET', 'PUT', 'DELETE']) expect(allowed).toContain(name);
});
