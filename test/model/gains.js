/** Values of an investment are booked in the order of their days: each gain is the difference to the value before. */

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
