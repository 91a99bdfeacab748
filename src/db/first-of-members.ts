import type { Db } from './connect.ts';
import { isOneOf } from './prepared.ts';

/** Returns the first live row of a table that names each member, by member. */
export async function firstOfMembers(
  db: Db,
  table: 'expenses' | 'givings',
  memberIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['memberId', (eb) => eb.fn.min('id').as('id')])
    .where(isOneOf('memberId', JSON.stringify(memberIds)))
    .where('deletedAt', 'is', null)
    .groupBy('memberId')
    .execute();
  return new Map(rows.flatMap(({ memberId, id }) => (memberId === null ? [] : [[memberId, id] as const])));
}
