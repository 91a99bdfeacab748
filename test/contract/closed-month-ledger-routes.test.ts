/** Tries every route that writes ledger documents in a finalized month. The figures of the month must not change. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/daemon.ts';
import { type Bank, newBank } from './bank-support.ts';
import {
  addApproved,
  addGiving,
  addSession,
  booksOfFile,
  close,
  done,
  giving,
  type Json,
  refusal,
  type Staff,
} from './books.ts';

const books = booksOfFile();
const [UNDEPOSITED, CHECKING, PETTY_CASH] = [1, 2, 3];
const GENERAL = 1;
const MONTH = '2021/8';
const day = (number: number): string => `2021-08-${String(number).padStart(2, '0')}`;
const LATER = '2021-10-03';
const id: Record<string, number> = {};
let treasurer: Staff;
let elder: Staff;
let bank: Bank;

const income = (fields: Json = {}): Json => ({
  date: day(5),
  amount: 12.5,
  incomeCategoryId: 1,
  accountId: UNDEPOSITED,
  ...fields,
});
const transfer = (fields: Json = {}): Json => ({
  date: day(6),
  amount: 4,
  fromAccountId: CHECKING,
  toAccountId: PETTY_CASH,
  memo: 'Change',
  ...fields,
});
const lines = (from: Json) => [
  { subCategoryId: books.subCategory('Telephone'), debit: 3 },
  { ...from, credit: 3 },
];
const entry = (fields: Json = {}): Json => ({
  date: day(7),
  memo: 'Corrected',
  lines: lines({ incomeCategoryId: 1 }),
  ...fields,
});
const add = async (key: string, route: string, body: Json) => {
  id[key] = (await done(treasurer.post(route, body))).id;
};

beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
  await addGiving(books, { date: day(2), amount: 90, categoryId: books.category('Missions') });
  await add('income', '/api/other-income', income());
  await add('deposited', '/api/other-income', income({ amount: 8 }));
  await add('transfer', '/api/transfers', transfer());
  const restricted = { fromFundId: books.fund('Missions'), toFundId: GENERAL, reason: 'The board agreed' };
  await add('pendingTransfer', '/api/transfers', { date: day(6), amount: 2, memo: 'Lent', ...restricted });
  await add('entry', '/api/journal-entries', entry());
  await add('pendingEntry', '/api/journal-entries', entry({ lines: lines({ accountId: CHECKING }) }));
  const items = [{ otherIncomeId: id['deposited'] }];
  await add('deposit', '/api/deposits', { date: day(9), accountId: CHECKING, items, fee: 1 });
  const session = await addSession(books, { date: day(1), givings: [giving(books, { amount: 11, method: 'Cash' })] });
  await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
  id['session'] = session.id;
  for (const key of ['owed', 'paid'])
    id[key] = (await addApproved(books, { expenseDate: day(10), amount: 20, subCategoryId: 1 })).id;
  bank = await newBank(books, treasurer);
  await bank.bring(LINES.map(({ key, amount }) => ({ date: day(4), amount, text: key })));
  for (const { id: lineId, description } of await bank.lines()) id[description] = lineId;
  await add('payment', '/api/payments', { date: day(12), method: 'Check', items: [{ expenseId: id['paid'] }] });
  await close(books, MONTH);
}, 60_000);

/** Returns the statement of the month and the reports at its end, on both bases. */
async function figures(): Promise<Json> {
  const range = `from=${day(1)}&to=${day(31)}`;
  const read = (route: string) => done(books.admin.get(route));
  const of = async (basis: string) => [
    await read(`/api/reports/trial-balance?at=${day(31)}&basis=${basis}`),
    await read(`/api/reports/income-statement?${range}&basis=${basis}&columns=fund`),
    await read(`/api/reports/fund-balances?${range}&basis=${basis}`),
  ];
  return [await read(`/api/monthly-statements/${MONTH}`), await of('booked'), await of('paid')];
}

const OPENING = 'put /api/books/opening';

type Try = [send: () => Promise<Answer>, answer: string];
const CLOSED = '409 period_finalized';
/** The request must succeed, because it changes no figure of the month. */
const DONE = 'done';

