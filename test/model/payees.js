/** Compares whom every payment paid, in each list that names a payee, with the model's own rule. */
import { compare } from './compare.js';
import { readAll } from './giving-reports.js';
import { firstOf } from './money-and-days.js';

/** Compares the payees of all payments, and in the ledger of one account or, with `isComplete`, of all that pay. */
export async function checkPayees({ run, random }, isComplete) {
  const { books, today } = run;
  const expected = Object.fromEntries(books.live('payments').map((one) => [one.id, payeeOf(books, one)]));
  const check = (what, rows) => {
    const found = Object.fromEntries(rows.map(({ id, payee }) => [id, payee]));
    const own = Object.fromEntries(Object.keys(found).map((id) => [id, expected[id]]));
    compare(run, `the payees of ${what}`, { expected: own, found });
  };
  const payments = await readAll(run, '/api/payments?sort=id');
  compare(run, 'the number of payments', { expected: books.live('payments').length, found: payments.length });
  check('the payments', payments);
  const from = firstOf(books.firstMonth);
  const { items } = await run.read(`/api/reports/payment-register?from=${from}&to=${today}`);
  check(
    'the payment register',
    items.map(({ paymentId: id, payee }) => ({ id, payee })),
  );
  const paying = books.paying.map(({ id }) => id);
  for (const accountId of isComplete ? paying : [random.pick(paying)]) {
    const entries = await readAll(run, `/api/reports/general-ledger?accountId=${accountId}`);
    check(
      `the ledger of account ${accountId}`,
      entries.filter(({ type }) => type === 'Payment'),
    );
    const open = await readAll(run, `/api/accounts/${accountId}/bank-documents`);
    check(
      `the documents of account ${accountId} that the bank has not`,
      open.filter(({ type }) => type === 'Payment'),
    );
  }
}

/** Returns the names of whom a payment paid. Nobody else than the expense or the bill may name a payee. */
function payeeOf(books, { items, accountId }) {
  const named = items.map((item) => namedIn(books, item)).filter((name) => name !== undefined);
  if (named.length > 0) return [...new Set(named)].join(', ');
  const isFee = items.some(({ expenseId }) => books.subs.get(books.expenses.get(expenseId)?.body.subCategoryId)?.isFee);
  return isFee ? books.accounts.get(accountId).name : null;
}

function namedIn(books, { expenseId, payableId }) {
  if (payableId) return books.opening.payables.find(({ id }) => id === payableId).vendor;
  const { memberId, notes, vendor } = books.expenses.get(expenseId).body;
  if (memberId !== null) return books.members.get(memberId).name;
  return /^Pay back: (.+)/.exec(notes ?? '')?.[1] ?? vendor ?? undefined;
}
