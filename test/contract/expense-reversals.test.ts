import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addMember,
  close,
  done,
  etag,
  expense,
  move,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { type Reversible, keepsCarriedMonth, keepsClosedMonth, refusesBadReversals } from './reversal-suite.ts';
import { request } from '../support/daemon.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/expenses';
const at = (id: number) => `${ROUTE}/${id}`;
const REASON = 'The goods went back';

const reverse = (id: number, fields: Record<string, unknown>, headers = {}) =>
  books.admin.post(`${at(id)}/reverse`, { reason: REASON, ...fields }, headers);
const read = (id: number) => done(books.admin.get(at(id)));
const spent = async (month: string): Promise<number> => (await statementOf(books, month)).totalExpenses;
const approved = async (fields: Record<string, unknown>): Promise<number> => (await addApproved(books, fields)).id;
const count = async (): Promise<number> => (await done(books.admin.get(`${ROUTE}?pageSize=1`))).totalCount;
const report = (year: number) => done(books.admin.get(`/api/form990/functional-expenses?year=${year}`));
const line = (body: Json, code: string) => body.lines.find((row: Json) => row.code === code);

const reversible: Reversible = {
  books,
  what: 'expense',
  route: at,
  reverse,
  counting: (date) => approved({ expenseDate: date }),
  deletable: async (date) => (await addExpense(books, { expenseDate: date })).id,
  count,
  sum: spent,
  alsoBad: [['bookedOn', { bookedOn: '2001-01-08' }]],
};