/** A line of the bank for each request. */
const LINES = [
  { key: 'line of income', amount: 4 },
  { key: 'line of expense', amount: -5 },
  { key: 'line of transfer', amount: 6 },
  { key: 'line of in', amount: 7 },
  { key: 'line of out', amount: -7 },
];
async function undoImport() {
  const { importId } = await done(bank.send([{ date: day(4), amount: 2, text: 'Another try' }]));
  return post(`${bank.route}/bank-imports/${importId}/undo`);
}
const line = (key: string, step: string) => `${bank.route}/bank-lines/${id[key]}/${step}`;
const purpose = () => ({ subCategoryId: 1, ministryId: 1 });
/** A rule for the line of income, which is in the finalized month. */
const rule = (): Json => ({ contains: 'line of income', direction: 'In', action: { type: 'Ignore' } });

async function onlyRule(): Promise<string> {
  const { items } = await done(treasurer.get(`${bank.route}/bank-rules`));
  return `${bank.route}/bank-rules/${items[0].id}`;
}

/** Returns the address of the match of two lines. */
async function onlyMatch(): Promise<string> {
  const { matchId } = await done(treasurer.get(`${bank.route}/bank-lines/${id['line of in']}`));
  return `${bank.route}/matches/${matchId}`;
}
/** Returns the address of the latest reconciliation. */
async function last(): Promise<string> {
  const { items } = await done(treasurer.get(`${bank.route}/reconciliations`));
  return `${bank.route}/reconciliations/${items[0].id}`;
}

const post = (route: string, body?: unknown) => treasurer.post(route, body);
const put = (route: string, body: unknown) => treasurer.put(route, body);
const del = (route: string) => treasurer.del(route);
const reversed = (date: string) => ({ date, reason: 'a try' });

/** Books a value of a new investment. */
async function valueNew(date: string) {
  const { id } = await done(post('/api/accounts', { name: `Broker ${date}`, kind: 'Investment' }));
  return post(`/api/accounts/${id}/valuations`, { date, value: 9 });
}

