import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import type {
  BookOpeningTable,
  OpeningAccountTable,
  OpeningAmountTable,
  OpeningFundTable,
  OpeningHoldingTable,
  OutstandingItemTable,
} from './table.ts';

export type OpeningRow = Selectable<BookOpeningTable>;

/** Returns the stored opening without its lists, or undefined if there is none. */
export function findOpening(db: Db): Promise<OpeningRow | undefined> {
  return db.selectFrom('bookOpening').selectAll().executeTakeFirst();
}

export type OutstandingRow = Selectable<OutstandingItemTable>;

/** Returns the lists of the stored opening. */
export async function findLists(db: Db) {
  return {
    accounts: await db.selectFrom('openingAccounts').selectAll().orderBy('accountId').execute(),
    outstanding: await db.selectFrom('outstandingItems').selectAll().orderBy('id').execute(),
    funds: await db.selectFrom('openingFunds').selectAll().orderBy('fundId').execute(),
    holdings: await db.selectFrom('openingHoldings').selectAll().orderBy('accountId').orderBy('fundId').execute(),
    amounts: await db.selectFrom('openingAmounts').selectAll().orderBy('position').execute(),
  };
}

/** Removes the opening. Its outstanding items and payables stay. */
export async function deleteOpening(db: Db): Promise<void> {
  await db.deleteFrom('bookOpening').execute();
  await db.deleteFrom('openingAccounts').execute();
  await db.deleteFrom('openingFunds').execute();
  await db.deleteFrom('openingAmounts').execute();
  await db.deleteFrom('openingHoldings').execute();
}

export type NewRows = {
  opening: Insertable<BookOpeningTable>;
  accounts: readonly OpeningAccountTable[];
  funds: readonly OpeningFundTable[];
  amounts: readonly OpeningAmountTable[];
  holdings: readonly OpeningHoldingTable[];
};

/** Adds the opening. */
export async function insertOpening(db: Db, { opening, accounts, funds, amounts, holdings }: NewRows): Promise<void> {
  await db.insertInto('bookOpening').values(opening).execute();
  await insertRows(db, 'openingAccounts', accounts);
  await insertRows(db, 'openingFunds', funds);
  await insertRows(db, 'openingAmounts', amounts);
  await insertRows(db, 'openingHoldings', holdings);
}

type NewItem = Omit<OutstandingRow, 'id'>;

/**
 * Replaces the outstanding items. An item keeps its id if its account, date and amount stay, even with another reference.
 * Returns the ids of the items that are gone.
 */
export async function replaceOutstanding(db: Db, wanted: readonly NewItem[]): Promise<number[]> {
  const stored = await db.selectFrom('outstandingItems').selectAll().orderBy('id').execute();
  const changed = takeOut(wanted, stored, keyOf);
  const renamed = takeOut(changed.wanted, changed.stored, (item) => keyOf({ ...item, reference: null }));
  const gone = renamed.stored.map(({ id }) => id);
  const removed = [...gone, ...renamed.taken.map(({ id }) => id)];
  if (removed.length > 0) await db.deleteFrom('outstandingItems').where('id', 'in', removed).execute();
  await insertRows(db, 'outstandingItems', renamed.taken);
  await insertRows(
    db,
    'outstandingItems',
    renamed.wanted.map(({ accountId, date, reference, amountMinor }) => ({ accountId, date, reference, amountMinor })),
  );
  return gone;
}

const keyOf = ({ accountId, date, reference, amountMinor }: NewItem) =>
  JSON.stringify([accountId, date, reference, amountMinor]);

/**
 * Finds the stored item for each wanted item by a key. Returns the found items as they are wanted, with their ids, and
 * the items that are left on both sides.
 */
function takeOut(wanted: readonly NewItem[], stored: readonly OutstandingRow[], key: (item: NewItem) => string) {
  const left = new Map<string, OutstandingRow[]>();
  for (const item of stored) left.set(key(item), [...(left.get(key(item)) ?? []), item]);
  const taken: OutstandingRow[] = [];
  const others: NewItem[] = [];
  for (const item of wanted) {
    const id = left.get(key(item))?.shift()?.id;
    if (id === undefined) others.push(item);
    else taken.push({ ...item, id });
  }
  return { taken, wanted: others, stored: [...left.values()].flat() };
}
