import type { Db } from './connect.ts';
import { isOneOf, prepared } from './prepared.ts';

type Table = 'users' | 'members' | 'familyUnits';

const SOFT_DELETED: ReadonlySet<Table> = new Set(['members', 'familyUnits']);

/** Returns the ids whose rows exist and are not deleted. */
export async function existingIds(db: Db, table: Table, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await SELECT_IDS[table](db, JSON.stringify(ids));
  return new Set(rows.map(({ id }) => id));
}

const selectIds = (table: Table) =>
  prepared((db, ids: string) => {
    const query = db.selectFrom(table).select('id').where(isOneOf('id', ids));
    return SOFT_DELETED.has(table) ? query.where('deletedAt' as never, 'is', null) : query;
  });

const SELECT_IDS = {
  users: selectIds('users'),
  members: selectIds('members'),
  familyUnits: selectIds('familyUnits'),
} satisfies Record<Table, unknown>;

/**
 * Returns whether a row with the id exists and is not deleted. A reference that fails this check is refused with
 * `unknown_reference`.
 */
export async function exists(db: Db, table: Table, id: number): Promise<boolean> {
  let query = db.selectFrom(table).select('id').where('id', '=', id);
  if (SOFT_DELETED.has(table)) query = query.where('deletedAt' as never, 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}
