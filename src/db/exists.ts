import { inChunks } from '../lib/chunks.ts';
import type { Db } from './connect.ts';

type Table = 'users' | 'members' | 'familyUnits';

const SOFT_DELETED: ReadonlySet<Table> = new Set(['members', 'familyUnits']);

/** Those of the ids that name a row that is there and not deleted. */
export async function existingIds(db: Db, table: Table, ids: Iterable<number>): Promise<Set<number>> {
  const found = new Set<number>();
  await inChunks([...new Set(ids)], async (part) => {
    let query = db.selectFrom(table).select('id').where('id', 'in', part);
    if (SOFT_DELETED.has(table)) query = query.where('deletedAt' as never, 'is', null);
    for (const { id } of await query.execute()) found.add(id);
  });
  return found;
}

/** Whether a row with the id is there and not deleted: the check behind `unknown_reference`. */
export async function exists(db: Db, table: Table, id: number): Promise<boolean> {
  let query = db.selectFrom(table).select('id').where('id', '=', id);
  if (SOFT_DELETED.has(table)) query = query.where('deletedAt' as never, 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}
