import { faultAt } from '../../../lib/import-table.ts';
import type { GivingTable } from './rows.ts';

/** Returns a table whose rows all belong to the session of a date. A row that names another session is a fault. */
export function inSession(table: GivingTable, date: string): GivingTable {
  const other = table.rows.filter(({ values: { sessionDate = date } }) => sessionDate !== date);
  const message = `must be the date of the session, ${date}`;
  const faults = other.map((row) => faultAt(table, row, { path: 'sessionDate', code: 'not_session_date', message }));
  const rows = table.rows.map((row) => ({ ...row, values: { date, ...row.values, sessionDate: date } }));
  return { ...table, rows, faults: [...table.faults, ...faults] };
}
