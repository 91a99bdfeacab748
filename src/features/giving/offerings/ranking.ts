import { sql } from 'kysely';
import { countedGivings, givenMoney } from '../../../books/counted.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { conditionOf, type Filter, shapeOf, valuesOf } from '../../../db/filters.ts';
import { withValues } from '../../../db/list.ts';
import { Plans, prepared } from '../../../db/prepared.ts';
import { breathe } from '../../../lib/chunks.ts';

/** The SQL for the sum and the number of a session's givings. A gift in kind adds no money. */
export const SUMS = {
  totalAmount: givenMoney,
  givingCount: sql<number | null>`count(*)`,
};

/** How many sessions are summed up before other requests run. */
const PART = 1000;

/**
 * Returns a function that lists the ids of sessions, ordered by the total or the number of their givings. `stretch` is
 * the range of positions to return. No index has this order, so the function reads the sums of all sessions that pass
 * the filters, in parts. Sessions with equal sums are ordered by id.
 */
export function bySum(sum: keyof typeof SUMS) {
  const selectSums = prepared((db, from: number, to: number) =>
    countedGivings(db)
      .select(['sessionId', SUMS[sum].as('sum')])
      .where('sessionId', '>=', from)
      .where('sessionId', '<=', to)
      .groupBy('sessionId'),
  );
  return async (db: Db, filters: readonly Filter[], stretch: { from: number; to: number }): Promise<number[]> => {
    const ids: number[] = [];
    const sums: number[] = [];
    for (let last: number | undefined = 0; last !== undefined;) {
      const part = await listIdsAfter(db, filters, last);
      last = part.at(-1);
      if (last === undefined) break;
      const rows = await selectSums(db, part.at(0) ?? 0, last);
      const known = new Map(rows.map((row) => [row.sessionId, sumOf(row.sum)]));
      for (const id of part) {
        ids.push(id);
        sums.push(known.get(id) ?? 0);
      }
      await breathe();
    }
    return ranked(ids, sums, stretch);
  };
}

const plans = new Plans();

/** Returns the ids of the next sessions after `last` that pass the filters, in ascending order. */
async function listIdsAfter(db: Db, filters: readonly Filter[], last: number): Promise<number[]> {
  const query = plans.fill(db, shapeOf(filters), [...valuesOf(filters), last], (values) => {
    let query = db.selectFrom('offeringSessions').select('id').where('deletedAt', 'is', null);
    for (const filter of withValues(filters, values)) query = query.where(conditionOf(filter, true));
    return query
      .where('id', '>', values.at(-1) as number)
      .orderBy('id')
      .limit(PART);
  });
  const { rows } = await db.executeQuery<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids from position `from` up to, but not including, position `to`, ordered by their values. `ids` must be
 * in ascending order. Sorting plain numbers is fast, so all values are sorted. Then only the ids whose values are in
 * the range are sorted.
 */
async function ranked(
  ids: readonly number[],
  values: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const sorted = new Float64Array(values).toSorted();
  const [least = 0, most = 0] = [sorted[from], sorted[to - 1]];
  const before = sorted.indexOf(least);
  await breathe();
  const [equal, between, highest]: [number[], number[], number[]] = [[], [], []];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    if (value === least) equal.push(place);
    else if (value === most) highest.push(place);
    else if (value > least && value < most) between.push(place);
  }
  between.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  return [...equal, ...between, ...highest].slice(from - before, to - before).flatMap((place) => ids[place] ?? []);
}
