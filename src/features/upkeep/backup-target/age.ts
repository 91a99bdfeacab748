/** How old the newest copy off this computer is. */
import type { App } from '../../../app.ts';
import { ageOfCopy } from './copy-rules.ts';
import { type CopyRow, findTarget, hasPlace, listCopies } from './queries.ts';

/** Returns the instant before which the newest of these copies has everything, or null if there are none. */
export const newest = (copies: readonly CopyRow[]) =>
  copies
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1) ?? null;

/** The age of the newest copy in whole hours, and whether it is young enough. */
export type CopyAge = { ageHours: number | null; ok: boolean };

/** Returns how old the newest copy off this computer is, or null without a place. */
export async function copyAge(app: App): Promise<CopyAge | null> {
  const row = await findTarget(app.db);
  if (!row || !hasPlace(row)) return null;
  const asOf = newest(await listCopies(app.db, row)) ?? undefined;
  return ageOfCopy({ asOf, since: row.modifiedAt, nightly: row.nightly === 1 }, app.clock.now());
}
