import { sql } from 'kysely';
import { sumOf } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import { conditionOf, type Filter } from '../../db/filters.ts';
import { prepared } from '../../db/prepared.ts';
import { breathe } from '../../lib/chunks.ts';

/** The money of a session's givings and their number; a gift in kind is no money. */
export const SUMS = {
  totalAmount: sql<
    number | null
  >`sum(case when givings."nonCashDescription" is null then givings."amountMinor" else 0 end)`,
  givingCount: sql<number | null>`count(*)`,
};

/** So many sessions are added up before others get the thread. */
const PART = 1000;

/**
 * Picks sessions by a sum of their givings, which no index has: all of them are added up, part by part. Those that are
 * equal come in the order of their ids.
 */
export function bySum(sum: keyof typeof SUMS) {
  const selectSums = prepared((db, from: number, to: number) =>
    db
      .selectFrom('givings')
      .select(['sessionId', SUMS[sum].as('sum')])
      .where('sessionId', '>=', from)
      .where('sessionId', '<=', to)
      .where('deletedAt', 'is', null)
      .groupBy('sessionId'),
  );
  return async (db: Db, filters: readonly Filter[], stretch: { from: number; to: number }): Promise<number[]> => {
    const ids = await listIds(db, filters);
    const sums = new Float64Array(ids.length);
    for (let start = 0; start < ids.length; start += PART) {
      const part = ids.slice(start, start + PART);
      const rows = await selectSums(db, part.at(0) ?? 0, part.at(-1) ?? 0);
      const known = new Map(rows.map((row) => [row.sessionId, sumOf(row.sum)]));
      for (const [index, id] of part.entries()) sums[start + index] = known.get(id) ?? 0;
      await breathe();
    }
    return ranked(ids, sums, stretch);
  };
}

/** The sessions that pass the filters, by their ids. */
async function listIds(db: Db, filters: readonly Filter[]): Promise<number[]> {
  let query = db.selectFrom('offeringSessions').select('id').where('deletedAt', 'is', null);
  for (const filter of filters) query = query.where(conditionOf(filter));
  return (await query.orderBy('id').execute()).map(({ id }) => id);
}

/** The ids that have these places in the order of the values; `ids` ascend. Only the values are sorted, which is quick. */
function ranked(ids: readonly number[], values: Float64Array, { from, to }: { from: number; to: number }): number[] {
  const sorted = values.toSorted();
  const [least = 0, most = 0] = [sorted[from], sorted[to - 1]];
  const before = sorted.indexOf(least);
  const places = [...ids.keys()];
  const at = (place: number) => values[place] ?? 0;
  const between = places.filter((place) => at(place) > least && at(place) < most).toSorted((a, b) => at(a) - at(b));
  const ordered = [
    ...places.filter((place) => at(place) === least),
    ...between,
    ...places.filter((place) => at(place) === most && most > least),
  ];
  return ordered.slice(from - before, to - before).flatMap((place) => ids[place] ?? []);
}
