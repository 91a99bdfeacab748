/**
 * Pays approved expenses. `payExpense` pays one expense. `createPayment` pays several expenses at once, or a part of
 * one, and also pays the payables of the opening of the books.
 */
import { type App, inTransaction } from '../../../app.ts';
import type { Method } from '../../../books/payment-methods.ts';
import { AppError, missingReference, unknownReferences } from '../../../errors.ts';
import { addMoney, formatMoney, type Minor, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { requireStatus } from '../expenses/moves.ts';
import { sumReversalsOf } from '../expenses/paid-queries.ts';
import { PAY } from '../expenses/rules.ts';
import type { Expense, PaidExpense, ExpensePayment } from '../expenses/schema.ts';
import { expensesById, getExpense } from '../expenses/service.ts';
import { paymentDay, refuseApprover, refuseUnfitAccount, SAME_PERSON } from './checks.ts';
import { markAsPaid } from './mark.ts';
import { type Payable, payablesById } from './payables.ts';
import { findLastPayment, type PaidItem, sumPaidOfWhole } from './queries.ts';
import type { EnteredPayment, NewPayment, Payment } from './schema.ts';
import { recordPayment } from './service.ts';

/**
 * Records a payment of one or more expenses or payables. An expense and its reversals become Paid when the expense is
 * completely paid. Raises `unknown_reference`, `validation_failed` for the date and the account, `invalid_transition`,
 * `reversed`, `overpaid`, `before_the_books`, `period_finalized`, `approver_pays`, and `forbidden` for a command
 * without `--as` when the payer must be known.
 */
export function createPayment(app: App, input: NewPayment): Promise<EnteredPayment> {
  return inTransaction(app, async (app) => {
    const items = await findItems(app, input);
    await refuseUnfitAccount(app, input.accountId, 'accountId');
    const { payment, isApprover } = await pay(app, { ...input, path: 'date', items });
    return isApprover ? { ...payment, warnings: [SAME_PERSON] } : payment;
  });
}

/**
 * Returns the expenses and payables to pay. Raises `unknown_reference` with every expense and payable that does not
 * exist, and with the account if it does not exist.
 */
async function findItems(app: App, { accountId, items }: NewPayment): Promise<OrderItem[]> {
  const expenses = await expensesById(
    app,
    items.flatMap(({ expenseId }) => expenseId ?? []),
  );
  const payables = await payablesById(app);
  const missing = items.flatMap(({ expenseId, payableId }, index) => {
    if (payableId === null) {
      return expenses.has(expenseId ?? 0) ? [] : [missingReference(`items.${index}.expenseId`, 'expense')];
    }
    return payables.has(payableId) ? [] : [missingReference(`items.${index}.payableId`, 'payable')];
  });
  const isAccount = accountId === null || (await accountsById(app)).has(accountId);
  if (!isAccount) missing.unshift(missingReference('accountId', 'account'));
  if (missing.length > 0) throw unknownReferences(missing);
  return items.map(({ expenseId, payableId, amount }) => ({
    expense: expenses.get(expenseId ?? 0),
    payable: payables.get(payableId ?? 0),
    amount,
  }));
}

type ExpensePaymentOrder = Omit<ExpensePayment, 'accountId'> & Partial<Pick<ExpensePayment, 'accountId'>>;

/**
 * Records the payment of everything that is left to pay of one expense. The result has a warning if the payer also
 * approved the expense. Raises the errors of `createPayment`, and `not_found`.
 */
export function payExpense(
  app: App,
  id: number,
  { paidOn, accountId = null, ...payment }: ExpensePaymentOrder,
): Promise<PaidExpense> {
  return inTransaction(app, async (app) => {
    const expense = await getExpense(app, id);
    await refuseUnfitAccount(app, accountId, 'accountId');
    const { isApprover } = await pay(app, {
      date: paidOn,
      path: 'paidOn',
      accountId,
      method: payment.paymentMethod ?? expense.paymentMethod,
      reference: payment.paymentReference ?? (await unusedReference(app, expense)),
      items: [{ expense, amount: null }],
    });
    const paid = await getExpense(app, id);
    return isApprover ? { ...paid, warnings: [SAME_PERSON] } : paid;
  });
}

/**
 * Returns the reference of an expense without earlier payments, or null. After an earlier payment, the reference may be
 * the number of a check that was written already.
 */
async function unusedReference(app: App, { id, paymentReference }: Expense): Promise<string | null> {
  return (await findLastPayment(app.db, id)) ? null : paymentReference;
}

/** An expense or a payable to pay. If the amount is null, everything that is left is paid. */
type OrderItem = { expense?: Expense | undefined; payable?: Payable | undefined; amount: Minor | null };

type Order = {
  /** Null for today. */
  date: string | null;
  /** The name of the date in the request. */
  path: 'date' | 'paidOn';
  accountId: number | null;
  method: Method | null;
  reference: string | null;
  items: readonly OrderItem[];
};

async function pay(app: App, { path, ...order }: Order): Promise<{ payment: Payment; isApprover: boolean }> {
  const expenses = order.items.flatMap(({ expense }) => expense ?? []);
  for (const expense of expenses) requireStatus(expense, PAY);
  const left = await leftToPay(app, expenses);
  const items = order.items.flatMap(({ expense, payable, amount }): PaidItem[] => {
    if (payable) return [{ expenseId: null, payableId: payable.id, amount: amountOfPayable(payable, amount) }];
    if (!expense) return [];
    return [{ expenseId: expense.id, amount: amountToPay(expense, left.get(expense.id) ?? ZERO, amount) }];
  });
  const isApprover = await refuseApprover(app, expenses);
  const date = await paymentDay(app, order.date, path);
  const payment = await recordPayment(app, { ...order, date, items });
  const paid = expenses.filter(({ id }) => items.some((item) => item.expenseId === id && item.amount === left.get(id)));
  await markAsPaid(app, paid, payment);
  return { payment, isApprover };
}

/**
 * Returns, for each expense, the amount that is left to pay: the amount of the expense, less its reversals and earlier
 * payments. Money that came back for a reversal counts as a negative payment.
 */
export async function leftToPay(app: App, expenses: readonly Expense[]): Promise<ReadonlyMap<number, Minor>> {
  const ids = expenses.map(({ id }) => id);
  const [reversed, paid] = [await sumReversalsOf(app.db, ids), await sumPaidOfWhole(app.db, ids)];
  return new Map(
    expenses.map(({ id, amount }) => [
      id,
      subtractMoney(addMoney(amount, reversed.get(id) ?? ZERO), paid.get(id) ?? ZERO),
    ]),
  );
}

function amountToPay({ id, reversalOf }: Expense, left: Minor, wanted: Minor | null): Minor {
  if (reversalOf !== null) {
    throw new AppError('reversed', 'A reversal is paid together with the expense that it reverses.');
  }
  if (left <= 0) throw new AppError('reversed', 'The expense was reversed, so there is nothing left to pay.');
  if (wanted === null || wanted <= left) return wanted ?? left;
  throw overpaid(`Only ${formatMoney(left)} of expense ${id} is left to pay`, left);
}

function amountOfPayable({ id, vendor, amount, paid }: Payable, wanted: Minor | null): Minor {
  const left = subtractMoney(amount, paid);
  if (left > 0 && (wanted === null || wanted <= left)) return wanted ?? left;
  const what = `payable ${id} to ${vendor}`;
  throw overpaid(left > 0 ? `Only ${formatMoney(left)} of ${what} is left to pay` : `The whole ${what} is paid`, left);
}

function overpaid(why: string, left: Minor): AppError {
  return new AppError('overpaid', `${why}. Nothing was changed.`, { extra: { left: toDecimal(left) } });
}
