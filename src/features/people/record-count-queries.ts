import type { Db } from '../../db/connect.ts';

/** Returns the number of rows in a table of the people room, including deleted records. */
export async function countRows(db: Db, table: 'members' | 'familyUnits' | 'mealAttendances'): Promise<number> {
  const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}
