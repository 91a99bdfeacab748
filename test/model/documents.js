/** Reads every document and compares all its amounts with the model, even the amounts that no report shows. */
import { compare } from './compare.js';
import { readAll } from './giving-reports.js';
import { owedOf } from './holdings.js';
import { amountOf, sum } from './money-and-days.js';

/** A list leaves out the lines of an entry that has more lines than this. */
const MOST_LINES = 20;

const byId = (a, b) => a.id - b.id;
const money = (value) => (value === undefined || value === null ? null : amountOf(value));

/** For each kind of document: the path of its list, the fields that the model expects, and the same fields found. */
const LISTS = [
  {
    kind: 'givings',
    path: '/api/givings',
    expected: ({ amount, parts, accountId, body }) => ({
      amount: amountOf(amount),
      accountId,
      benefitAmount: body.benefitAmount,
      parts: body.parts && parts.map((part) => ({ categoryId: part.categoryId, amount: amountOf(part.amount) })),
    }),
    shown: ({ amount, accountId, benefitAmount, parts }) => ({ amount, accountId, benefitAmount, parts }),
  },
  {
    kind: 'sessions',
    path: '/api/offering-sessions',
    expected: ({ controlTotal, countedCash, countedChecks }) => ({
      controlTotal: money(controlTotal),
      countedCash: money(countedCash),
      countedChecks: money(countedChecks),
    }),
    shown: ({ controlTotal, countedCash, countedChecks }) => ({ controlTotal, countedCash, countedChecks }),
  },
  {
    kind: 'expenses',
    path: '/api/expenses',
    expected: ({ amount, lines, body }) => ({
      amount: amountOf(amount),
      splits:
        body.splits && lines.map(({ amount: part, fundId, release }) => [amountOf(part), fundId, release ?? null]),
    }),
    shown: ({ amount, splits }) => ({
      amount,
      splits: splits && splits.map(({ amount: part, fundId, release }) => [part, fundId, release]),
    }),
  },
  {
    kind: 'payments',
    path: '/api/payments',
    expected: ({ accountId, items }) => ({
      accountId,
      items: items.map((item) => ({ amount: amountOf(item.amount) })),
    }),
    shown: ({ accountId, items }) => ({ accountId, items }),
  },
  {
    kind: 'deposits',
    path: '/api/deposits',
    expected: ({ accountId, items, feeExpenseId, fee }) => ({
      accountId,
      items: items.map((item) => ({ amount: amountOf(item.amount) })),
      fee: money(fee),
      feeExpenseId: feeExpenseId ?? null,
    }),
    shown: ({ accountId, items, fee, feeExpenseId }) => ({ accountId, items, fee, feeExpenseId }),
  },
  {
    kind: 'incomes',
    path: '/api/other-income',
    expected: ({ amount, accountId, fundId }) => ({ amount: amountOf(amount), accountId, fundId }),
    shown: ({ amount, accountId, fundId }) => ({ amount, accountId, fundId }),
  },
  {
    kind: 'transfers',
    path: '/api/transfers',
    expected: (one, books) => ({
      amount: amountOf(one.amount),
      status: one.status,
      fundId: one.fundId,
      loan: one.loan,
      repays: one.repays,
      owed: one.loan && !one.reversalOf ? amountOf(owedOf(books, one)) : null,
    }),
    shown: ({ amount, status, fundId, loan, repays, owed }) => ({ amount, status, fundId, loan, repays, owed }),
  },
  {
    kind: 'entries',
    path: '/api/journal-entries',
    expected: ({ amount, status, lines }) => ({
      amount: amountOf(amount),
      status,
      lines: lines.length > MOST_LINES ? null : lines.map(({ debit, fundId }) => [amountOf(debit), fundId ?? null]),
    }),
    shown: ({ amount, status, lines }) => ({
      amount,
      status,
      lines: lines && lines.map(({ debit, credit, fundId }) => [debit ?? 0 - credit, fundId]),
    }),
  },
];

/** Compares all documents, the opening of the books and the rules of approval. */
export async function checkDocuments(run, ledger) {
  const { books } = run;
  for (const { kind, path, expected, shown } of LISTS) {
    const own = books.live(kind).toSorted(byId);
    const found = (await readAll(run, path)).toSorted(byId);
    compare(run, `the documents of ${path}`, {
      expected: own.map((one) => ({ id: one.id, ...expected(one, books) })),
      found: found.map((one) => ({ id: one.id, ...shown(one) })),
      counts: (one) => one.kind === kind,
    });
  }
  const { secondApprovalAbove, payerMayApproveUpTo } = books.rules;
  compare(run, 'the rules of approval', {
    expected: { secondApprovalAbove: money(secondApprovalAbove), payerMayApproveUpTo: money(payerMayApproveUpTo) },
    found: await run.read('/api/approval-rules'),
  });
  if (books.opening) await checkOpening(run, ledger);
}

/** Checks that the opening is as it was saved. Only its amounts `unpaid` and `paidEarly` may change later. */
async function checkOpening(run, ledger) {
  const { accounts, funds, payables, yearToDate } = run.books.opening.body;
  const others = (list) =>
    list.filter(({ fundId }) => fundId !== run.books.general).map(({ fundId, balance }) => ({ fundId, balance }));
  const unnamed = (list) => list.map(({ accountName: _name, ...one }) => one);
  const plain = ({ id, vendor, fundId, amount }) => ({ id, vendor, fundId, amount });
  const carried = (account) =>
    sum(ledger.history.accounts.filter((one) => one.account === account).map(({ amount }) => amount));
  const found = await run.read('/api/books/opening');
  compare(run, 'the opening of the books', {
    expected: {
      accounts: unnamed(accounts),
      funds: others(funds),
      payables: payables.map(plain),
      yearToDate,
      unpaid: amountOf(0 - carried(run.books.payable)),
      paidEarly: amountOf(carried(run.books.paidEarly)),
    },
    found: { ...found, funds: others(found.funds) },
  });
}
