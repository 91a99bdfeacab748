import type { Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import { draftSessions } from './queries.ts';
import type { GivingTable } from './table.ts';

export type Twin = Pick<
  Selectable<GivingTable>,
  'id' | 'memberId' | 'categoryId' | 'amountMinor' | 'checkNumber' | 'zelleReference' | 'payPalReference'
>;

/** The columns that decide whether two givings of a date look the same. */
export const TWIN = [
  'id',
  'memberId',
  'categoryId',
  'amountMinor',
  'checkNumber',
  'zelleReference',
  'payPalReference',
] as const satisfies readonly (keyof Twin)[];

/** Live givings with a giver that were not reversed and reverse nothing. */
export const unreversed = (db: Db) =>
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

/** A giving that looks the same as an earlier one. */
export type Repeat = { id: number; duplicateOf: number };

/**
 * Returns the givings of a date, or of one giver on it, that repeat an earlier one in all distinguishing columns; only
 * givings to one category. With `draftsOnly`, only those in draft sessions.
 */
export function listRepeats(
  db: Db,
  { date, memberId, draftsOnly }: { date: string; memberId: number | undefined; draftsOnly: boolean },
): Promise<Repeat[]> {
  if (draftsOnly) {
    return memberId === undefined ? selectDraftRepeats(db, date) : selectDraftRepeatsOf(db, date, memberId);
  }
  return memberId === undefined ? selectRepeats(db, date) : selectRepeatsOf(db, date, memberId);
}

const givenOn = (db: Db, date: string) => unreversed(db).where('date', '=', date);
const givenInDraftsOn = (db: Db, date: string) => givenOn(db, date).where('sessionId', 'in', draftSessions(db));
const [, ...TELLING] = TWIN;
const repeatsAmong = (db: Db, given: ReturnType<typeof givenOn>) =>
  db
    .selectFrom(
      given
        .where('categoryId', 'is not', null)
        .select([
          'id',
          (eb) =>
            eb.fn
              .min('id')
              .over((over) => over.partitionBy(TELLING))
              .as('duplicateOf'),
        ])
        .as('twins'),
    )
    .select(['id', 'duplicateOf'])
    .whereRef('duplicateOf', '<', 'id');

const selectRepeats = prepared((db, date: string) => repeatsAmong(db, givenOn(db, date)));
const selectRepeatsOf = prepared((db, date: string, memberId: number) =>
  repeatsAmong(db, givenOn(db, date).where('memberId', '=', memberId)),
);
const selectDraftRepeats = prepared((db, date: string) => repeatsAmong(db, givenInDraftsOn(db, date)));
const selectDraftRepeatsOf = prepared((db, date: string, memberId: number) =>
  repeatsAmong(db, givenInDraftsOn(db, date).where('memberId', '=', memberId)),
);

/** Returns the givings over several categories with a giver on a date, in the order of entry, to find repeated ones. */
export function listSplitOn(db: Db, { date, draftsOnly }: { date: string; draftsOnly: boolean }): Promise<Twin[]> {
  const given = draftsOnly ? givenInDraftsOn(db, date) : givenOn(db, date);
  return given.select(TWIN).where('categoryId', 'is', null).orderBy('id').execute();
}
