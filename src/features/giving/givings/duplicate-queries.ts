import type { Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import { draftSessions } from './queries.ts';
import type { GivingTable } from './table.ts';

export type Twin = Pick<
  Selectable<GivingTable>,
  'id' | 'memberId' | 'categoryId' | 'amountMinor' | 'checkNumber' | 'zelleReference' | 'payPalReference'
>;

/** The id of a giving, and the columns that decide whether two givings on a date look the same. */
export const TWIN = [
  'id',
  'memberId',
  'categoryId',
  'amountMinor',
  'checkNumber',
  'zelleReference',
  'payPalReference',
] as const satisfies readonly (keyof Twin)[];

/** Returns a query for live givings that have a giver, were not reversed and are not reversals. */
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
 * Returns the givings on a date that have the same values as an earlier one in all columns of `TWIN` except the id.
 * Compares only givings to a single category. With `memberId`, compares only givings of this member. If `draftsOnly` is
 * true, compares only givings in draft sessions.
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
const [, ...COMPARED] = TWIN;
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
              .over((over) => over.partitionBy(COMPARED))
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

/**
 * Returns the givings of `unreversed` that are on a date and over several categories, in the order of entry. The caller
 * finds those that repeat an earlier one. If `draftsOnly` is true, returns only givings in draft sessions.
 */
export function listSplitOn(db: Db, { date, draftsOnly }: { date: string; draftsOnly: boolean }): Promise<Twin[]> {
  const given = draftsOnly ? givenInDraftsOn(db, date) : givenOn(db, date);
  return given.select(TWIN).where('categoryId', 'is', null).orderBy('id').execute();
}
