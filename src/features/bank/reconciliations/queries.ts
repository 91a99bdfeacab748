import { type Insertable, type Selectable, sql } from 'kysely';
import type { BankedType } from '../../../books/account-documents.ts';
import { AUDITED } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { ReconciliationTable } from './table.ts';

export type ReconciliationRow = Selectable<ReconciliationTable>;

const COLUMNS = [
  'id',
  'accountId',
  'endDate',
  'endBalanceMinor',
  'status',
  'report',
  'finishedAt',
  'finishedBy',
  'reviewedAt',
  'reviewedBy',
  'deletedAt',
  ...AUDITED,
] as const;

const live = (db: Db) => db.selectFrom('reconciliations').select(COLUMNS).where('deletedAt', 'is', null);

/** Returns one reconciliation, or undefined. */
export function findReconciliation(db: Db, id: number): Promise<ReconciliationRow | undefined> {
  return live(db).where('id', '=', id).executeTakeFirst();
}

/** Returns the reconciliations of an account, the latest first. */
export function listOf(db: Db, accountId: number): Promise<ReconciliationRow[]> {
  return live(db).where('accountId', '=', accountId).orderBy('endDate', 'desc').orderBy('id', 'desc').execute();
}

/** Returns the ends of the reconciliations of all accounts, the latest first. */
export function listEnds(db: Db) {
  return db
    .selectFrom('reconciliations')
    .select(['id', 'accountId', 'endDate', 'endBalanceMinor', 'status', 'finishedBy', 'reviewedAt'])
    .where('deletedAt', 'is', null)
    .orderBy('endDate', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the last finished reconciliation of an account, or undefined. */
export function findLastFinished(db: Db, accountId: number): Promise<ReconciliationRow | undefined> {
  return live(db)
    .where('accountId', '=', accountId)
    .where('status', '=', 'Finished')
    .orderBy('endDate', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a reconciliation and returns its id. */
export function insertReconciliation(db: Db, row: Insertable<ReconciliationTable>): Promise<number> {
  return insertRow(db, 'reconciliations', row);
}

/** Changes columns of a reconciliation. */
export async function updateReconciliationColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<ReconciliationRow, 'id'>>,
): Promise<void> {
  await db.updateTable('reconciliations').set(columns).where('id', '=', id).execute();
}

export type Tick = { accountId: number; type: BankedType; documentId: number; amountMinor: Minor };

/** Returns the documents that were ticked in a reconciliation. */
export function listTicks(db: Db, reconciliationId: number) {
  return db
    .selectFrom('clearedItems')
    .select(['type', 'documentId as id', 'amountMinor as amount'])
    .where('reconciliationId', '=', reconciliationId)
    .orderBy('clearedItems.id')
    .execute();
}

/** Replaces the documents that are ticked in a reconciliation. */
export async function replaceTicks(db: Db, reconciliationId: number, ticks: readonly Tick[]): Promise<void> {
  await db.deleteFrom('clearedItems').where('reconciliationId', '=', reconciliationId).execute();
  await insertRows(
    db,
    'clearedItems',
    ticks.map((tick) => ({ ...tick, matchId: null, reconciliationId })),
  );
}

/** Returns the matches of an account that no statement has yet, with the day of their last line. */
export function listLooseMatches(db: Db, accountId: number): Promise<{ id: number; day: CalendarDate | null }[]> {
  return db
    .selectFrom('bankMatches')
    .leftJoin('bankLines', 'bankLines.matchId', 'bankMatches.id')
    .select((eb) => ['bankMatches.id', eb.fn.max<string | null>('bankLines.date').as('day')])
    .where('bankMatches.accountId', '=', accountId)
    .where('bankMatches.deletedAt', 'is', null)
    .where('bankMatches.reconciliationId', 'is', null)
    .groupBy(['bankMatches.id'])
    .orderBy('bankMatches.id')
    .execute();
}

/** Records which reconciliation contains the matches. Null takes them out. */
export async function setReconciliation(
  db: Db,
  matchIds: readonly number[],
  reconciliationId: number | null,
): Promise<void> {
  await db
    .updateTable('bankMatches')
    .set({ reconciliationId })
    .where(isOneOf('id', JSON.stringify(matchIds)))
    .execute();
}

/** Returns the matches that a reconciliation contains. */
export async function listMatchesIn(db: Db, reconciliationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bankMatches')
    .select('id')
    .where('reconciliationId', '=', reconciliationId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns how many lines of an account up to a day still need a document. */
export async function countOpenLines(db: Db, accountId: number, day: CalendarDate): Promise<number> {
  const row = await db
    .selectFrom('bankLines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('matchId', 'is', null)
    .where('isIgnored', '=', sql.lit(0))
    .where('date', '<=', day)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Returns the last day of the last finished reconciliation of each account, by the id of the account. */
export async function lastDays(db: Db): Promise<ReadonlyMap<number, CalendarDate>> {
  const rows = await db
    .selectFrom('reconciliations')
    .select((eb) => ['accountId', eb.fn.max('endDate').as('day')])
    .where('status', '=', 'Finished')
    .where('deletedAt', 'is', null)
    .groupBy('accountId')
    .execute();
  return new Map(rows.map(({ accountId, day }) => [accountId, day]));
}