describe('a reversal of an expense', () => {
  test('is created with status 201 as a negative expense for the same purpose, booked on its own date', async () => {
    const member = await addMember(books, { lastName: 'Refund' });
    const fields = {
      subCategoryId: books.subCategory('Guest Speakers'),
      ministryId: books.ministry('Administration'),
      expenseDate: '2000-01-05',
      amount: 125.5,
      functionalClass: 'Fundraising',
      memberId: member.id,
      fundId: books.fund('Missions'),
    };
    const id = await approved(fields);
    const { status, headers, body } = await reverse(id, { date: '2000-01-09' });
    expect(status).toBe(201);
    expect(body.id).not.toBe(id);
    expect(headers.get('location')).toBe(at(body.id));
    expect(body).toMatchObject({ ...fields, expenseDate: expect.any(String), amount: -125.5 });
    expect(body).toMatchObject({ bookedOn: '2000-01-09', reversalOf: id, form990LineCode: '11g' });
    expect(body).toMatchObject({ effectiveFunctionalClass: 'Fundraising', createdBy: books.admin.userId });
    // The reversal must count at once, so it must be approved or paid.
    expect(['Approved', 'Paid']).toContain(body.status);
    const seen = await books.admin.get(at(body.id));
    expect(seen.body).toEqual(body);
    expect(etag(seen)).toBe(headers.get('etag'));
    expect(await read(id)).toMatchObject({
      amount: 125.5,
      status: 'Approved',
      bookedOn: '2000-01-05',
      reversalOf: null,
    });
  });

  test('leaves a paid expense Paid', async () => {
    const id = await approved({ expenseDate: '2000-01-06' });
    await move(books, id, 'pay');
    expect((await reverse(id, { date: '2000-01-07' })).status).toBe(201);
    expect(await read(id)).toMatchObject({ status: 'Paid', amount: 10 });
  });

  test('shows its reason in the response or in the audit log', async () => {
    const id = await approved({ expenseDate: '2000-01-08' });
    const { body } = await reverse(id, { date: '2000-01-08', reason: 'Paid twice 重複' });
    const logs = await Promise.all(
      [id, body.id].map((one) => books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${one}&pageSize=200`)),
    );
    expect(JSON.stringify([body, logs.map((log) => log.body)])).toContain('Paid twice 重複');
    const actors = logs.flatMap((log) => log.body.items.map((entry: Json) => entry.actorId));
    expect(new Set(actors)).toEqual(new Set([books.admin.userId]));
  });

  test('of part of the amount can be followed by a reversal of the rest, to the cent', async () => {
    const id = await approved({ expenseDate: '2000-02-06', amount: 0.3 });
    expect((await reverse(id, { date: '2000-02-07', amount: 0.1 })).body.amount).toBe(-0.1);
    expect(await spent('2000/2')).toBe(0.2);
    const rest = await reverse(id, { date: '2000-02-08' });
    expect(rest.body).toMatchObject({ amount: -0.2, reversalOf: id });
    expect(await spent('2000/2')).toBe(0);
  });

  test('of more than the remaining amount is refused and leaves nothing behind', async () => {
    const id = await approved({ expenseDate: '2000-03-05', amount: 10 });
    expect(refusal(await reverse(id, { date: '2000-03-05', amount: 10.01 }))).toBe('409 already_reversed');
    await done(reverse(id, { date: '2000-03-05', amount: 9.99 }));
    expect(refusal(await reverse(id, { date: '2000-03-05', amount: 0.02 }))).toBe('409 already_reversed');
    await done(reverse(id, { date: '2000-03-05', amount: 0.01 }));
    const before = await count();
    expect(refusal(await reverse(id, { date: '2000-03-05' }))).toBe('409 already_reversed');
    expect(await count()).toBe(before);
    expect(await spent('2000/3')).toBe(0);
  });

  test('is made only once if it is requested ten times at once', async () => {
    const id = await approved({ expenseDate: '2000-04-02', amount: 10 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(id, { date: '2000-04-03' })));
    const [winner, ...rest] = answers.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(201);
    expect(rest.map(refusal)).toEqual(rest.map(() => '409 already_reversed'));
    expect(await spent('2000/4')).toBe(0);
  });

  test('never exceeds the expense, even if several partial reversals are requested at once', async () => {
    const id = await approved({ expenseDate: '2000-05-07', amount: 100 });
    const part = { date: '2000-05-08', amount: 30 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id, part)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await spent('2000/5')).toBe(10);
  });

  test('is possible if the payee was deleted', async () => {
    const member = await addMember(books, { lastName: 'Departed' });
    const id = await approved({ expenseDate: '2000-07-08', memberId: member.id });
    await done(books.admin.del(`/api/members/${member.id}`));
    expect((await reverse(id, { date: '2000-07-08' })).body).toMatchObject({ amount: -10, memberId: member.id });
  });

  test('is made only once if it is requested twice with the same idempotency key', async () => {
    const id = await approved({ expenseDate: '2000-08-06', amount: 10 });
    const key = { 'idempotency-key': randomUUID() };
    const first = await reverse(id, { date: '2000-08-07', amount: 4 }, key);
    const again = await reverse(id, { date: '2000-08-07', amount: 4 }, key);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await spent('2000/8')).toBe(6);
  });

  test('is refused with a stale If-Match', async () => {
    const id = await approved({ expenseDate: '2000-09-03', amount: 10 });
    const stale = { 'if-match': etag(await books.admin.get(at(id))) };
    await move(books, id, 'pay');
    expect(refusal(await reverse(id, { date: '2000-09-04' }, stale))).toBe('412 stale_version');
    expect(await spent('2000/9')).toBe(10);
    const fresh = { 'if-match': etag(await books.admin.get(at(id))) };
    expect((await reverse(id, { date: '2000-09-04' }, fresh)).status).toBe(201);
  });
});

describe('an invalid reversal of an expense', () => {
  refusesBadReversals(reversible);

  test.each([
    ['Draft', []],
    ['PendingApproval', ['submit']],
  ] as const)('is refused if the status of the expense is %s, and leaves nothing behind', async (status, steps) => {
    const { id } = await addExpense(books, { expenseDate: '2001-02-04' });
    for (const step of steps) await move(books, id, step);
    const before = await count();
    expect(refusal(await reverse(id, { date: '2001-02-05' }))).toBe('409 invalid_transition');
    expect((await read(id)).status).toBe(status);
    expect(await count()).toBe(before);
  });
});

describe('an expense that is wholly or partly reversed', () => {
  test.each([undefined, 4])(
    'can be neither changed nor deleted, and neither can its reversal (reversed amount: %j)',
    async (amount) => {
      const month = amount === undefined ? '2002-01' : '2002-02';
      const id = await approved({ expenseDate: `${month}-06` });
      const { body: reversal } = await reverse(id, { date: `${month}-07`, amount });
      for (const one of [id, reversal.id]) {
        const before = await read(one);
        const body = expense(books, { expenseDate: `${month}-06`, notes: 'x' });
        // Neither the expense nor its reversal is a draft, so both refusals are correct. The contract does not say
        // which reason is checked first.
        for (const answer of [await books.admin.put(at(one), body), await books.admin.del(at(one))]) {
          expect(['409 reversed', '409 not_draft']).toContain(refusal(answer));
        }
        for (const step of ['submit', 'approve', 'reject']) {
          const answer = await books.admin.post(`${at(one)}/${step}`, step === 'reject' ? { reason: 'r' } : undefined);
          expect(answer.status).toBe(409);
        }
        expect(await read(one)).toEqual(before);
      }
    },
  );
});

describe('a reversal in sums and lists', () => {
  test('is found by the same filters as the reversed expense', async () => {
    const ministryId = books.ministry('Youth');
    const id = await approved({ expenseDate: '2003-01-05', ministryId, description: 'Reversible tents' });
    const { body } = await reverse(id, { date: '2003-01-12' });
    for (const filter of [`ministryId=${ministryId}`, `subCategoryId=${books.subCategory('Office Supplies')}`]) {
      const { items } = await done(books.admin.get(`${ROUTE}?${filter}&sort=id&pageSize=200`));
      const ids = items.map((row: Json) => row.id);
      expect(ids).toEqual(expect.arrayContaining([id, body.id]));
    }
  });

  test('is subtracted from its group and its fund in the statement of the month in which it is dated', async () => {
    const fundId = books.fund('Building Fund');
    const fields = { subCategoryId: books.subCategory('Rent'), fundId };
    const id = await approved({ expenseDate: '2003-02-02', amount: 100, ...fields });
    await approved({ expenseDate: '2003-03-02', amount: 30, ...fields });
    await done(reverse(id, { date: '2003-03-09', amount: 20.05 }));
    expect(await spent('2003/2')).toBe(100);
    const march = await statementOf(books, '2003/3');
    expect(march).toMatchObject({ totalExpenses: 9.95, netChange: -9.95 });
    expect(march.expensesByGroup).toMatchObject([{ name: 'Facilities', amount: 9.95 }]);
    expect(march.expensesByGroup[0].subCategories).toMatchObject([{ name: 'Rent', amount: 9.95 }]);
    const fund = march.funds.find((row: Json) => row.fundId === fundId);
    expect(fund).toMatchObject({ opening: -100, expenses: 9.95, closing: -109.95 });
  });

  test('is subtracted from its line and column in the Form 990 report of the year in which it is dated', async () => {
    const fields = { subCategoryId: books.subCategory('Travel'), ministryId: books.ministry('Administration') };
    const id = await approved({ expenseDate: '2004-12-20', amount: 50.05, ...fields });
    await approved({ expenseDate: '2005-02-01', amount: 80, ...fields });
    await done(reverse(id, { date: '2004-12-31', amount: 0.05 }));
    await done(reverse(id, { date: '2005-01-01', amount: 20 }));
    expect(line(await report(2004), '17')).toMatchObject({ total: 50, managementAndGeneral: 50, programServices: 0 });
    const next = await report(2005);
    expect(line(next, '17')).toMatchObject({ total: 60, managementAndGeneral: 60, programServices: 0 });
    expect(line(next, '17').subCategories).toMatchObject([{ name: 'Travel', total: 60 }]);
    expect(next.totals.total).toBe(60);
  });
});

describe('a finalized month', () => {
  test('keeps its statement when one of its expenses is reversed in an open month', async () => {
    const id = await approved({ expenseDate: '2006-01-04', amount: 60 });
    const before = await close(books, '2006/1');
    expect((await reverse(id, { date: '2006-02-01' })).status).toBe(201);
    expect(await statementOf(books, '2006/1')).toEqual(before);
    expect(await spent('2006/2')).toBe(-60);
  });

  keepsClosedMonth(reversible, 2006);

  test('refuses an earlier reversal that would change the balance of a fund at the start of the month', async () => {
    const id = await approved({ expenseDate: '2007-01-07', fundId: books.fund('Missions') });
    await done(books.admin.put('/api/monthly-statements/2007/2', { openingBalance: 0 }));
    const before = await close(books, '2007/2');
    expect(refusal(await reverse(id, { date: '2007-01-08' }))).toBe('409 period_finalized');
    expect(await statementOf(books, '2007/2')).toEqual(before);
    expect((await reverse(id, { date: '2007-03-01' })).status).toBe(201);
  });

  keepsCarriedMonth(reversible, 2008);
});

describe('permissions to reverse an expense', () => {
  const body = { date: '2009-01-03', reason: REASON };

  test.each(holders('finance.manage'))('a %s can reverse the expense', async (role) => {
    const someone = await books.as([role]);
    const id = await approved({ expenseDate: '2009-01-02' });
    const answer = await someone.post(`${at(id)}/reverse`, body);
    expect(answer.status).toBe(201);
    expect(answer.body.createdBy).toBe(someone.userId);
  });

  test.each(['elder', 'expense_approver', 'auditor'])(
    'a %s, who may only read the expense, cannot reverse it',
    async (role) => {
      const someone = await books.as([role]);
      const id = await approved({ expenseDate: '2009-02-02' });
      const before = await count();
      expect(refusal(await someone.post(`${at(id)}/reverse`, body))).toBe('403 forbidden');
      expect(await count()).toBe(before);
    },
  );

  test('the owner cannot reverse the expense, and a stranger learns nothing about it', async () => {
    const owner = await books.as(['member']);
    const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: '2009-03-02' })));
    await move(books, id, 'submit');
    await move(books, id, 'approve');
    const before = await count();
    expect(refusal(await owner.post(`${at(id)}/reverse`, body))).toBe('403 forbidden');
    const stranger = await books.as(['member']);
    // Both responses are correct. A 403 reveals nothing about this expense, because a stranger gets it for every id.
    expect([403, 404]).toContain((await stranger.post(`${at(id)}/reverse`, body)).status);
    const missing = await stranger.post(`${at(999_999)}/reverse`, body);
    expect(missing.status).toBe((await stranger.post(`${at(id)}/reverse`, body)).status);
    const nobody = await request(books.daemon.url, 'POST', `${at(id)}/reverse`, { body });
    expect(refusal(nobody)).toBe('401 unauthenticated');
    expect(await count()).toBe(before);
  });
});
