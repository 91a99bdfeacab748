import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import type { Form1099FilingTable } from './table.ts';

export type FilingRow = Selectable<Form1099FilingTable>;

/** Returns what was filed for the payments of a year, in the order in which it was recorded. */
export function listFiled(db: Db, year: number): Promise<FilingRow[]> {
  return db.selectFrom('form1099Filings').selectAll().where('year', '=', year).orderBy('id').execute();
}

/** Adds rows. */
export function insertFiled(db: Db, rows: readonly Insertable<Form1099FilingTable>[]): Promise<void> {
  return insertRows(db, 'form1099Filings', rows);
}

/** Returns the years for which something was filed for a vendor. */
export async function listYearsFiled(db: Db, vendorId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('form1099Filings')
    .select('year')
    .distinct()
    .where('vendorId', '=', vendorId)
    .orderBy('year')
    .execute();
  return rows.map(({ year }) => year);
}

type Moved = Pick<FilingRow, 'vendorId' | 'modifiedAt' | 'modifiedBy'>;

/** Gives what was filed for a vendor in some years to another vendor. Returns the ids of the rows. */
export async function moveFiled(db: Db, from: number, years: readonly number[], to: Moved): Promise<number[]> {
  const rows = await db
    .updateTable('form1099Filings')
    .set(to)
    .where('vendorId', '=', from)
    .where('year', 'in', years)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
