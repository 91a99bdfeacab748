/** Queries for many givings at once, for imports. */
import type { Selectable } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';
import { TWIN, type Twin, unreversed } from '../givings/duplicate-queries.ts';
import { insertParts, listParts, listReversedParts, toGivings } from '../givings/part-queries.ts';
import { COLUMNS, liveGivings, memberName } from '../givings/queries.ts';
import type { Line } from '../../../books/giving-lines.ts';
import type { Giving } from '../givings/schema.ts';
import type { GivingTable } from '../givings/table.ts';

/** A giving to be added. */
export type AddedGiving = Omit<
  Giving,
  'categoryName' | 'parts' | 'memberName' | 'enteredBy' | 'enteredByName' | 'entryKey'
> & { parts: readonly Line[] | null };

/** Adds givings with ids that the caller has chosen, and their parts. */
export async function addGivings(db: Db, givings: readonly AddedGiving[]): Promise<void> {
  const rows = givings.map((giving) => ({
    id: giving.id,
    categoryId: giving.categoryId,
    amountMinor: giving.amount,
    date: giving.date,
    method: giving.method,
    memberId: giving.memberId,
    isAnonymous: giving.isAnonymous ? (1 as const) : (0 as const),
    checkNumber: giving.checkNumber,
    zelleReference: giving.zelleReference,
    payPalReference: giving.payPalReference,
    note: giving.note,
    sessionId: giving.sessionId,
    accountId: giving.accountId,
    giftDate: giving.giftDate,
    benefitAmountMinor: giving.benefitAmount,
    nonCashDescription: giving.nonCashDescription,
    nonCashKind: giving.nonCashKind,
    source: giving.source,
    companyName: giving.companyName,
    reversalOf: giving.reversalOf,
    reversalKind: giving.reversalKind,
    createdAt: giving.createdAt,
    modifiedAt: giving.modifiedAt,
    createdBy: giving.createdBy,
    modifiedBy: giving.modifiedBy,
  }));
  await insertRows(db, 'givings', rows);
  await insertParts(db, givings);
}

/** An existing giving, and how much of it was reversed. */
export type Existing = {
  id: number;
  date: string;
  amount: Minor;
  categoryId: number | null;
  accountId: number;
  parts: readonly Line[] | null;
  memberId: number | null;
  /** The sum of the reversals that are not deleted: negative or zero. */
  reversed: Minor;
  /** For a gift that is split over several categories: the reversed amount of each category, negative or zero. */
  reversedParts: ReadonlyMap<number, Minor>;
};

/** Returns the givings with these ids that are not deleted, by id, with their reversed amounts. */
export async function listExisting(db: Db, ids: readonly number[]): Promise<Map<number, Existing>> {
  const found = new Map<number, Existing>();
  await inChunks([...new Set(ids)], async (part) => {
    const rows = await db
      .selectFrom('givings')
      .select(['id', 'date', 'amountMinor as amount', 'categoryId', 'accountId', 'memberId'])
      .select((eb) =>
        eb
          .selectFrom('givings as reversals')
          .whereRef('reversals.reversalOf', '=', 'givings.id')
          .where('reversals.deletedAt', 'is', null)
          .select((inner) => inner.fn.sum<number | null>('reversals.amountMinor').as('sum'))
          .as('reversed'),
      )
      .where('id', 'in', part)
      .where('deletedAt', 'is', null)
      .execute();
    const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
    const parts = await listParts(db, split);
    const reversed = await listReversedParts(db, split);
    for (const row of rows) {
      found.set(row.id, {
        ...row,
        parts: parts.get(row.id) ?? null,
        reversed: sumOf(row.reversed),
        reversedParts: reversed.get(row.id) ?? new Map<number, Minor>(),
      });
    }
  });
  return found;
}

/** A giving that an import added, in its current state. */
export type ImportedGiving = Giving & {
  sessionDate: string | null;
  sessionStatus: string | null;
  /** The ids of the givings that reverse this giving and are not deleted. */
  reversedBy: number[];
};

/** Returns the givings with these ids that are not deleted, with their sessions and reversals. */
export async function listImported(db: Db, ids: readonly number[]): Promise<ImportedGiving[]> {
  const found: ImportedGiving[] = [];
  await inChunks(
    ids,
    async (part) => {
      const rows = await liveGivings(db)
        .select(COLUMNS)
        .select([memberName, 'offeringSessions.date as sessionDate', 'offeringSessions.status as sessionStatus'])
        .where('givings.id', 'in', part)
        .orderBy('givings.id')
        .execute();
      const reversals = await db
        .selectFrom('givings')
        .select(['id', 'reversalOf'])
        .where('reversalOf', 'in', part)
        .where('deletedAt', 'is', null)
        .execute();
      const reversedBy = new Map<number | null, number[]>();
      for (const { id, reversalOf } of reversals) {
        reversedBy.set(reversalOf, [...(reversedBy.get(reversalOf) ?? []), id]);
      }
      for (const giving of await toGivings(db, rows)) {
        found.push({ ...giving, reversedBy: reversedBy.get(giving.id) ?? [] });
      }
    },
    MANY,
  );
  return found;
}

/** Marks givings as deleted. */
export async function removeGivings(
  db: Db,
  ids: readonly number[],
  columns: Pick<Selectable<GivingTable>, 'deletedAt' | 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  await db.updateTable('givings').set(columns).where('id', 'in', ids).execute();
}

/** The fields of a giving that decide whether a row of a file is a likely duplicate of it. */
export type Given = Twin & { date: string; parts: readonly Line[] | null };

/**
 * Returns the givings in a range of dates that have a giver, are not deleted, were not reversed and are not reversals,
 * in the order of entry.
 */
export async function listGivenOn(db: Db, { from, to }: { from: string; to: string }): Promise<Given[]> {
  const rows = await unreversed(db)
    .select([...TWIN, 'date'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('id')
    .execute();
  const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
  const parts = await listParts(db, split);
  return rows.map((row) => ({ ...row, parts: parts.get(row.id) ?? null }));
}
