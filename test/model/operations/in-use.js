/** Says since when something is in use that a fund paid for while it was built. */
import { overdrawn, refusedIfOverdrawn, shortOfBalance } from '../holdings.js';
import { isBooked, postAll } from '../postings.js';
import { pickRecent } from './givings.js';

const waits = ({ lines }) => lines.some(({ release }) => release === 'InUse');

/** Returns the parts of an expense and of its reversals that are released when the asset is in use. */
const unreleased = (expense, reversals) =>
  [expense, ...reversals].flatMap(({ lines }) =>
    lines
      .filter(({ release }) => release === 'InUse')
      .map(({ accountId, fundId, amount }) => ({ account: accountId, fund: fundId, amount })),
  );

/** Returns what a fund still holds of an account, if that is less than what would be released. */
function shortOfHoldings(books, parts) {
  const raised = new Map();
  for (const { fund, amount } of parts) raised.set(fund, (raised.get(fund) ?? 0) - amount);
  return overdrawn(books, { lines: parts.map((part) => ({ ...part, amount: 0 - part.amount })), raised });
}

async function placeInService(run) {
  const { books } = run;
  const purchases = books.live('expenses').filter((one) => one.reversalOf === null && !books.isBefore(one.bookedOn));
  const waiting = purchases.filter((one) => isBooked(one) && waits(one));
  const others = run.chance(10) || waiting.length === 0;
  const expense = pickRecent(run, others ? purchases.filter((one) => !mayWait(books, one)) : waiting);
  if (!expense) return;
  const isKnown = isBooked(expense);
  const date = run.chance(8) ? run.anyDay() : run.openDay(expense.bookedOn ?? '');
  const reversals = books.reversalsOf('expenses', expense.id);
  const days = [date, ...(expense.inUseOn ? [expense.inUseOn] : []), ...reversals.map(({ bookedOn }) => bookedOn)];
  const codes = [];
  if (!isKnown || !waits(expense)) codes.push('invalid_transition');
  else if (date < expense.bookedOn) codes.push('validation_failed');
  const parts = expense.inUseOn ? [] : unreleased(expense, reversals);
  const short = [...shortOfBalance(postAll(books), parts), ...shortOfHoldings(books, parts)];
  const isClosed = run.refusalOn(...days.slice(0, expense.inUseOn ? 2 : 1));
  if (isClosed) codes.push('period_finalized');
  const made = await run.send({
    path: `/api/expenses/${expense.id}/in-use`,
    body: { date },
    ...refusedIfOverdrawn(codes, short),
    may: run.refusalOn(...days) ? ['period_finalized'] : [],
  });
  if (!made) return;
  const since = made.splits.filter(({ release }) => release === 'InUse').map(({ inUseOn }) => inUseOn);
  run.expect(`the day since which expense ${expense.id} is in use`, [...new Set(since)], [date]);
  run.keep('expenses', { id: expense.id, inUseOn: date });
}

/** True for a part that no rule of today releases, but which a fund of another class than today may have bought. */
const mayWait = (books, { lines }) =>
  lines.some(({ accountId, release }) => accountId && !release && books.accounts.get(accountId).kind === 'FixedAsset');

export const IN_USE = [[2, 'say since when something is in use', placeInService]];
