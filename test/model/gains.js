/** Values of an investment are booked in the order of their days: each gain is the difference to the value before. */
import { isBooked } from './postings.js';

/**
 * True if a gain or loss of the account, for one of the funds, rests on the value of a day: one of a later day that
 * stands. A new value also meets one up to that day whose reversal is dated later, and a change of the entry `id` one of
 * the same day that was entered after it.
 */
export function hasLaterGain(books, { account, fundIds, date, id }) {
  const endOf = ({ reversedBy }) => {
    const reversal = books.entries.get(reversedBy);
    return reversal && !reversal.isDeleted && reversal.status === 'Posted' ? reversal.date : undefined;
  };
  const isWrong = (one) => {
    const until = endOf(one);
    if (until !== undefined) return id === undefined && until > date && one.date <= date;
    return one.date > date || (id !== undefined && one.date === date && one.id > id);
  };
  const isOfHolder = ({ accountId, fundId }) => accountId === account && fundIds.includes(fundId ?? books.general);
  return books
    .live('entries')
    .some(
      (one) =>
        one.status === 'Posted' && !one.reversalOf && isWrong(one) && isGain(books, one) && one.lines.some(isOfHolder),
    );
}

/**
 * Returns the funds that had a loss on an account by a value up to a day, and for which no other document moved the account
 * since then.
 */
export function losersOf(books, { account, at }) {
  const isOf = (fund) => (line) => line.accountId === account && (line.fundId ?? books.general) === fund;
  const stands = ({ reversalOf, reversedBy }) => {
    const reversal = books.entries.get(reversedBy);
    return !reversalOf && !(reversal && !reversal.isDeleted && reversal.status === 'Posted');
  };
  const counts = (one) => one.status === 'Posted' && one.date <= at && !books.isBefore(one.date);
  const entries = books.live('entries').filter((one) => counts(one) && stands(one));
  const moves = [
    ...entries,
    ...books
      .live('transfers')
      .filter(counts)
      .map((one) => ({
        ...one,
        lines: [one.fromAccountId, one.toAccountId].map((accountId) => ({ accountId, fundId: one.fundId })),
      })),
    ...books
      .live('expenses')
      .filter(isBooked)
      .map((one) => ({ ...one, date: one.bookedOn }))
      .filter(({ date }) => date <= at),
  ];
  const lost = entries
    .filter((one) => isGain(books, one))
    .flatMap((one) =>
      one.lines
        .filter(({ accountId, debit }) => accountId === account && debit < 0)
        .map(({ fundId }) => ({ one, fund: fundId ?? books.general })),
    );
  const isLast = ({ one, fund }) =>
    !moves.some((other) => other !== one && other.date >= one.date && other.lines.some(isOf(fund)));
  return [...new Set(lost.filter(isLast).map(({ fund }) => fund))];
}

/** Returns the code with which a change of a posted entry is refused, if a later gain rests on it. */
export function refusalOfGain(books, { id, date, lines }) {
  if (!isGain(books, { lines })) return [];
  const held = lines.filter(({ accountId }) => books.accounts.get(accountId)?.kind === 'Investment');
  const fundIds = ({ accountId }) =>
    held.filter((one) => one.accountId === accountId).map(({ fundId }) => fundId ?? books.general);
  return held.some((one) => hasLaterGain(books, { account: one.accountId, fundIds: fundIds(one), date, id }))
    ? ['value_booked']
    : [];
}

const isGain = (books, { lines }) => lines.some(({ incomeCategoryId }) => incomeCategoryId === books.gains);
