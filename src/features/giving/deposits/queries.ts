import { type Insertable, type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, isFilled } from '../../../db/filters.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { withItemsOf } from '../../../books/items.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import type { Deposit, DepositItem, DepositQuery } from './schema.ts';
import type { DepositTable } from './table.ts';

/** An item with the account that the money leaves. */
export type SourcedItem = DepositItem & { sourceId: number };

type Row = Omit<Deposit, 'amount' | 'items'>;

/** Adds a deposit with its items. Returns its id. */
export async function insertDeposit(
  db: Db,
  deposit: Insertable<DepositTable>,
  items: readonly SourcedItem[],
): Promise<number> {
  const depositId = await insertRow(db, 'deposits', deposit);
  await insertRows(
    db,
    'depositItems',
    items.map(({ sourceId, sessionId, method, givingId, otherIncomeId, amount }, position) => ({
      depositId,
      position,
      sourceId,
      sessionId,
      method,
      givingId,
      otherIncomeId,
      amountMinor: amount,
    })),
  );
  return depositId;
}

/** Changes columns of a deposit. */
export async function updateDepositColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<DepositTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('deposits').set(columns).where('id', '=', id).execute();
}

/** Returns the id of the deposit whose fee is one of the expenses, or undefined. */
export async function findDepositByFees(db: Db, expenseIds: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where(isOneOf('feeExpenseId', JSON.stringify(expenseIds)))
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const showDeposits = prepared((db, ids: string) =>
  db
    .selectFrom('deposits')
    .innerJoin(accountNames(db), 'account.id', 'deposits.accountId')
    .select([
      'deposits.id',
      'deposits.date',
      'deposits.accountId',
      'account.name as accountName',
      'deposits.feeMinor as fee',
      'deposits.feeExpenseId',
      'deposits.memo',
      'deposits.sessionId',
      'deposits.createdAt',
      'deposits.modifiedAt',
      'deposits.createdBy',
      'deposits.modifiedBy',
    ])
    .where('deposits.deletedAt', 'is', null)
    .where(isOneOf('deposits.id', ids)),
);

const DEPOSITS = {
  table: 'deposits',
  id: 'id',
  holds: [isFilled('deposits.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showDeposits,
} satisfies List<DepositQuery['sort']['field'], Row>;

/** Returns one deposit that is not deleted, or undefined. */
export async function findDeposit(db: Db, id: number): Promise<Deposit | undefined> {
  const [deposit] = await withItems(db, await showDeposits(db, JSON.stringify([id])));
  return deposit;
}

/** Returns a page of deposits. The search looks in the memo. */
export async function listDeposits(db: Db, query: DepositQuery): Promise<Page<Deposit>> {
  const { accountId, from, to } = query;
  const filters = [
    equals('deposits.accountId', accountId),
    compares('deposits.date', '>=', from),
    compares('deposits.date', '<=', to),
  ];
  const found = await look(db, 'deposit', query, false);
  const page = await readPage(db, DEPOSITS, { request: query, filters, found });
  return { ...page, items: await withItems(db, page.items) };
}

/** Returns the deposit that the reconciliation of a session made, or undefined. */
export async function findOfSession(db: Db, sessionId: number): Promise<Deposit | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where('sessionId', '=', sessionId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row && findDeposit(db, row.id);
}

/** Returns a deposit that contains cash, checks or a gift of a session, or undefined. */
export function findWithMoneyOf(db: Db, sessionId: number) {
  return db
    .selectFrom('depositItems')
    .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
    .select(['deposits.id', 'deposits.date'])
    .where('deposits.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('depositItems.sessionId', '=', sessionId),
        eb('depositItems.givingId', 'in', eb.selectFrom('givings').select('id').where('sessionId', '=', sessionId)),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

async function withItems(db: Db, rows: readonly Row[]): Promise<Deposit[]> {
  const items = await selectItems(db, JSON.stringify(rows.map(({ id }) => id)));
  return withItemsOf(
    rows,
    items.map(({ depositId, ...item }) => [depositId, item] as const),
  );
}

const selectItems = prepared((db, ids: string) =>
  db
    .selectFrom('depositItems')
    .select(['depositId', 'sessionId', 'method', 'givingId', 'otherIncomeId', 'amountMinor as amount'])
    .where(isOneOf('depositId', ids))
    .orderBy('depositId')
    .orderBy('position'),
);

/** The cash or the checks of a session, and how much of this money is not deposited yet. */
export type Rest = { sessionId: number; method: 'Cash' | 'Check'; sourceId: number; left: Minor };

/** Selects the cash and the checks of sessions. */
const givenIn = (db: Db, ids: string) =>
  db
    .selectFrom('givings')
    .select(['sessionId', 'method', 'accountId as sourceId', 'amountMinor'])
    .where(isOneOf('sessionId', ids))
    .where('method', 'in', ['Cash', 'Check'])
    .where('nonCashDescription', 'is', null)
    .where('deletedAt', 'is', null);

/** Selects the reversals of the cash and the checks of sessions. */
const reversalsIn = (db: Db, ids: string) =>
  db
    .selectFrom('givings as originals')
    .innerJoin('givings as reversals', 'reversals.reversalOf', 'originals.id')
    .where(isOneOf('originals.sessionId', ids))
    .where('originals.method', 'in', ['Cash', 'Check'])
    .where('originals.nonCashDescription', 'is', null)
    .where('originals.deletedAt', 'is', null)
    .where('reversals.deletedAt', 'is', null);

/** Selects what was deposited of the cash and the checks of sessions, as negative amounts. */
const depositedIn = (db: Db, ids: string) =>
  db
    .selectFrom('depositItems')
    .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
    .leftJoin('givings', 'givings.id', 'depositItems.givingId')
    .leftJoin('givings as originals', 'originals.id', 'givings.reversalOf')
    .select((eb) => [
      eb.fn.coalesce('depositItems.sessionId', 'givings.sessionId', 'originals.sessionId').as('sessionId'),
      eb.fn.coalesce('depositItems.method', 'givings.method').as('method'),
      'sourceId',
      sql<Minor>`- "depositItems"."amountMinor"`.as('amountMinor'),
    ])
    .where((eb) =>
      eb.or([
        isOneOf('depositItems.sessionId', ids),
        eb('depositItems.givingId', 'in', givenIn(db, ids).clearSelect().select('givings.id')),
        eb('depositItems.givingId', 'in', reversalsIn(db, ids).select('reversals.id')),
      ]),
    )
    .where('deposits.deletedAt', 'is', null);

/**
 * Returns the cash and the checks of sessions that are not deposited. With a day `on`, later deposits and reversals do
 * not count. Gifts that were deposited one by one count as deposited. Reversals of gifts are subtracted, too. The
 * result is therefore negative if a gift was corrected after all money of its session was deposited.
 */
export async function listRests(db: Db, sessionIds: readonly number[], on = '9999'): Promise<Rest[]> {
  const ids = JSON.stringify(sessionIds);
  const reversed = reversalsIn(db, ids)
    .select(['originals.sessionId', 'originals.method', 'reversals.accountId as sourceId', 'reversals.amountMinor'])
    .where('reversals.date', '<=', on);
  const deposited = depositedIn(db, ids).where('deposits.date', '<=', on);
  const rows = await db
    .selectFrom(
      givenIn(db, ids)
        .unionAll(reversed as never)
        .unionAll(deposited as never)
        .as('rows'),
    )
    .select((eb) => ['sessionId', 'method', 'sourceId', eb.fn.sum<number | null>('amountMinor').as('left')])
    .groupBy(['sessionId', 'method', 'sourceId'])
    .execute();
  return rows.map(({ sessionId, method, sourceId, left }) => ({
    sessionId: sessionId ?? 0,
    method: method as 'Cash' | 'Check',
    sourceId,
    left: sumOf(left),
  }));
}

/** Returns the days on which gifts were deposited one by one, by the id of the gift. */
export async function listDepositDays(db: Db, givingIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await selectDepositDays(db, JSON.stringify(givingIds));
  return new Map(rows.flatMap(({ givingId, date }) => (givingId === null ? [] : [[givingId, date]])));
}

const selectDepositDays = prepared((db, givingIds: string) =>
  db
    .selectFrom('depositItems')
    .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
    .select(['givingId', 'date'])
    .where(isOneOf('givingId', givingIds))
    .where('deletedAt', 'is', null),
);

/** Returns the date and the status of sessions that are not deleted. */
export function listSessions(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('offeringSessions')
    .select(['id', 'date', 'status'])
    .where(isOneOf('id', JSON.stringify(ids)))
    .where('deletedAt', 'is', null)
    .execute();
}

/** Returns the deposits of other income, by the id of the income. */
export async function listIncomeDeposits(db: Db, incomeIds: readonly number[]) {
  const rows = await db
    .selectFrom('depositItems')
    .innerJoin('deposits', 'deposits.id', 'depositItems.depositId')
    .select(['otherIncomeId', 'depositId', 'deposits.date', 'deposits.accountId'])
    .where(isOneOf('otherIncomeId', JSON.stringify(incomeIds)))
    .where('deposits.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ otherIncomeId, ...deposit }) => [otherIncomeId ?? 0, deposit]));
}
