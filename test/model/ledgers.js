/** Compares the general ledger of an account and of a fund, document by document. */
import { DEBT_KINDS } from './books.js';
import { compare } from './compare.js';
import { readAll } from './giving-reports.js';
import { amountOf, cents, sum } from './money-and-days.js';

const TYPES = {
  givings: 'Giving',
  deposits: 'Deposit',
  expenses: 'Expense',
  payments: 'Payment',
  incomes: 'OtherIncome',
  transfers: 'Transfer',
  entries: 'JournalEntry',
  opening: 'Opening',
};

/** Compares the ledgers of one account and one fund or, with `isComplete`, of all accounts and funds. */
export async function checkLedgers({ run, ledger, random }, isComplete) {
  if (!run.has('GET /api/reports/general-ledger')) return;
  const { books } = run;
  const some = (map) => (isComplete ? [...map.keys()] : [random.pick([...map.keys()])]);
  for (const id of some(books.accounts)) {
    const own = ledger.accounts.filter(({ account }) => account === id);
    const isDebt = DEBT_KINDS.includes(books.accounts.get(id).kind);
    await checkLedger(run, `accountId=${id}`, { own, isDebt });
  }
  for (const id of some(books.funds)) {
    const own = ledger.funds.filter(({ fund }) => fund === id).map((one) => ({ ...one, amount: 0 - one.amount }));
    await checkLedger(run, `fundId=${id}`, { own, isDebt: true });
  }
}

const keyOf = ({ type, id, date }) => `${type === 'Opening' ? type : `${type} ${id}`} ${date}`;

/** Returns the debits less the credits of each document on each day, without amounts of zero. */
function totals(rows) {
  const all = new Map();
  for (const row of rows) all.set(keyOf(row), (all.get(keyOf(row)) ?? 0) + row.amount);
  return Object.fromEntries([...all].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function checkLedger(run, of, { own, isDebt }) {
  const items = await readAll(run, `/api/reports/general-ledger?${of}`);
  const expected = totals(
    own.map(({ of: document, date, amount }) => ({ type: TYPES[document.kind], id: document.id, date, amount })),
  );
  const found = totals(
    items.map(({ type, id, date, debit, credit }) => ({ type, id, date, amount: cents(debit) - cents(credit) })),
  );
  const isKnown = (key) => Object.hasOwn(expected, key);
  const extra = Object.keys(found).filter((key) => !isKnown(key));
  if (extra.length > 0)
    run.fault(`the general ledger of ${of} has entries that the model lacks: ${extra.slice(0, 5).join('; ')}`);
  compare(run, `the general ledger of ${of}`, { expected, found });
  const last = items.at(-1);
  const balance = sum(own.map(({ amount }) => amount));
  if (last)
    compare(run, `the last balance in the ledger of ${of}`, {
      expected: amountOf(isDebt ? 0 - balance : balance),
      found: last.balance,
    });
}
