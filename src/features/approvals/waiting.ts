/**
 * What waits for a second person. Each room declares its kinds of documents here, so that one list, one page and one
 * command show all of them.
 */
import type { App } from '../../app.ts';
import { type AccountKind, isLiability } from '../../books/account-kinds.ts';
import type { CalendarDate } from '../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../lib/money.ts';
import type { Point } from '../../room-declarations.ts';
import type { WaitingKind } from './kinds.ts';

/** By how much approving something changes the balance of an account or of a fund. That of a debt is what is owed. */
export type Effect = { account?: string; fund?: string; nameZh: string | null; change: Minor };

/** Something that waits. `requestedBy` is null for what a command without `--as` entered. */
export type Waiting = {
  id: number;
  date: CalendarDate;
  amount: Minor;
  description: string;
  requestedBy: number | null;
  /** When it was last changed, as an ISO instant. */
  modifiedAt: string;
  effects: readonly Effect[];
};

/** What became of something: it still waits if a third person must approve it, too. */
export type Decided = { status: string; warnings?: readonly { code: string; message: string }[] | undefined };

/** The most of one kind that are listed at once. */
export const MOST_WAITING = 200;

/** How one kind of what waits is listed and decided. */
export type Waits = {
  kind: WaitingKind;
  /** Returns the oldest that wait for the decision of this user, at most `limit`. */
  list: (app: App, userId: number, limit: number) => Promise<Waiting[]>;
  /** Returns when it was last changed. Throws `not_found`. */
  modifiedAt: (app: App, id: number) => Promise<string>;
  approve: (app: App, id: number) => Promise<Decided>;
  reject: (app: App, id: number, reason: string) => Promise<Decided>;
};

export const WAITING: Point<Waits> = { name: 'what waits for a second person' };

/** What a document debits to accounts, and adds to funds, by id. A credit is negative. */
export type Changes = { debits: ReadonlyMap<number, Minor>; raised: ReadonlyMap<number, Minor> };

/** The accounts and funds that changes may name, by id. */
export type Names = {
  accounts: ReadonlyMap<number, Named & { kind: AccountKind }>;
  funds: ReadonlyMap<number, Named>;
};
type Named = { name: string; nameZh: string | null };

/** Returns what changes do to balances. A change of zero is left out. */
export function effectsOf({ debits, raised }: Changes, { accounts, funds }: Names): Effect[] {
  const ofAccounts = [...debits].map(([id, debit]) => {
    const account = accounts.get(id);
    const change = account && isLiability(account.kind) ? negateMoney(debit) : debit;
    return { account: account?.name ?? '', nameZh: account?.nameZh ?? null, change };
  });
  const ofFunds = [...raised].map(([id, change]) => {
    const fund = funds.get(id);
    return { fund: fund?.name ?? '', nameZh: fund?.nameZh ?? null, change };
  });
  return [...ofAccounts, ...ofFunds].filter(({ change }) => change !== 0);
}

/** Adds amounts up by id. An amount without an id is left out. */
export function sumById(amounts: readonly (readonly [number | null, Minor])[]): ReadonlyMap<number, Minor> {
  const sums = new Map<number, Minor>();
  for (const [id, amount] of amounts) if (id !== null) sums.set(id, addMoney(sums.get(id) ?? ZERO, amount));
  return sums;
}
