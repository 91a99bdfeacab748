/** The fees that a bank or a payment service kept, for the list of what happened. */
import type { Db } from '../../../db/connect.ts';
import { findSeeded } from '../../../db/seeded.ts';
import { BANK_FEES } from './payees.ts';

/** Returns the ids of the fees that were entered between two instants as paid, without an approval. */
export async function feesEntered(db: Db, { since, before }: { since: string; before: string }): Promise<number[]> {
  const subCategoryId = await findSeeded(db, 'ExpenseSubCategory', BANK_FEES);
  if (subCategoryId === undefined) return [];
  const rows = await db
    .selectFrom('expenses')
    .select('id')
    .where('createdAt', '>=', since)
    .where('createdAt', '<', before)
    .where('deletedAt', 'is', null)
    .where('subCategoryId', '=', subCategoryId)
    .where('status', '=', 'Paid')
    .where('approvedBy', 'is', null)
    .where('reversalOf', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
