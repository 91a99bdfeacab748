import { type App, modified, now } from '../../../app.ts';
import { removeTexts } from '../../../db/search-index.ts';
import { AppError } from '../../../errors.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import { record } from '../../audit/service.ts';
import type { TakeBack } from '../../imports/take-back.ts';
import { takeBackUnused } from '../../people/import/undo.ts';
import { refuseDeposited } from '../deposits/service.ts';
import { removeEmptySessions } from '../offerings/service.ts';
import { listCategories } from '../categories/service.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { type ImportedGiving, listImported, removeGivings } from './queries.ts';
import { bookingsOf, categoryIdsOf, givingFact } from '../givings/rules.ts';

/**
 * Soft-deletes all givings of an import, or none, as `deleteGiving` does. Skips givings that were already deleted.
 * Returns how many givings this call deleted. Raises `reversed`, `session_locked`, `deposited`, `reconciled` and `period_finalized`,
 * and `conflict` if a giving was changed after the import.
 */
export async function takeBackGivings(app: App, ids: readonly number[]): Promise<number> {
  const givings = await listImported(app.db, ids);
  const own = new Set(ids);
  for (const giving of givings) refuseUnlikeImported(giving, own);
  const live = givings.map(({ id }) => id);
  await refuseDeposited(app, live);
  await refuseCleared(app, 'Giving', live);
  await refuseClosedMonths(app, await moved(app, givings));
  const deleted = { deletedAt: now(app), ...modified(app) };
  await inChunks(
    givings,
    async (part) => {
      const ids = part.map(({ id }) => id);
      await removeGivings(app.db, ids, deleted);
      await removeTexts(app.db, 'giving', ids);
      await record(app, ...part.map((giving) => givingFact('GivingDeleted', giving, null)));
    },
    MANY,
  );
  return givings.length;
}

function refuseUnlikeImported(
  { id, createdAt, modifiedAt, sessionDate, sessionStatus, reversedBy }: ImportedGiving,
  own: ReadonlySet<number>,
): void {
  const reversal = reversedBy.find((one) => !own.has(one));
  if (reversal !== undefined) throw new AppError('reversed', `Giving ${id} has been reversed by giving ${reversal}.`);
  if (sessionStatus !== null && sessionStatus !== 'Draft') {
    const message = `Giving ${id} is in the offering session of ${sessionDate}, which is ${sessionStatus}. Reopen the session first.`;
    throw new AppError('session_locked', message);
  }
  if (modifiedAt !== createdAt) throw new AppError('conflict', `Giving ${id} was changed after the import.`);
}

/**
 * Returns the bookings that deleting the givings would affect. Bookings with the same date and kind are listed only
 * once.
 */
async function moved(app: App, givings: readonly ImportedGiving[]): Promise<Booking[]> {
  const { items } = await listCategories(app, true);
  const categories = new Map(items.map((category) => [category.id, category]));
  const bookings = givings.flatMap((giving) => bookingsOf(giving.date, categoryIdsOf(giving), categories));
  return [...new Map(bookings.map((booking) => [`${booking.date} ${booking.moves}`, booking])).values()];
}

/**
 * Undoes an import of givings. Also removes the sessions that the import opened and that are now empty, and the members
 * that it added and that nothing else uses.
 */
export const takeBackImport: TakeBack = async (app, idsOf) => {
  const givings = await takeBackGivings(app, idsOf('givings'));
  const offeringSessions = await removeEmptySessions(app, idsOf('offeringSessions'));
  const { removed: members, kept } = await takeBackUnused(app, idsOf('members'));
  return { removed: { givings, offeringSessions, members }, kept };
};
