import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { FiscalYearTable } from './table.ts';

export type FiscalYearRow = Selectable<FiscalYearTable>;

/** Returns the row of a fiscal year, or undefined if it was never closed. */
export function findFiscalYear(db: Db, year: number): Promise<FiscalYearRow | undefined> {
  return db.selectFrom('fiscalYears').selectAll().where('year', '=', year).executeTakeFirst();
}

/** Returns the fiscal years that were ever closed, the latest first, without their reports. */
export function listFiscalYears(db: Db) {
  return db
    .selectFrom('fiscalYears')
    .select(['year', 'status', 'closedAt', 'closedBy'])
    .orderBy('year', 'desc')
    .execute();
}

/** Adds the row of a fiscal year, or replaces its status and reports. */
export async function saveFiscalYear(db: Db, row: Insertable<FiscalYearTable>): Promise<void> {
  const { status, snapshot, closedAt, closedBy, modifiedAt, modifiedBy } = row;
  await db
    .insertInto('fiscalYears')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ status, snapshot, closedAt, closedBy, modifiedAt, modifiedBy }),
    )
    .execute();
}
