/** Makes the document that a bank line shows, and matches the two. */
import { type App, inTransaction } from '../../../app.ts';
import { badField } from '../../../errors.ts';
import { addMoney, formatMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import { createOtherIncome } from '../../ledger/other-income/service.ts';
import type { OtherIncome } from '../../ledger/other-income/schema.ts';
import { createTransfer } from '../../ledger/transfers/service.ts';
import type { EnteredTransfer } from '../../ledger/transfers/schema.ts';
import { submitExpense } from '../../spending/expenses/moves.ts';
import type { Expense } from '../../spending/expenses/schema.ts';
import { createExpense } from '../../spending/expenses/service.ts';
import { bankAccount } from '../accounts.ts';
import type { BankLine } from '../lines/schema.ts';
import { alreadyMatched, getLine } from '../lines/service.ts';
import type { LineExpense, LineIncome, LineTransfer } from './make-schema.ts';
import type { DocumentName } from './schema.ts';
import { storeMatch } from './service.ts';

type Path = { id: number; lineId: number };

/**
 * Makes an expense of a line with which money left the account. The expense is submitted, its payment is matched with
 * the line, and it waits for approval. The payment has the day of the line or, if that is later, of the expense. Raises
 * `not_found`, `already_matched`, `validation_failed` for a line that received money and for another amount, and the
 * errors of `createExpense` and `submitExpense`.
 */
export function makeExpense(app: App, path: Path, input: LineExpense): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const line = await openLine(app, path);
    if (line.amount > 0) throw badField('lineId', 'received', 'must be a line with which money left the account');
    const amount = amountOf(line, input.amount);
    const { splits } = input;
    if (splits) refuseOtherSum(addMoney(...splits.map((part) => part.amount)), amount);
    const expenseDate = input.expenseDate ?? line.date;
    // A bill may be older than its payment. A later day is chosen because the month of the line is finalized.
    const paidOn = expenseDate > line.date ? expenseDate : line.date;
    const method = input.paymentMethod ?? (line.checkNumber === null ? 'BankTransfer' : 'Check');
    const { id } = await createExpense(app, {
      ...input,
      amount,
      expenseDate,
      description: input.description ?? line.description,
      paymentMethod: method,
      paymentReference: line.checkNumber,
      settled: { accountId: line.accountId, date: paidOn, method, reference: line.checkNumber },
    });
    const expense = await submitExpense(app, id);
    await matchWith(app, line, { type: 'Payment', id: expense.settled?.paymentId ?? 0 });
    return expense;
  });
}

/**
 * Makes other income of a line that received money, and matches the two. Raises `not_found`, `already_matched`,
 * `validation_failed` for a line with which money left and for another amount, and the errors of `createOtherIncome`.
 */
export function makeIncome(app: App, path: Path, input: LineIncome): Promise<OtherIncome> {
  return inTransaction(app, async (app) => {
    const line = await openLine(app, path);
    if (line.amount < 0) throw badField('lineId', 'paid', 'must be a line that received money');
    const income = await createOtherIncome(app, {
      ...input,
      amount: amountOf(line, input.amount),
      date: input.date ?? line.date,
      accountId: line.accountId,
      memo: input.memo ?? line.description,
    });
    await matchWith(app, line, { type: 'OtherIncome', id: income.id });
    return income;
  });
}

/**
 * Makes a transfer from or to another account of a line, and matches the two. Raises `not_found`, `already_matched`,
 * `validation_failed` if the other account is missing and for another amount, and the errors of `createTransfer`.
 */
export function makeTransfer(app: App, path: Path, input: LineTransfer): Promise<EnteredTransfer> {
  return inTransaction(app, async (app) => {
    const line = await openLine(app, path);
    const sides = sidesOf(line, input);
    const transfer = await createTransfer(app, {
      ...sides,
      amount: amountOf(line, input.amount),
      date: input.date ?? line.date,
      fromFundId: null,
      toFundId: null,
      fundId: null,
      loan: false,
      repays: null,
      memo: input.memo ?? line.description,
      reason: null,
    });
    await matchWith(app, line, { type: 'Transfer', id: transfer.id });
    return transfer;
  });
}

async function openLine(app: App, path: Path): Promise<BankLine> {
  await bankAccount(app, path.id);
  const line = await getLine(app, path);
  if (line.matchId !== null) throw alreadyMatched(line);
  return line;
}

/** Returns the amount of a line without its sign. Raises `validation_failed` if another amount was sent. */
function amountOf({ amount }: BankLine, sent: Minor | null): Minor {
  const own = amount < 0 ? negateMoney(amount) : amount;
  if (sent === null || sent === own) return own;
  throw badField('amount', 'not_the_amount', `must be ${formatMoney(own)}, the amount of the bank line`);
}

function refuseOtherSum(sum: Minor, amount: Minor): void {
  if (sum === amount) return;
  const message = `must add up to ${formatMoney(amount)}, the amount of the bank line; they add up to ${formatMoney(sum)}`;
  throw badField('splits', 'not_the_amount', message);
}

/** Returns the accounts of a transfer. One of them is the account of the line. */
function sidesOf({ amount, accountId }: BankLine, input: LineTransfer) {
  const [own, other] =
    amount < 0 ? (['fromAccountId', 'toAccountId'] as const) : (['toAccountId', 'fromAccountId'] as const);
  if (input[other] === null) throw badField(other, 'required', 'is required');
  if (input[other] === accountId) throw badField(other, 'same', 'must not be the account of the bank line');
  if ((input[own] ?? accountId) !== accountId)
    throw badField(own, 'other_account', 'must be the account of the bank line');
  return { fromAccountId: input.fromAccountId ?? accountId, toAccountId: input.toAccountId ?? accountId };
}

/** Matches a line with the document that was just made of it, and therefore has its amount. */
async function matchWith(app: App, { id, accountId, amount }: BankLine, document: DocumentName): Promise<void> {
  await storeMatch(app, accountId, { lines: [id], documents: [{ ...document, amount }] });
}
