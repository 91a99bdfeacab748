/**
 * Ends the restriction of money that buys something. The money of a Restricted or Designated fund that buys a fixed asset
 * is released when the asset is placed in service (FASB ASC 958-205-45-12), and money that pays the principal of a loan
 * only if the fund is for that loan. An endowment is never released by a purchase: it keeps what it buys.
 */
import { type App, inTransaction, modified } from '../../../app.ts';
import { type AccountKind, isNoMoney } from '../../../books/account-kinds.ts';
import { isCounted } from '../../../books/counted.ts';
import { isReleasedByPurchases } from '../../../books/fund-classes.ts';
import { refuseBeforeOpening, refuseClosedMonths } from '../../../books/periods.ts';
import { listMovedInto, listUnreleased, type UnreleasedPart, type WaitingExpense } from '../../../books/releases.ts';
import { AppError, badField, inFuture } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { heldAt } from '../../ledger/bound.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { refuseMoreThanBalance, refuseOverheld } from '../../ledger/held.ts';
import { updateExpenseColumns } from './queries.ts';
import { expenseFact, isReleasedInUse } from './rules.ts';
import type { Expense } from './schema.ts';
import { expensesById, getExpense } from './service.ts';
import { amountsByFund, releasesOf } from './release-parts.ts';
import { listReversalIds, type PartKey, putInUse, setReleases } from './release-queries.ts';

/**
 * Stores how each part of an expense that is approved now ends the restriction of its fund. Later settings of the church
 * and of the fund do not change it. Must run inside the transaction of the approval.
 */
export async function noteReleases(app: App, { id, splits }: Pick<Expense, 'id' | 'splits'>): Promise<void> {
  const parts = await releasesOf(app, splits ?? []);
  const noted = parts.filter(({ release }) => release !== null);
  if (noted.length > 0) await setReleases(app.db, id, noted);
}

/**
 * Says since when the assets that an expense paid for are in use. From that day on, their cost is released from the
 * restriction of their funds. Parts that were booked before Vestry released anything are released in the same way. The
 * day may be changed as long as both months are open. Raises `not_found`, `invalid_transition` if nothing of the expense
 * waits for this, `validation_failed`, `before_the_books`, `period_finalized`, and `fund_overdrawn` for what the fund
 * no longer holds, and for more than the balance of the fund.
 */
export function placeInService(app: App, id: number, date: CalendarDate): Promise<Expense> {
  return inTransaction(app, async (app) => {
    const before = await getExpense(app, id);
    if (before.reversalOf !== null) throw ofOriginal(before.reversalOf);
    const latest = await latestDate(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    const parts = await waitingParts(app, before);
    if (parts.length === 0 || !isCounted(before.status)) throw nothingWaits();
    const bookedOn = before.bookedOn ?? date;
    if (date < bookedOn)
      throw badField('date', 'before_original', `must not be before ${bookedOn}, the date of the expense`);
    await refuseBeforeOpening(app, date);
    const reversals = await expensesById(app, await listReversalIds(app.db, id));
    const all = [before, ...[...reversals.values()].filter(mayWait)];
    const releasedOn = (day: CalendarDate) => all.map((one) => latestDay(day, one.bookedOn ?? day));
    const days = [date, ...parts.flatMap(({ inUseOn }) => inUseOn ?? [])].flatMap(releasedOn);
    await refuseClosedMonths(
      app,
      [...new Set(days)].map((day) => ({ date: day, moves: 'fund' as const })),
    );
    const isWaiting = (part: PartKey) => parts.some((one) => keyOf(one) === keyOf(part));
    const released = all.flatMap(unreleased).filter(isWaiting);
    await refuseUnheld(app, released);
    await refuseMoreThanBalance(app, amountsByFund(released));
    const ids = all.map((one) => one.id);
    await putInUse(app.db, ids, { parts, date });
    await updateExpenseColumns(app.db, id, modified(app));
    const after = await expensesById(app, ids);
    await record(app, ...all.map((one) => expenseFact('ExpenseInUse', one, after.get(one.id) ?? null)));
    return getExpense(app, id);
  });
}

/**
 * Raises `fund_overdrawn` if a fund no longer holds what would be released: it was sold or written off since, or the opening
 * says that it is without restriction already.
 */
async function refuseUnheld(app: App, parts: readonly (PartKey & { amount: Minor })[]): Promise<void> {
  const lines = parts.map(({ accountId, fundId, amount }) => {
    return { path: 'date', accountId, fundId, amount: negateMoney(amount) };
  });
  await refuseOverheld(app, { lines, raised: amountsByFund(lines) });
}

/** Returns the parts of an expense for accounts that are not released yet, also those that never are. */
const unreleased = ({ splits }: Expense): (PartKey & { amount: Minor })[] =>
  (splits ?? []).flatMap(({ accountId, fundId, amount, release, inUseOn }) =>
    accountId === null || release === 'OnDate' || inUseOn !== null ? [] : [{ accountId, fundId, amount }],
  );

/** True if a reversal has parts that did not release on its day. */
const mayWait = ({ splits }: Expense) =>
  splits?.some(({ accountId, release }) => accountId !== null && release !== 'OnDate') ?? false;

const latestDay = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other);

