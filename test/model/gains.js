/** Values of an investment are booked in the order of their days: each gain is the difference to the value before. */

/** True if a later entry books a gain or loss of the account for one of the funds, and no posted entry reverses it. */
export function hasLaterGain(books, { account, fundIds, date }) {
  const isTakenBack = ({ reversedBy }) => {
    const reversal = books.entries.get(reversedBy);
    return reversal !== undefined && !reversal.isDeleted && reversal.status === 'Posted';
  };
  const isOfHolder = ({ accountId, fundId }) => accountId === account && fundIds.includes(fundId ?? books.general);
  return books
    .live('entries')
    .some(
      (one) =>
        one.status === 'Posted' &&
        one.date > date &&
        !one.reversalOf &&
        !isTakenBack(one) &&
        isGain(books, one) &&
        one.lines.some(isOfHolder),
    );
}

/** Returns the code with which a change of a posted entry is refused, if a later gain rests on it. */
export function refusalOfGain(books, { date, lines }) {
  if (!isGain(books, { lines })) return [];
  const held = lines.filter(({ accountId }) => books.accounts.get(accountId)?.kind === 'Investment');
  const fundIds = ({ accountId }) =>
    held.filter((one) => one.accountId === accountId).map(({ fundId }) => fundId ?? books.general);
  return held.some((one) => hasLaterGain(books, { account: one.accountId, fundIds: fundIds(one), date }))
    ? ['value_booked']
    : [];
}

const isGain = (books, { lines }) => lines.some(({ incomeCategoryId }) => incomeCategoryId === books.gains);
