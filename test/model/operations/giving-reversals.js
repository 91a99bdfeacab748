/** Reversals of givings: of everything that is left, of an amount, or of named parts. */
import { MONEY_KINDS } from '../books.js';
import { amountOf, sum } from '../money-and-days.js';
import { depositsOf, keepGiving, pickRecent } from './givings.js';

const KINDS = ['Returned', 'Refund', 'Correction'];

const add = (parts) => sum(parts.map(({ amount }) => amount));

/** Returns the amount of each part of a giving that is not reversed, in cents. */
function partsLeft(books, giving) {
  const reversed = books.reversalsOf('givings', giving.id).flatMap(({ parts }) => parts);
  return giving.parts.map((part) => ({
    ...part,
    amount: part.amount + add(reversed.filter(({ categoryId }) => categoryId === part.categoryId)),
  }));
}

/**
 * Returns a random reversal: its body without a date, the amount that it takes back of each part, and the codes with
 * which it must be refused.
 */
function drawReversal(run, giving) {
  const left = partsLeft(run.books, giving);
  const whole = add(left);
  const rest = left.filter(({ amount }) => amount > 0);
  const isSplit = giving.parts.length > 1;
  const codes = whole === 0 ? ['already_reversed'] : [];
  if (run.chance(5)) {
    // No parts add up to more than what is left, so a gift with parts may also be refused as invalid.
    const over = ['already_reversed', ...(isSplit ? ['validation_failed'] : [])];
    return { body: { amount: amountOf(whole + 1) }, parts: rest, codes: over };
  }
  if (!isSplit) {
    const amount = whole > 1 && run.chance(40) ? run.cents(whole) : whole;
    return { body: amount === whole ? {} : { amount: amountOf(amount) }, parts: [{ ...left[0], amount }], codes };
  }
  const named = rest
    .filter(() => run.chance(60))
    .map((part) => ({ ...part, amount: run.chance(40) ? part.amount : run.cents(part.amount) }));
  if (named.length === 0 || run.chance(40)) return { body: {}, parts: rest, codes };
  const amount = run.chance(50) ? { amount: amountOf(add(named)) } : {};
  const parts = named.map((part) => ({ categoryId: part.categoryId, amount: amountOf(part.amount) }));
  return { body: { ...amount, parts }, parts: named, codes };
}

/** Returns a random kind of reversal or none, and sometimes the account from which the money is paid back. */
function drawKind(run) {
  if (!run.chance(50)) return {};
  const kind = run.pick(KINDS);
  if (kind === 'Correction' || !run.chance(30)) return { kind };
  const accounts = [...run.books.accounts.values()].filter(
    (one) => one.isActive && !one.isReserved && MONEY_KINDS.includes(one.kind),
  );
  return { kind, accountId: run.pick(accounts).id };
}

async function reverse(run) {
  const { books } = run;
  const giving = pickRecent(
    run,
    books.live('givings').filter(({ reversalOf }) => reversalOf === null),
  );
  if (!giving) return;
  const date = run.chance(4) ? run.anyDay() : run.openDay(giving.date);
  if (date < giving.date) return;
  const { body, parts, codes } = drawReversal(run, giving);
  const { kind, accountId } = drawKind(run);
  if (run.refusalOn(date)) codes.push('period_finalized');
  const isPaidOut = (kind === 'Returned' || kind === 'Refund') && !giving.isInKind;
  const place = whereItLies(books, giving, date);
  // The money cannot leave the account of its deposit before it came there.
  if (isPaidOut && !accountId && date < place.since) codes.push('validation_failed');
  const made = await run.send({
    path: `/api/givings/${giving.id}/reverse`,
    body: { ...body, date, reason: 'It bounced', ...(kind && { kind }), ...(accountId && { accountId }) },
    refuse: codes.length > 0 ? codes : undefined,
    // Money cannot be paid from an account that is no longer active.
    may: kind ? ['account_disabled'] : [],
  });
  if (!made) return;
  const leaves = isPaidOut ? (accountId ?? place.accountId) : giving.accountId;
  const isLast = add(partsLeft(books, giving)) === add(parts);
  const kept = keepGiving(run, made, giving.isInKind ? undefined : leaves);
  const turned = parts.map((part) => ({ ...part, amount: 0 - part.amount }));
  run.expect(`the parts of reversal ${made.id}`, kept.parts, turned);
  // The reversal of the last cent of the gift also takes back the benefit.
  const { benefitAmount } = giving.body;
  const benefit = benefitAmount === null || !isLast ? null : 0 - benefitAmount;
  run.expect(`the benefit of reversal ${made.id}`, made.benefitAmount, benefit);
  run.keep('givings', { id: giving.id, reversals: [...(giving.reversals ?? []), made.id] });
}

/**
 * Returns the account that contains the money of a giving on a day, and since when: the account of its deposit or,
 * before that, its own. Several deposits may contain money of its session. The latest by that day is meant or, if all
 * are later, the first.
 */
function whereItLies(books, giving, day) {
  const [single] = depositsOf(books, giving.id);
  const isOfSession = (item) => item.sessionId === giving.sessionId && item.method === giving.method;
  const ofSession = books
    .live('deposits')
    .filter(({ items }) => giving.sessionId !== null && items.some(isOfSession))
    .toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
  const deposit = single ?? ofSession.findLast(({ date }) => date <= day) ?? ofSession[0];
  return { accountId: deposit?.accountId ?? giving.accountId, since: deposit?.date ?? giving.date };
}

export const GIVING_REVERSALS = [[6, 'reverse a giving', reverse]];
