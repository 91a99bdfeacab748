import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { Expense } from '../expenses/schema.ts';
import type { ReceiptTable } from '../expenses/table.ts';

/** A row of the receipts table. */
export type ReceiptRow = Selectable<ReceiptTable>;

type Receipt = NonNullable<Expense['receipt']>;

/** Returns, by expense, the current receipt as the API shows it. */
export async function listCurrent(db: Db, expenseIds: readonly number[]): Promise<Map<number, Receipt>> {
  const rows = await selectReceipts(db, JSON.stringify(expenseIds));
  // The oldest receipt comes first, so the newest one of each expense stays in the map.
  return new Map(rows.map(({ expenseId, ...receipt }) => [expenseId, receipt]));
}

const selectReceipts = prepared((db, expenseIds: string) =>
  db
    .selectFrom('receipts')
    .select(['expenseId', 'fileName', 'contentType', 'size', 'sha256'])
    .where(isOneOf('expenseId', expenseIds))
    .orderBy('id'),
);

/** Returns all receipts of an expense, the oldest first. The last one is the current receipt. */
export function listReceiptRows(db: Db, expenseId: number): Promise<ReceiptRow[]> {
  return db.selectFrom('receipts').selectAll().where('expenseId', '=', expenseId).orderBy('id').execute();
}

/** Returns the number of all receipts, including those of deleted expenses. */
export async function countRows(db: Db): Promise<number> {
  const query = db.selectFrom('receipts').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Adds a receipt to an expense. */
export async function addReceipt(db: Db, receipt: Insertable<ReceiptTable>): Promise<void> {
  await db.insertInto('receipts').values(receipt).execute();
}

/** Deletes the row of a receipt. */
export async function deleteReceiptRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('receipts').where('id', '=', id).execute();
}

/** No record has this id. */
const NO_ID = 0;

type Unsubmitted = { addedBy: number; except: number | null; deletedSince: string };

/**
 * Returns the number and total size of the receipts that a user has stored for expenses that were never submitted. The
 * receipts of the expense `except` do not count; null if all count. The receipts of a deleted expense count if the expense was deleted
 * after `deletedSince`.
 */
export async function sumUnsubmitted(db: Db, { addedBy, except, deletedSince }: Unsubmitted) {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('expenses', 'expenses.id', 'receipts.expenseId')
    .where('receipts.addedBy', '=', addedBy)
    .where('receipts.expenseId', '!=', except ?? NO_ID)
    .where('expenses.status', '=', 'Draft')
    .where((eb) => eb.or([eb('expenses.deletedAt', 'is', null), eb('expenses.deletedAt', '>', deletedSince)]))
    .where((eb) => {
      const decisions = eb.selectFrom('expenseDecisions').whereRef('expenseDecisions.expenseId', '=', 'expenses.id');
      return eb.not(eb.exists(decisions.select('expenseDecisions.id')));
    })
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('receipts.size').as('size')])
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) };
}

export type NamedFile = Pick<ReceiptRow, 'id' | 'expenseId' | 'path' | 'size' | 'sha256'>;

/** Yields the files of all receipts, page by page. This includes the receipts of deleted expenses, which are kept. */
export function namedFiles(db: Db): AsyncGenerator<NamedFile[]> {
  return pagesByKey<NamedFile, number>(
    0,
    ({ id }) => id,
    (after, limit) => selectNamed(db).where('id', '>', after).orderBy('id').limit(limit).execute(),
  );
}

/** True if a receipt still exists and names this file. */
export async function isNamed(db: Db, { id, path }: NamedFile): Promise<boolean> {
  return (await selectNamed(db).where('id', '=', id).where('path', '=', path).executeTakeFirst()) !== undefined;
}

const selectNamed = (db: Db) => db.selectFrom('receipts').select(['id', 'expenseId', 'path', 'size', 'sha256']);