const TABLE: Record<string, Try[]> = {
  'post /api/accounts/{}/valuations': [
    [() => valueNew(day(5)), CLOSED],
    [() => valueNew(LATER), DONE],
  ],
  'post /api/other-income': [
    [() => post('/api/other-income', income()), CLOSED],
    [() => post('/api/other-income', income({ date: LATER })), DONE],
  ],
  'put /api/other-income/{}': [
    [() => put(`/api/other-income/${id['income']}`, income({ amount: 1 })), CLOSED],
    [() => put(`/api/other-income/${id['income']}`, income({ date: LATER })), CLOSED],
  ],
  'delete /api/other-income/{}': [[() => del(`/api/other-income/${id['income']}`), CLOSED]],
  'post /api/other-income/{}/reverse': [
    [() => post(`/api/other-income/${id['income']}/reverse`, reversed(day(31))), CLOSED],
    [() => post(`/api/other-income/${id['income']}/reverse`, reversed(LATER)), DONE],
  ],
  'post /api/transfers': [
    [() => post('/api/transfers', transfer()), CLOSED],
    [() => post('/api/transfers', transfer({ date: LATER })), DONE],
  ],
  'put /api/transfers/{}': [
    [() => put(`/api/transfers/${id['transfer']}`, transfer({ amount: 1 })), CLOSED],
    [() => put(`/api/transfers/${id['transfer']}`, transfer({ date: LATER })), CLOSED],
  ],
  'delete /api/transfers/{}': [[() => del(`/api/transfers/${id['transfer']}`), CLOSED]],
  'post /api/transfers/{}/approve': [[() => elder.post(`/api/transfers/${id['pendingTransfer']}/approve`), CLOSED]],
  'post /api/transfers/{}/reverse': [
    [() => post(`/api/transfers/${id['transfer']}/reverse`, reversed(day(31))), CLOSED],
    [() => post(`/api/transfers/${id['transfer']}/reverse`, reversed(LATER)), DONE],
  ],
  'post /api/journal-entries': [
    [() => post('/api/journal-entries', entry()), CLOSED],
    [() => post('/api/journal-entries', entry({ date: LATER })), DONE],
  ],
  'put /api/journal-entries/{}': [
    [() => put(`/api/journal-entries/${id['entry']}`, entry({ memo: 'Other' })), CLOSED],
    [() => put(`/api/journal-entries/${id['entry']}`, entry({ date: LATER })), CLOSED],
  ],
  'delete /api/journal-entries/{}': [[() => del(`/api/journal-entries/${id['entry']}`), CLOSED]],
  'post /api/journal-entries/{}/approve': [
    [() => elder.post(`/api/journal-entries/${id['pendingEntry']}/approve`), CLOSED],
  ],
  'post /api/journal-entries/{}/reverse': [
    [() => post(`/api/journal-entries/${id['entry']}/reverse`, reversed(day(31))), CLOSED],
    [() => post(`/api/journal-entries/${id['entry']}/reverse`, reversed(LATER)), DONE],
  ],
  'post /api/deposits': [
    [() => post('/api/deposits', depositOn(day(20))), CLOSED],
    [() => post('/api/deposits', { ...depositOn(LATER), fee: 1 }), DONE],
  ],
  'delete /api/deposits/{}': [[() => del(`/api/deposits/${id['deposit']}`), CLOSED]],
  'post /api/payments': [
    [() => post('/api/payments', paymentOn(day(20))), CLOSED],
    [() => post('/api/payments', paymentOn(LATER)), DONE],
  ],
  'delete /api/payments/{}': [[() => del(`/api/payments/${id['payment']}`), CLOSED]],
  'post /api/payments/{}/void': [
    [() => post(`/api/payments/${id['payment']}/void`, reversed(day(31))), CLOSED],
    [() => post(`/api/payments/${id['payment']}/void`, reversed(LATER)), DONE],
  ],
  'post /api/income-categories': [[() => post('/api/income-categories', { name: 'Royalties' }), DONE]],
  'put /api/income-categories/{}': [
    [() => put('/api/income-categories/1', { name: 'Interest', isActive: false }), DONE],
  ],
  'delete /api/income-categories/{}': [[() => del('/api/income-categories/1'), '409 category_in_use']],
  'post /api/accounts/{}/bank-lines/import': [[() => bank.send([{ date: day(3), amount: 1, text: 'A try' }]), DONE]],
  'post /api/accounts/{}/bank-lines/preview': [
    [() => bank.preview([{ date: day(3), amount: 1, text: 'A try' }]), DONE],
  ],
  'post /api/accounts/{}/bank-imports/{}/undo': [[() => undoImport(), DONE]],
  'post /api/accounts/{}/bank-lines/{}/ignore': [[() => post(line('line of income', 'ignore')), DONE]],
  'post /api/accounts/{}/bank-lines/{}/open': [[() => post(line('line of income', 'open')), DONE]],
  'post /api/accounts/{}/bank-lines/{}/expense': [[() => post(line('line of expense', 'expense'), purpose()), CLOSED]],
  'post /api/accounts/{}/bank-lines/{}/other-income': [
    [() => post(line('line of income', 'other-income'), { incomeCategoryId: 2 }), CLOSED],
    [() => post(line('line of income', 'other-income'), { incomeCategoryId: 2, date: LATER }), DONE],
  ],
  'post /api/accounts/{}/bank-lines/{}/transfer': [
    [() => post(line('line of transfer', 'transfer'), { fromAccountId: CHECKING }), CLOSED],
    [() => post(line('line of transfer', 'transfer'), { fromAccountId: CHECKING, date: LATER }), DONE],
  ],
  'post /api/accounts/{}/bank-rules': [[async () => post(`${bank.route}/bank-rules`, rule()), DONE]],
  'put /api/accounts/{}/bank-rules/{}': [
    [async () => put(await onlyRule(), { ...rule(), action: { type: 'OtherIncome', incomeCategoryId: 2 } }), DONE],
  ],
  'post /api/accounts/{}/bank-rules/apply': [[() => post(`${bank.route}/bank-rules/apply`, {}), DONE]],
  'post /api/accounts/{}/bank-rules/{}/undo': [[async () => post(`${await onlyRule()}/undo`, {}), DONE]],
  'delete /api/accounts/{}/bank-rules/{}': [[async () => del(await onlyRule()), DONE]],
  'post /api/accounts/{}/matches': [[() => bank.match([id['line of in'] ?? 0, id['line of out'] ?? 0], []), DONE]],
  'delete /api/accounts/{}/matches/{}': [[async () => del(await onlyMatch()), DONE]],
  'post /api/accounts/{}/reconciliations': [[() => bank.start(day(31), 0), DONE]],
  'put /api/accounts/{}/reconciliations/{}': [[async () => put(await last(), { endBalance: 10 }), DONE]],
  'post /api/accounts/{}/reconciliations/{}/finish': [[async () => post(`${await last()}/finish`), DONE]],
  'post /api/accounts/{}/reconciliations/{}/review': [[async () => elder.post(`${await last()}/review`), DONE]],
  'post /api/accounts/{}/reconciliations/{}/undo': [[async () => post(`${await last()}/undo`), DONE]],
  'delete /api/accounts/{}/reconciliations/{}': [[async () => del(await last()), DONE]],
  'post /api/accounts': [[() => post('/api/accounts', { name: 'Second bank', kind: 'Checking' }), DONE]],
  'put /api/accounts/{}': [
    [() => put(`/api/accounts/${PETTY_CASH}`, { name: 'Petty cash', kind: 'Cash', number: '7' }), DONE],
    [() => put(`/api/accounts/${PETTY_CASH}`, { name: 'Petty cash', kind: 'Loan' }), '409 account_in_use'],
  ],
  'delete /api/accounts/{}': [[() => del(`/api/accounts/${PETTY_CASH}`), '409 account_in_use']],
  'put /api/accounts/by-method': [
    [() => put('/api/accounts/by-method', { in: { Zelle: PETTY_CASH }, out: { Check: PETTY_CASH } }), DONE],
  ],
  [OPENING]: [
    [() => put('/api/books/opening', { date: day(15), accounts: [], funds: [] }), DONE],
    [() => put('/api/books/opening', { date: day(1), accounts: [], funds: [] }), CLOSED],
  ],
  'put /api/books/prior-figures/{}': [
    [() => put('/api/books/prior-figures/2015', { income: [], expenses: [], netAssets: 5 }), DONE],
  ],
  'put /api/budgets/{}': [[() => put('/api/budgets/2021', { lines: [{ categoryId: 1, annual: 9 }] }), DONE]],
  'post /api/budgets/{}/copy': [[() => post('/api/budgets/2022/copy', { from: 'actuals' }), DONE]],
  'post /api/fiscal-years/{}/close': [[() => post('/api/fiscal-years/2021/close'), '409 open_periods']],
  'post /api/fiscal-years/{}/reopen': [
    [() => post('/api/fiscal-years/2021/reopen', { reason: 'a try' }), '409 invalid_transition'],
  ],
};

