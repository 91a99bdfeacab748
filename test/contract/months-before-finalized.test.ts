/** Tests which documents an open month takes if a later month is finalized: those that change none of its figures. */
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../support/daemon.ts';
import { addGiving, booksOfFile, close, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
const CHECKING = 2;
const DATE = '2021-07-20';
const LATER = '/api/monthly-statements/2021/8';
let treasurer: Staff;

beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  await addGiving(books, { date: '2021-07-04', amount: 70 });
  await addGiving(books, { date: '2021-08-01', amount: 90, categoryId: books.category('Missions') });
  await close(books, '2021/8');
});

const account = async (kind: string): Promise<number> =>
  (await done(treasurer.post('/api/accounts', { name: `Our ${kind}`, kind }))).id;
const transfer = (fromAccountId: number, toAccountId: number) =>
  treasurer.post('/api/transfers', { date: DATE, amount: 4, memo: 'Moved', fromAccountId, toAccountId });
const entry = (debit: Json, credit: Json) => {
  const lines = [
    { ...debit, debit: 3 },
    { ...credit, credit: 3 },
  ];
  return treasurer.post('/api/journal-entries', { date: DATE, memo: 'Corrected', lines });
};
const codeOf = (answer: Answer) => (answer.status < 300 ? 'done' : refusal(answer));

/** Returns the statement of the later month without what says who finalized it. */
async function figures(): Promise<Json> {
  const { totalGiving, openingBalance, closingBalance, funds, position, unpaid } = await done(treasurer.get(LATER));
  return { totalGiving, openingBalance, closingBalance, funds, position, unpaid };
}

test('transfers and entries that change none of the later figures, and no others', async () => {
  const [loan, building, card] = [await account('Loan'), await account('FixedAsset'), await account('CreditCard')];
  const before = await figures();
  const [phone, rent] = ['Telephone', 'Rent'].map((name) => ({ subCategoryId: books.subCategory(name) }));
  const missions = { incomeCategoryId: 1, fundId: books.fund('Missions') };
  expect(codeOf(await transfer(loan, building))).toBe('done');
  expect(codeOf(await entry({ accountId: building }, { accountId: loan }))).toBe('done');
  expect(codeOf(await entry(phone, rent))).toBe('done');
  expect(codeOf(await transfer(loan, CHECKING))).toBe('409 period_finalized');
  expect(codeOf(await transfer(loan, card))).toBe('409 period_finalized');
  expect(codeOf(await entry({ accountId: card }, { accountId: loan }))).toBe('409 period_finalized');
  expect(codeOf(await entry(phone, missions))).toBe('409 period_finalized');
  expect(await figures()).toEqual(before);
  await done(books.admin.post(`${LATER}/reopen`, { reason: 'To compute it anew' }));
  expect(await figures()).toEqual(before);
});