/** Documents that spent money of Restricted or Designated funds without releasing it. */
export type Unreleased = { expenses: readonly WaitingExpense[]; transfers: readonly WaitingExpense[] };

/**
 * Returns the expenses that bought something with money of Restricted or Designated funds and have not released it by the
 * end of a day, the oldest first, also those that were booked before Vestry released anything. Returns as well the
 * transfers of money that paid for what an expense would have released, because a transfer never does. What the fund no
 * longer holds, because it was sold or written off, is left out.
 */
export async function listWaiting(app: App, day: CalendarDate): Promise<Unreleased> {
  const [accounts, funds] = [await accountsById(app), await fundsById(app)];
  const idsOf = (...kinds: AccountKind[]) =>
    [...accounts.values()].filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const fundIds = [...funds.values()].filter((fund) => isReleasedByPurchases(fund.class)).map(({ id }) => id);
  const held = new Map((await heldAt(app, day)).map((one) => [keyOf(one), one.amount]));
  const isHeld = (part: UnreleasedPart) => (held.get(keyOf(part)) ?? ZERO) > 0;
  const bought = await listUnreleased(app.db, day, { accountIds: idsOf('FixedAsset'), fundIds });
  const expenses = bought.filter(isHeld);
  // What a fund holds beyond its expenses came from transfers, among others.
  for (const part of expenses) held.set(keyOf(part), subtractMoney(held.get(keyOf(part)) ?? ZERO, part.amount));
  const moved = await listMovedInto(app.db, day, { accountIds: idsOf('FixedAsset', 'Loan'), fundIds });
  const transfers = moved.filter((part) => {
    const [from, to] = [accounts.get(part.fromAccountId), accounts.get(part.accountId)];
    const isPaid = from !== undefined && !isNoMoney(from.kind);
    const isReleasing =
      to?.kind === 'FixedAsset' || funds.get(part.fundId)?.releasesAccountIds.includes(part.accountId);
    return isPaid && isReleasing === true && isHeld(part);
  });
  return { expenses: byDocument(expenses), transfers: byDocument(transfers) };
}

const keyOf = ({ fundId, accountId }: { fundId: number; accountId: number }) => `${fundId}/${accountId}`;

/** Adds up the parts of each document, in the order in which their first parts come. */
function byDocument(parts: readonly WaitingExpense[]): WaitingExpense[] {
  const found = new Map<number, WaitingExpense>();
  for (const { id, date, amount } of parts) {
    const known = found.get(id);
    found.set(id, { id, date: known?.date ?? date, amount: addMoney(known?.amount ?? ZERO, amount) });
  }
  return [...found.values()];
}

/** Returns the parts whose restriction ends when the asset is in use, also those that are in use already. */
async function waitingParts(app: App, { splits }: Expense): Promise<(PartKey & { inUseOn: CalendarDate | null })[]> {
  const [accounts, funds] = [await accountsById(app), await fundsById(app)];
  return (splits ?? []).flatMap(({ accountId, fundId, release, inUseOn }) => {
    const [accountKind, fundClass] = [accounts.get(accountId ?? 0)?.kind, funds.get(fundId)?.class];
    const isReleased = isReleasedInUse({ accountId, release, accountKind, fundClass });
    return accountId !== null && isReleased ? [{ accountId, fundId, inUseOn }] : [];
  });
}

function ofOriginal(id: number): AppError {
  return new AppError(
    'invalid_transition',
    `This is a reversal. Nothing was changed. Say since when the asset is in use in expense ${id}, which it reverses.`,
  );
}

function nothingWaits(): AppError {
  return new AppError(
    'invalid_transition',
    'Nothing of this expense waits to be in use. Nothing was changed. An approved part for a FixedAsset account from a Restricted or Designated fund waits if it was marked as under construction; any other part needs no such day.',
  );
}
