import { type App, inTransaction } from '../../../app.ts';
import { nextNumber, noteGiven } from './queries.ts';

/** The last number of a year's statements that was given to a statement. */
export type LastNumber = { year: number; last: number };

/**
 * Makes sure that no number up to these is given again, because the restored books are older than the statements that have
 * them. Returns the years in which numbers are left out. Must run inside the transaction of the restore.
 */
export function skipNumbers(app: App, given: readonly LastNumber[]): Promise<LastNumber[]> {
  return inTransaction(app, async ({ db }) => {
    const skipped: LastNumber[] = [];
    for (const { year, last } of given) {
      if (last < (await nextNumber(db, year))) continue;
      await noteGiven(db, year, last);
      skipped.push({ year, last });
    }
    return skipped;
  });
}
