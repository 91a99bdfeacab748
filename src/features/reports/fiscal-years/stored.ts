/** The reports that a closed fiscal year stores. */
import type { App } from '../../../app.ts';
import { findFiscalYear } from './queries.ts';

/**
 * The stored form of the reports of a closed year, by key. Amounts are in minor units. `version` lets later versions of
 * Vestry read it.
 */
export type StoredReports = { version: typeof STORED_VERSION; reports: Readonly<Record<string, unknown>> };
export const STORED_VERSION = 1;

/**
 * Returns the stored report of a closed fiscal year. Computes the report if no year is given, if the year is open, or
 * if the year was closed before Vestry had this report.
 */
export async function storedOr<T>(
  app: App,
  year: number | undefined,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const row = year === undefined ? undefined : await findFiscalYear(app.db, year);
  if (row?.snapshot == null) return compute();
  const { reports } = JSON.parse(row.snapshot) as StoredReports;
  return (reports[key] as T | undefined) ?? compute();
}
