import type { Db } from './connect.ts';
import { isOneOf } from './prepared.ts';

/**
 * Returns, for each member, the lowest id of the rows that refer to the member and are not deleted. The key is the id
 * of the member. Members without such a row are left out.
 */
export async function firstOfMembers(
  db: Db,
  table: 'expenses' | 'givings' | 'vendors',
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
