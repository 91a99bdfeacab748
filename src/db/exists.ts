import type { Db } from './connect.ts';

type Table = 'users' | 'members' | 'familyUnits';

const SOFT_DELETED: ReadonlySet<Table> = new Set(['members', 'familyUnits']);

/** Whether a row with the id is there and not deleted: the check behind `unknown_reference`. */
export async function exists(db: Db, table: Table, id: number): Promise<boolean> {
  let query = db.selectFrom(table).select('id').where('id', '=', id);
  if (SOFT_DELETED.has(table)) query = query.where('deletedAt' as never, 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}
