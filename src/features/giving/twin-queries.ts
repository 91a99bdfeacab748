/** Givings that may be the same gift as another. */
import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { GivingTable } from './table.ts';

export type Twin = Pick<
  Selectable<GivingTable>,
  'id' | 'memberId' | 'categoryId' | 'amountMinor' | 'checkNumber' | 'zelleReference' | 'payPalReference'
>;

const TWIN = [
  'id',
  'memberId',
  'categoryId',
  'amountMinor',
  'checkNumber',
  'zelleReference',
  'payPalReference',
] as const satisfies readonly (keyof Twin)[];

const unreversed = (db: Db) =>
  db
    .selectFrom('givings')
    .where('memberId', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('reversalOf', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('givings as reversals')
            .select('reversals.id')
            .whereRef('reversals.reversalOf', '=', 'givings.id'),
        ),
      ),
    );

/**
 * Live givings of a date that have a giver, or that giver, and were not reversed, in the order of entry; with
 * `draftsOnly`, those of sessions that are drafts.
 */
export function listGiven(
  db: Db,
  { date, memberId, draftsOnly }: { date: string; memberId: number | undefined; draftsOnly: boolean },
): Promise<Twin[]> {
  let rows = unreversed(db).select(TWIN).where('date', '=', date);
  if (memberId !== undefined) rows = rows.where('memberId', '=', memberId);
  if (draftsOnly) {
    const drafts = db.selectFrom('offeringSessions').select('id').where('status', '=', 'Draft');
    rows = rows.where('sessionId', 'in', drafts);
  }
  return rows.orderBy('id').execute();
}

/** Live givings of the days that have a giver, were not reversed and reverse nothing, in the order of entry. */
export function listGivenOn(db: Db, { from, to }: { from: string; to: string }): Promise<(Twin & { date: string })[]> {
  return unreversed(db)
    .select([...TWIN, 'date'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('id')
    .execute();
}
