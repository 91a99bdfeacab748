import type { Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { Month } from '../../../lib/date.ts';
import type { SavedMonth } from './rules.ts';
import type { MonthlyStatementTable } from './table.ts';

export type StatementRow = Selectable<MonthlyStatementTable>;

/** Returns the stored statement of a month, or undefined. */
export function findStatement(db: Db, { year, month }: Month): Promise<StatementRow | undefined> {
  return db
    .selectFrom('monthlyStatements')
    .selectAll()
    .where('year', '=', year)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** Returns all saved statements, the latest month first. */
export function listSaved(db: Db): Promise<StatementRow[]> {
  return db.selectFrom('monthlyStatements').selectAll().orderBy('year', 'desc').orderBy('month', 'desc').execute();
}

/** Returns the saved months before a month, the latest first. */
export function listEarlier(db: Db, { year, month }: Month): Promise<SavedMonth[]> {
  return db
    .selectFrom('monthlyStatements')
    .select([
      'year',
      'month',
      'status',
      'openingBalanceMinor as openingBalance',
      'closingBalanceMinor as closingBalance',
    ])
    .where((eb) => eb.or([eb('year', '<', year), eb.and([eb('year', '=', year), eb('month', '<', month)])]))
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .execute();
}

/** Adds the statement of a month. */
export async function insertStatement(db: Db, statement: Omit<StatementRow, 'id'>): Promise<void> {
  await db.insertInto('monthlyStatements').values(statement).execute();
}

/** Changes columns of a month's statement. */
export async function updateStatementColumns(
  db: Db,
  { year, month }: Month,
  columns: Partial<Omit<StatementRow, 'id'>>,
): Promise<void> {
  await db.updateTable('monthlyStatements').set(columns).where('year', '=', year).where('month', '=', month).execute();
}
