/** Queries for giving expenses to a vendor of the list. */
import type { Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { ExpenseTable } from './table.ts';

type Linked = Pick<Selectable<ExpenseTable>, 'vendorId' | 'modifiedAt' | 'modifiedBy'>;

/** The live expenses that name no vendor of the list. */
const unlinked = (db: Db) =>
  db.selectFrom('expenses').where('vendorId', 'is', null).where('expenses.deletedAt', 'is', null);

/** Returns the typed vendors of expenses that name no vendor of the list. */
export async function listTypedVendors(db: Db): Promise<string[]> {
  const rows = await unlinked(db).select('vendor').distinct().where('vendor', 'is not', null).execute();
  return rows.flatMap(({ vendor }) => vendor ?? []);
}

/** Gives the live expenses with these typed vendors to a vendor of the list. Returns the ids of the changed expenses. */
export async function linkNamed(db: Db, names: readonly string[], columns: Linked): Promise<number[]> {
  const rows = await db
    .updateTable('expenses')
    .set(columns)
    .where('vendorId', 'is', null)
    .where('deletedAt', 'is', null)
    .where(isOneOf('vendor', JSON.stringify(names)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Returns the ids of the live expenses without any vendor that have a box of Form 1099. */
export async function listUnnamed(db: Db): Promise<number[]> {
  const rows = await unlinked(db)
    .leftJoin('expenseSplits', 'expenseSplits.expenseId', 'expenses.id')
    .leftJoin('expenseSubCategories', (join) =>
      join.on((eb) =>
        eb('expenseSubCategories.id', '=', eb.fn.coalesce('expenseSplits.subCategoryId', 'expenses.subCategoryId')),
      ),
    )
    .select('expenses.id')
    .distinct()
    .where('vendor', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('expenseSplits.form1099', 'expenseSubCategories.form1099'), 'is not', null))
    .orderBy('expenses.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives expenses without any vendor to a vendor of the list, with the name of that vendor. */
export async function linkUnnamed(
  db: Db,
  ids: readonly number[],
  columns: Linked & Pick<Selectable<ExpenseTable>, 'vendor'>,
): Promise<void> {
  await db
    .updateTable('expenses')
    .set(columns)
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}
