/** Reversals of expenses: of everything that is left, of an amount, or of named parts. */
import { overdrawn, refusedIfOverdrawn } from '../holdings.js';
import { amountOf, latest, sum } from '../money-and-days.js';
import { effectOf } from './expense-parts.js';
import { inState, keepExpense } from './expenses.js';
import { checkStatus, learnPayments } from './payments.js';

const FIELDS = ['accountId', 'subCategoryId', 'ministryId', 'functionalClass', 'fundId', 'release'];

/** Returns what is left of each part of an expense, in cents. Parts that differ only in their amounts are added up. */
function partsLeft(books, expense) {
  const left = new Map();
  const reversed = books.reversalsOf('expenses', expense.id).flatMap(({ lines }) => lines);
  for (const line of [...expense.lines, ...reversed]) {
    const key = JSON.stringify(FIELDS.map((name) => line[name] ?? null));
    left.set(key, { ...line, amount: (left.get(key)?.amount ?? 0) + line.amount });
  }
  return [...left.values()];
}

/** Draws parts to reverse, each with at most the amount that is left of it, and with the same sign. */
function drawParts(run, left) {
  return left
    .filter(({ amount }) => amount !== 0 && run.chance(60))
    .map((part) => ({
      ...part,
      amount: run.chance(40) ? part.amount : Math.sign(part.amount) * run.cents(Math.abs(part.amount)),
    }));
}

/** Returns the parts as they are sent, without a functional class that is null. */
const sent = (parts) =>
  parts.map(({ functionalClass, amount, inUse: _inUse, release: _release, ...part }) => ({
    ...part,
    ...(functionalClass && { functionalClass }),
    amount: amountOf(amount),
  }));

const add = (parts) => sum(parts.map(({ amount }) => amount));

/**
 * Returns a random reversal: its body without a date, the amount that each line takes back, and the codes with which it
 * must be refused.
 */
function drawReversal(run, expense) {
  const left = partsLeft(run.books, expense);
  const whole = add(left);
  const rest = left.filter(({ amount }) => amount !== 0);
  const isOver = run.chance(5);
  if (isOver)
    return {
      body: { amount: amountOf(whole + 1) },
      lines: rest,
      codes: ['already_reversed', ...(expense.body.splits ? ['validation_failed'] : [])],
    };
  if (!expense.body.splits) {
    const amount = whole > 1 && run.chance(50) ? run.cents(whole) : whole;
    const body = amount === whole ? {} : { amount: amountOf(amount) };
    return { body, lines: [{ ...left[0], amount }], codes: whole === 0 ? ['already_reversed'] : [] };
  }
  const named = run.chance(60) && !isAmbiguous(left) ? drawParts(run, left) : [];
  if (named.length === 0) return { body: {}, lines: rest, codes: whole === 0 ? ['already_reversed'] : [] };
  const amount = add(named);
  const body = { splits: sent(named), ...(amount > 0 && run.chance(50) && { amount: amountOf(amount) }) };
  const codes = [];
  // If a negative part is not named, the named parts can exceed what is left of the expense.
  if (amount > whole || whole === 0) codes.push('already_reversed');
  if (amount <= 0) codes.push('validation_failed');
  if (amount === whole && !isWhole(named, rest)) codes.push('validation_failed');
  return { body, lines: named, codes };
}

/** True if parts differ only in how they are released, which a request cannot say. */
function isAmbiguous(parts) {
  const keys = parts.map((part) => JSON.stringify(FIELDS.slice(0, -1).map((name) => part[name] ?? null)));
  return new Set(keys).size < keys.length;
}

const isWhole = (named, rest) =>
  named.length === rest.length && named.every(({ amount }, index) => amount === rest[index].amount);

/**
 * Returns an expense to reverse: often one that is paid in part or whose payment was voided, and sometimes one that
 * cannot be reversed. The reversal of an expense whose payment was voided may be dated before the void.
 */
function drawExpense(run) {
  const { books } = run;
  const isPartly = ({ id, payments }) =>
    books.paidOf(id) > 0 || payments.some((payment) => books.payments.get(payment).voidedOn);
  const partly = books.live('expenses').filter((one) => one.status === 'Approved' && isPartly(one));
  if (partly.length > 0 && run.chance(30)) return run.pick(partly);
  const fees = books.live('expenses').filter(({ isFee }) => isFee);
  if (fees.length > 0 && run.chance(10)) return run.pick(fees);
  return run.chance(94) ? inState(run, 'Approved', 'Paid') : inState(run, 'Draft', 'PendingApproval');
}

/** Reverses an expense, in whole or in part. If the expense is fully paid, the money comes back. */
async function reverse(run) {
  const { books } = run;
  const expense = drawExpense(run);
  if (!expense) return;
  const isBooked = expense.status === 'Approved' || expense.status === 'Paid';
  // A reversal dated before the day since which the asset is in use is not drawn.
  const least = isBooked ? latest([expense.bookedOn, expense.inUseOn ?? '']) : expense.expenseDate;
  const date = run.chance(4) ? run.anyDay() : run.openDay(least);
  if (date < least) return;
  const { body, lines, codes } = drawReversal(run, expense);
  const amount = add(lines);
  if (!isBooked) codes.push('invalid_transition');
  if (run.refusalOn(date)) codes.push('period_finalized');
  const open = books.leftToPay(expense.id);
  if (isBooked && open > 0 && amount > open) codes.push('overpaid');
  // What is released already is held by the General fund.
  const held = lines.filter(({ release }) => !release || (release === 'InUse' && !expense.inUseOn));
  const turnedHeld = held.map((line) => ({ ...line, amount: 0 - line.amount }));
  const made = await run.send({
    as: 'payer',
    path: `/api/expenses/${expense.id}/reverse`,
    body: { ...body, date, reason: 'The goods went back' },
    ...refusedIfOverdrawn(codes, overdrawn(books, effectOf(books, turnedHeld))),
  });
  if (!made) return;
  const kept = keepExpense(run, made, { approvals: [], payments: [], reversals: [], owner: 'payer' });
  run.expect(`the amount of reversal ${made.id}`, kept.amount, 0 - amount);
  run.expect(`the booking date of reversal ${made.id}`, made.bookedOn, date);
  const inOrder = (list) => list.map((line) => [...FIELDS.map((name) => line[name] ?? null), line.amount]);
  const turned = lines.map((line) => ({ ...line, amount: 0 - line.amount }));
  run.expect(`the lines of reversal ${made.id}`, inOrder(kept.lines), inOrder(turned));
  run.keep('expenses', { id: expense.id, reversals: [...expense.reversals, made.id] });
  await learnPayments(run, made.id);
  const refunded = books.paidOf(made.id);
  // The money comes back only if the expense is fully paid. Otherwise, a reversal lowers the unpaid amount.
  const isPaid = open === 0 && books.paidOf(expense.id) > 0;
  run.expect(`what came back for reversal ${made.id}`, refunded, isPaid ? 0 - amount : 0);
  if (books.paidOf(expense.id) > 0) await checkStatus(run, expense.id);
}

export const EXPENSE_REVERSALS = [[4, 'reverse an expense', reverse]];
