import type { Db } from '../../db/connect.ts';

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
