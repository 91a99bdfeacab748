/** Saves monthly statements, finalizes them in order, and reopens the newest finalized statement. */
import { ledgerOf } from '../checkpoint.js';
import { carriedInto, statement } from '../figures.js';
import { amountOf, firstOf, lastOf, monthAfter, monthOf, pathOf } from '../money-and-days.js';
import { postAll } from '../postings.js';
import { compareStatement } from '../compare.js';

const at = (month) => `/api/monthly-statements/${pathOf(month)}`;

function keepMonth(run, month, fields) {
  const { books } = run;
  books.months.set(month, { ...books.month(month), ...fields });
}

/** Saves a month, sometimes with an entered opening balance. */
async function save(run) {
  const { books, currentMonth } = run;
  const month =
    run.chance(90) && books.firstOpenMonth <= currentMonth
      ? books.firstOpenMonth
      : run.pick([books.firstMonth, currentMonth]);
  const isFirst = month === books.firstMonth;
  const hasOpening = books.opening !== undefined;
  const balance = !hasOpening && run.chance(isFirst ? 60 : 3) ? run.cents(10_000_000) : null;
  const body = { notes: run.unique('Note'), ...(balance !== null && { openingBalance: amountOf(balance) }) };
  const refuse = books.month(month).status === 'Finalized' ? 'statement_finalized' : undefined;
  const carried = carriedInto(books, postAll(books), month);
  const made = await run.send({ method: 'PUT', path: at(month), body, refuse });
  if (!made) return;
  keepMonth(run, month, { isSaved: true, openingBalance: balance });
  const hasEarlier = [...books.months].some(([key, { isSaved }]) => isSaved && key < month);
  const differs = hasEarlier && balance !== null && balance !== carried;
  run.expect(
    'the warnings',
    made.warnings?.map((one) => [one.code, one.carried]) ?? [],
    differs ? [['opening_differs', amountOf(carried)]] : [],
  );
}

/** Finalizes the first open month, but usually only when new documents are dated in later months. */
async function finalize(run) {
  const { books } = run;
  const month = books.firstOpenMonth;
  if (month >= monthAfter(run.currentMonth, run.chance(70) ? -1 : 0) || month >= monthOf(run.today)) return;
  await finalizeMonth(run, month, run.chance(85));
}

/** Finalizes a month, and compares the finalized statement with the model. */
export async function finalizeMonth(run, month, isForced) {
  const { books } = run;
  const expected = statement(books, ledgerOf(books, postAll(books), month), month);
  const path = `${at(month)}/finalize${isForced ? '?force=true' : ''}`;
  const made = await run.send({ path, may: isForced ? [] : ['open_items'] });
  if (!made) return;
  compareStatement(run, month, expected, made);
  run.expect('the status', made.status, 'Finalized');
  keepMonth(run, month, { isSaved: true, status: 'Finalized', stored: made });
}

async function finalizeWrongly(run) {
  const { books } = run;
  const { lastClosed } = books;
  if (!lastClosed) return;
  await run.send({ path: `${at(lastClosed)}/finalize?force=true`, refuse: 'statement_finalized' });
  const earlier = monthAfter(lastClosed, -1);
  if (books.month(earlier).status !== 'Finalized') return;
  await run.send({
    path: `${at(earlier)}/reopen`,
    body: { reason: 'Forgot one' },
    refuse: ['later_period_finalized', 'year_closed'],
  });
}

async function reopen(run) {
  const { books } = run;
  const month = books.lastClosed;
  if (!month) return;
  const isOfClosedYear = [...books.years.values()].some((one) => one.isClosed && month >= one.from && month <= one.to);
  const refuse = isOfClosedYear ? 'year_closed' : undefined;
  const made = await run.send({ path: `${at(month)}/reopen`, body: { reason: 'Forgot one' }, refuse });
  if (made) keepMonth(run, month, { status: 'Draft', stored: undefined });
}

/** Sends a document with a date in a closed month. It must be refused and have no effect. */
async function writeIntoClosed(run) {
  const { books } = run;
  const month = books.lastClosed;
  if (!month) return;
  const date = run.pick([firstOf(month), lastOf(month)]);
  const [account] = [books.defaultAccount];
  const [path, body] = run.pick([
    ['/api/givings', { categoryId: 1, amount: 1, date, method: 'Cash' }],
    ['/api/offering-sessions', { date, givings: [] }],
    ...(run.has('POST /api/transfers')
      ? [['/api/transfers', { date, amount: 1, fromAccountId: account, toAccountId: 3, memo: 'Late' }]]
      : []),
    ...(run.has('POST /api/other-income') && books.incomeCategories.size > 0
      ? [
          [
            '/api/other-income',
            { date, amount: 1, incomeCategoryId: [...books.incomeCategories.keys()][0], accountId: account },
          ],
        ]
      : []),
  ]);
  await run.send({
    path,
    body,
    refuse: ['period_finalized', 'session_exists', 'category_disabled', 'account_disabled', 'validation_failed'],
  });
}

export const MONTHS = [
  [1, 'save a month', save],
  [2, 'finalize a month', finalize],
  [0.5, 'finalize or reopen in the wrong order', finalizeWrongly],
  [0.4, 'reopen a month', reopen],
  [1, 'send a document for a closed month', writeIntoClosed],
];
