/** The names of givers, for the queries of other folders. */
import { personName } from '../../../lib/person-name.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { memberNames } from '../../people/members/joins.ts';

const selectGiverNames = prepared((db: Db, ids: string) =>
  db
    .selectFrom('givings')
    .innerJoin(memberNames(db), 'member.id', 'givings.memberId')
    .select(['givings.id', 'member.firstName', 'member.lastName', 'member.chineseName'])
    .where(isOneOf('givings.id', ids)),
);

/** Returns the name of the giver of each giving that has one, by the id of the giving. `ids` is a JSON list. */
export async function listGiverNames(db: Db, ids: string): Promise<ReadonlyMap<number, string>> {
  const rows = await selectGiverNames(db, ids);
  return new Map(rows.map(({ id, ...names }) => [id, personName(names) ?? '']));
}
