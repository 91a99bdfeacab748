import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Minor } from '../../../lib/money.ts';
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

/** Returns a query for givings that have a giver, are not deleted, were not reversed and are not reversals. */
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

/** The values that decide whether a giving repeats an earlier one. */
export type Entered = Omit<Twin, 'memberId' | 'categoryId'> & { memberId: number; categoryId: number; date: string };

/**
 * Returns the id of the first giving of `unreversed` that a giving to a single category repeats, or undefined. If
 * `draftsOnly` is true, looks only at givings in draft sessions.
 */
export async function findTwin(db: Db, giving: Entered, draftsOnly: boolean): Promise<number | undefined> {
  const { id, date, memberId, categoryId, amountMinor } = giving;
  const references = [giving.checkNumber ?? '', giving.zelleReference ?? '', giving.payPalReference ?? ''] as const;
  const select = draftsOnly ? selectDraftTwin : selectTwin;
  const [row] = await select(db, id, date, memberId, categoryId, amountMinor, ...references);
  return row?.id;
}

type TwinValues = [number, string, number, number, number, string, string, string];

const twinsOf = (db: Db, [id, date, memberId, categoryId, amount, ...references]: TwinValues) => {
  const [checkNumber, zelleReference, payPalReference] = references;
  return unreversed(db)
    .select('id')
    .where('memberId', '=', memberId)
    .where('date', '=', date)
    .where('amountMinor', '=', amount as Minor)
    .where('categoryId', '=', categoryId)
    .where('id', '<', id)
    .where((eb) => eb(eb.fn.coalesce('checkNumber', sql.lit('')), '=', checkNumber))
    .where((eb) => eb(eb.fn.coalesce('zelleReference', sql.lit('')), '=', zelleReference))
    .where((eb) => eb(eb.fn.coalesce('payPalReference', sql.lit('')), '=', payPalReference))
    .orderBy('id')
    .limit(sql.lit(1));
};

const selectTwin = prepared((db, ...values: TwinValues) => twinsOf(db, values));
const selectDraftTwin = prepared((db, ...values: TwinValues) =>
  twinsOf(db, values).where('sessionId', 'in', draftSessions(db)),
);

/**
 * Returns the givings on a date that have the same values as an earlier one in all columns of `TWIN` except the id.
 * Compares only givings to a single category. If `draftsOnly` is true, compares only givings in draft sessions.
 */
export function listRepeats(db: Db, { date, draftsOnly }: { date: string; draftsOnly: boolean }): Promise<Repeat[]> {
  return draftsOnly ? selectDraftRepeats(db, date) : selectRepeats(db, date);
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
const selectDraftRepeats = prepared((db, date: string) => repeatsAmong(db, givenInDraftsOn(db, date)));

/**
 * Returns the givings of `unreversed` that are on a date and are split over several categories, in the order of entry.
 * The caller finds those that repeat an earlier one. If `draftsOnly` is true, returns only givings in draft sessions.
 */
export function listSplitOn(db: Db, { date, draftsOnly }: { date: string; draftsOnly: boolean }): Promise<Twin[]> {
  const given = draftsOnly ? givenInDraftsOn(db, date) : givenOn(db, date);
  return given.select(TWIN).where('categoryId', 'is', null).orderBy('id').execute();
}
