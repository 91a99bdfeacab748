/** Helpers of the tests of funds: funds with money, what they buy, and what a month says of them. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/daemon.ts';
import { addGiving, type Books, done, expense, type Json, type Staff } from './books.ts';

export const [GENERAL, CHECKING] = [1, 2];

/** Returns a name that no other record has. */
export const named = (what: string) => `${what} ${randomUUID()}`;

/** Returns the status, the code and the named fields of a refusal, and everything else that it says. */
export async function refusedWith(answer: Promise<Answer>): Promise<Json> {
  const { status, body } = await answer;
  return { status, code: body.code, fields: (body.errors ?? []).map(({ path }: Json) => path), ...body };
}

/** Returns the helpers, which enter documents as the treasurer and approve them as the elder. */
export function fundBooks(books: Books, treasurer: Staff, elder: Staff) {
  const newFund = async (kind: string, fields: Json = {}): Promise<number> =>
    (await done(treasurer.post('/api/funds', { name: named(kind), class: kind, ...fields }))).id;
  return {
    newFund,
    newAccount: async (kind: string): Promise<number> =>
      (await done(treasurer.post('/api/accounts', { name: named(kind), kind }))).id,

    /** Adds a fund that has this amount in cash, given on the day. */
    async funded(kind: string, amount: number, date: string, fields: Json = {}): Promise<number> {
      const fundId = await newFund(kind, fields);
      const category = { name: named('Giving'), fundId, isTaxDeductible: false };
      const { id: categoryId } = await done(books.admin.post('/api/giving-categories', category));
      await addGiving(books, { date, amount, categoryId, method: 'Zelle' });
      return fundId;
    },

    /** Enters and approves an expense with these parts. */
    async buy(date: string, splits: readonly Json[]): Promise<Json> {
      const amount = splits.reduce((sum, one) => sum + one['amount'], 0);
      const body = expense(books, { expenseDate: date, amount, subCategoryId: null, ministryId: null, splits });
      const { id } = await done(treasurer.post('/api/expenses', body));
      await done(treasurer.post(`/api/expenses/${id}/submit`));
      return done(elder.post(`/api/expenses/${id}/approve`));
    },

    move: (fields: Json, who = treasurer) => who.post('/api/transfers', { memo: 'A move', ...fields }),
    value: (id: number, body: Json, who = treasurer) => who.post(`/api/accounts/${id}/valuations`, body),

    positionIn: async (month: string): Promise<Json> =>
      (await done(treasurer.get(`/api/monthly-statements/${month.replace('-', '/')}`))).position,
    async fundIn(month: string, id: number): Promise<Json> {
      const { funds } = await done(treasurer.get(`/api/monthly-statements/${month.replace('-', '/')}`));
      return funds.find(({ fundId }: Json) => fundId === id);
    },
  };
}
