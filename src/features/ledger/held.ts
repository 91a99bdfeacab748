/** Checks what a document does to the cash of funds and to what they hold in accounts that are no money. */
import type { App } from '../../app.ts';
import { isLiability, isNoMoney, isOwedSoon } from '../../books/account-kinds.ts';
import { accountBalancesAt, fundBalancesAt } from '../../books/balances.ts';
import { GENERAL_FUND } from '../../books/fund-classes.ts';
import { type Bound, cashOf, type Holding } from '../../books/holdings.ts';
import { AppError, type FieldError } from '../../errors.ts';
import { LAST_DAY } from '../../lib/date.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, toDecimal, ZERO } from '../../lib/money.ts';
import { refusal } from '../../validate.ts';
import type { Account } from './accounts/schema.ts';
import { accountsById } from './accounts/service.ts';
import { boundAt, heldAt } from './bound.ts';
import { fundsOfCategories } from './funds/category-funds.ts';
import { fundsById } from './funds/service.ts';

/** A line of a document that changes an account for a fund: a debit is positive. `path` is the field with the fund. */
export type HeldLine = { path: string; accountId: number | null; fundId: number | null; amount: Minor };

/**
 * The lines of a document, and by how much the document raises the balance of funds, by id. `before` has the same of
 * the document as the books have it now.
 */
export type Held = { lines: readonly HeldLine[]; raised?: ReadonlyMap<number, Minor>; before?: Omit<Held, 'before'> };

/**
 * Raises `validation_failed` for a line that names a fund with an account of money, and `fund_overdrawn` with
 * `available` if a fund would pay more than its cash, or give up more of an account than it holds. So does a line that
 * names no fund, if it takes more of an account than the other funds leave to the General fund.
 */
export async function refuseOverheld(app: App, document: Held): Promise<void> {
  await refuseMoreThanRest(app, document);
  const lines = ofFunds(document.lines);
  const before = { lines: ofFunds(document.before?.lines ?? []), raised: document.before?.raised ?? NONE };
  const all = [...lines, ...before.lines];
  if (all.length === 0) return;
  const accounts = await accountsById(app);
  refuseHoldersOfMoney(lines, accounts);
  const bound = await boundAt(app, LAST_DAY);
  const now = { lines, raised: document.raised ?? NONE };
  const funds = await fundsById(app);
  const cashOf = await cashOfFunds(app, bound);
  for (const fundId of new Set(all.map((line) => line.fundId ?? GENERAL_FUND))) {
    const taken = subtractMoney(cashTaken(now, fundId), cashTaken(before, fundId));
    if (taken > 0) refuseMoreThanCash(taken, { name: funds.get(fundId)?.name, cash: await cashOf(fundId) });
  }
  for (const { fundId, accountId } of all) {
    const account = accounts.get(accountId ?? 0);
    if (!account || isLiability(account.kind)) continue;
    const isOf = (one: HeldLine) => one.fundId === fundId && one.accountId === accountId;
    const change = subtractMoney(sumOf(lines.filter(isOf)), sumOf(before.lines.filter(isOf)));
    const held = holdingOf(bound, { fundId, accountId });
    if (change >= 0 || addMoney(held, change) >= 0) continue;
    throw overdrawn(`${funds.get(fundId ?? 0)?.name} holds only ${formatMoney(held)} of ${account.name}`, held);
  }
}

/**
 * Raises `fund_overdrawn` if lines that name no fund take more of an Investment, or of an asset that other funds hold,
 * than these leave.
 */
