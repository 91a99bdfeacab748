import type { Db } from '../../db/connect.ts';
import { pagesByKey } from '../../lib/chunks.ts';

/** What the row of an expense says of its receipt's file. */
export type ReceiptRow = { path: string; fileName: string; contentType: string; size: number };

/** The receipt of a live expense, or undefined when it has none. */
export async function findReceipt(db: Db, expenseId: number): Promise<ReceiptRow | undefined> {
  const row = await db
    .selectFrom('expenses')
    .select(['receiptPath as path', 'receiptFileName as fileName', 'receiptContentType as contentType'])
    .select('receiptSize as size')
    .where('id', '=', expenseId)
    .where('deletedAt', 'is', null)
    .where('receiptPath', 'is not', null)
    .executeTakeFirst();
  return (
    row && {
      path: row.path ?? '',
      fileName: row.fileName ?? '',
      contentType: row.contentType ?? '',
      size: row.size ?? 0,
    }
  );
}

export type NamedFile = { id: number; path: string | null; size: number | null };

/** The files that the rows of expenses name, page by page; those of deleted expenses too, which are kept. */
export function namedFiles(db: Db): AsyncGenerator<NamedFile[]> {
  return pagesByKey<NamedFile, number>(
    0,
    ({ id }) => id,
    (after, limit) => listNamed(db, after, limit),
  );
}

/** The file that the row of an expense names now, or undefined. */
export function findNamedFile(db: Db, expenseId: number): Promise<NamedFile | undefined> {
  return selectNamed(db).where('id', '=', expenseId).executeTakeFirst();
}

function listNamed(db: Db, after: number, limit: number): Promise<NamedFile[]> {
  return selectNamed(db).where('id', '>', after).orderBy('id').limit(limit).execute();
}

const selectNamed = (db: Db) =>
  db
    .selectFrom('expenses')
    .select(['id', 'receiptPath as path', 'receiptSize as size'])
    .where('receiptPath', 'is not', null);
