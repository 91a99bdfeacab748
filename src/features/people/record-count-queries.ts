import type { Db } from '../../db/connect.ts';

/** How many rows a table of the room has, those of deleted records too. */
export async function countRows(db: Db, table: 'members' | 'familyUnits' | 'mealAttendances'): Promise<number> {
  const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}