async function refuseMoreThanRest(app: App, document: Held): Promise<void> {
  const [lines, before] = [ofGeneral(document.lines), ofGeneral(document.before?.lines ?? [])];
  const accounts = await accountsById(app);
  const changeOf = (id: number) => {
    const isOf = ({ accountId }: HeldLine) => accountId === id;
    return subtractMoney(sumOf(lines.filter(isOf)), sumOf(before.filter(isOf)));
  };
  const ids = new Set([...lines, ...before].map(({ accountId }) => accountId ?? 0));
  const lowered = [...ids].flatMap((id) => {
    const account = accounts.get(id);
    return account && isNoMoney(account.kind) && !isLiability(account.kind) && changeOf(id) < 0 ? [account] : [];
  });
  if (lowered.length === 0) return;
  const held = await heldAt(app, LAST_DAY);
  const heldOf = (id: number) => held.filter(({ accountId }) => accountId === id);
  const guarded = lowered.filter(({ id, kind }) => isGuarded(kind, heldOf(id)));
  const balances = guarded.length > 0 ? await accountBalancesAt(app.db, LAST_DAY) : new Map<number, Minor>();
  for (const { id, name } of guarded) {
    const rest = restOf(balances.get(id) ?? ZERO, heldOf(id));
    if (addMoney(rest, changeOf(id)) >= 0) continue;
    const funds = await fundsById(app);
    const others = heldOf(id).map(({ fundId, amount }) => `${funds.get(fundId)?.name} holds ${formatMoney(amount)}`);
    const left = `The General fund has only ${formatMoney(atLeastZero(rest))} of ${name}`;
    throw overdrawn(others.length === 0 ? left : `${left}, because ${others.join(' and ')}`, rest);
  }
}

/** Raises `validation_failed` for lines that name a fund with an account of money. `path` is the field with the fund. */
export function refuseHoldersOfMoney(
  lines: readonly Pick<HeldLine, 'path' | 'accountId'>[],
  accounts: ReadonlyMap<number, Account>,
): void {
  const message = 'is only for accounts that are no money, because the money of all funds is kept together';
  const faults = lines.flatMap(({ path, accountId }): FieldError[] => {
    const kind = accounts.get(accountId ?? 0)?.kind;
    return kind !== undefined && isNoMoney(kind) ? [] : [{ path, code: 'account_of_money', message }];
  });
  if (faults.length > 0) throw refusal(faults);
}

/**
 * Returns a function that returns how much cash a fund has after all documents, by its id. The cash of the General fund
 * is what the church has, less what it owes and less the cash of the other funds.
 */
export async function cashOfFunds(app: App, bound: Bound): Promise<(fundId: number) => Promise<Minor>> {
  const balances = await fundBalancesAt(app.db, LAST_DAY, { fundOf: await fundsOfCategories(app) });
  return async (fundId) => {
    const cash = cashOf({ fundId, balance: balances.get(fundId) ?? ZERO }, bound);
    return fundId === GENERAL_FUND ? subtractMoney(cash, await heldByGeneral(app, bound)) : cash;
  };
}

/** Returns what the General fund holds in accounts that are no money and not owed soon: what the other funds leave. */
async function heldByGeneral(app: App, { holdings }: Bound): Promise<Minor> {
  const accounts = await accountsById(app);
  const isBound = (id: number) => {
    const { kind = 'Cash' } = accounts.get(id) ?? {};
    return isNoMoney(kind) && !isOwedSoon(kind);
  };
  const all = [...(await accountBalancesAt(app.db, LAST_DAY))].filter(([id]) => isBound(id));
  const others = holdings.filter(({ accountId }) => isBound(accountId));
  return subtractMoney(addMoney(ZERO, ...all.map(([, amount]) => amount)), sumOf(others));
}

/**
 * Raises `fund_overdrawn` with `available` if more is released from the restriction of a fund than its balance after all
 * documents. Money that a fund borrowed is no part of its balance.
 */
export async function refuseMoreThanBalance(app: App, released: ReadonlyMap<number, Minor>): Promise<void> {
  const balances = await fundBalancesAt(app.db, LAST_DAY, { fundOf: await fundsOfCategories(app) });
  for (const [fundId, amount] of released) {
    const balance = balances.get(fundId) ?? ZERO;
    if (amount <= 0 || amount <= balance) continue;
    const name = (await fundsById(app)).get(fundId)?.name;
    throw overdrawn(
      `${name} has only ${formatMoney(atLeastZero(balance))}, and ${formatMoney(amount)} cannot be released from its restriction`,
      balance,
    );
  }
}

/** Raises `fund_overdrawn` with `available` if an amount is more than the cash of the fund with this name. */
export function refuseMoreThanCash(
  amount: Minor,
  { name = '', cash }: { name: string | undefined; cash: Minor },
): void {
  if (amount > cash) throw overdrawn(`${name} has only ${formatMoney(atLeastZero(cash))} in cash`, cash);
}