const depositOn = (date: string) => ({
  date,
  accountId: CHECKING,
  items: [{ sessionId: id['session'], method: 'Cash' }],
});
const paymentOn = (date: string) => ({ date, method: 'Check', items: [{ expenseId: id['owed'] }] });

const LEDGER = /^\/api\/(other-income|transfers|journal|deposits|payments|income|accounts|books|budgets|fiscal-years)/;

/** Returns the writing routes of the ledger in the OpenAPI document. */
async function documented(): Promise<string[]> {
  const { paths } = await done(books.admin.get('/api/openapi.json'));
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => LEDGER.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`))
    .filter((route) => /^(post|put|patch|delete) /.test(route));
}

describe('a finalized month', () => {
  test('is tested with every writing route of the ledger', async () => {
    expect((await documented()).filter((route) => !(route in TABLE))).toEqual([]);
  });

  test('contains documents of every kind', async () => {
    const [statement] = await figures();
    expect(statement).toMatchObject({ status: 'Finalized', totalGiving: 101, totalOtherIncome: 23.5 });
    expect(statement.totalExpenses).toBe(44);
  });

  test.each(Object.keys(TABLE))('keeps its statement and reports when %s is called', async (route) => {
    const before = await figures();
    for (const [send, expected] of TABLE[route] ?? []) {
      const answer = await send();
      expect(answer.status < 300 ? DONE : refusal(answer)).toBe(expected);
      const after = await figures();
      // Documents before an opening have no postings, so an opening changes the reports, but not the stored statement.
      expect(route === OPENING ? after[0] : after).toEqual(route === OPENING ? before[0] : before);
    }
  });
});