/**
 * Returns what each fund holds of every asset after all documents. The General fund is among the holders of an Investment
 * and of what other funds hold, too.
 */
export async function holdersOfAll(app: App): Promise<Holding[]> {
  const accounts = await accountsById(app);
  const held = await heldAt(app, LAST_DAY);
  const rest = [...(await accountBalancesAt(app.db, LAST_DAY))].flatMap(([accountId, balance]): Holding[] => {
    const others = held.filter((one) => one.accountId === accountId);
    if (!isGuarded(accounts.get(accountId)?.kind, others)) return [];
    return [{ fundId: GENERAL_FUND, accountId, amount: restOf(balance, others) }];
  });
  const isAsset = ({ accountId }: Holding) => !isLiability(accounts.get(accountId)?.kind ?? 'Loan');
  return [...held, ...rest].filter(isAsset);
}

/**
 * Raises `fund_overdrawn` if a fund would hold less than nothing of an account after all documents, because an opening
 * gives it less of it than before. `before` is what the funds held.
 */
export async function refuseLostHoldings(app: App, before: readonly Holding[]): Promise<void> {
  const [accounts, funds] = [await accountsById(app), await fundsById(app)];
  for (const { fundId, accountId, amount } of await holdersOfAll(app)) {
    const isOf = (one: Holding) => one.fundId === fundId && one.accountId === accountId;
    const had = before.find(isOf)?.amount ?? ZERO;
    if (amount >= 0 || amount >= had) continue;
    throw new AppError(
      'fund_overdrawn',
      `After all documents, ${funds.get(fundId)?.name} would have ${formatMoney(amount)} of ${accounts.get(accountId)?.name}. Nothing was changed. Give it at least ${formatMoney(negateMoney(amount))} more in the opening, or take later documents back first.`,
      { extra: { available: toDecimal(ZERO) } },
    );
  }
}

const NONE: ReadonlyMap<number, Minor> = new Map();
const amountOf = ({ amount }: { amount: Minor }) => amount;
const sumOf = (some: readonly { amount: Minor }[]) => addMoney(ZERO, ...some.map(amountOf));
const atLeastZero = (amount: Minor): Minor => (amount > 0 ? amount : ZERO);

/** Returns what the other holders leave of an account to the General fund. */
const restOf = (balance: Minor, others: readonly Holding[]) => subtractMoney(balance, sumOf(others));

/** True if no document may take more of an account from the General fund than the other holders leave to it. */
const isGuarded = (kind: Account['kind'] | undefined, others: readonly Holding[]) =>
  kind === 'Investment' || others.length > 0;

/** Leaves out lines without an account, and lines of the General fund, which holds the rest of every account. */
function ofFunds(lines: readonly HeldLine[]): HeldLine[] {
  return lines.filter(({ accountId, fundId }) => accountId !== null && fundId !== null && fundId !== GENERAL_FUND);
}

const ofGeneral = (lines: readonly HeldLine[]) =>
  lines.filter(({ accountId, fundId }) => accountId !== null && (fundId ?? GENERAL_FUND) === GENERAL_FUND);

function cashTaken({ lines, raised }: { lines: readonly HeldLine[]; raised: ReadonlyMap<number, Minor> }, id: number) {
  return subtractMoney(sumOf(lines.filter(({ fundId }) => fundId === id)), raised.get(id) ?? ZERO);
}

function holdingOf({ holdings }: Bound, line: Pick<HeldLine, 'fundId' | 'accountId'>): Minor {
  const found = holdings.find(({ fundId, accountId }) => fundId === line.fundId && accountId === line.accountId);
  return found?.amount ?? ZERO;
}

/** Returns the error for a document that takes more from a fund than the fund has. */
function overdrawn(what: string, available: Minor): AppError {
  return new AppError(
    'fund_overdrawn',
    `${what}. Nothing was changed. Use another fund or a smaller amount; to take a document back, first take back what came after it.`,
    {
      extra: { available: toDecimal(atLeastZero(available)) },
    },
  );
}
