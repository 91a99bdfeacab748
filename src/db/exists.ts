import type { Db } from './connect.ts';
import { isOneOf, prepared } from './prepared.ts';

type Table = 'users' | 'members' | 'familyUnits';

const SOFT_DELETED: ReadonlySet<Table> = new Set(['members', 'familyUnits']);

/** Returns the ids whose rows exist and are not deleted. */
export async function existingIds(db: Db, table: Table, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const [only] = ids;
  const isOne = ids.length === 1 && only !== undefined;
  const rows = await (isOne ? SELECT_ID[table](db, only) : SELECT_IDS[table](db, JSON.stringify(ids)));
  return new Set(rows.map(({ id }) => id));
}

const live = (db: Db, table: Table) => {
  const query = db.selectFrom(table).select('id');
  return SOFT_DELETED.has(table) ? query.where('deletedAt' as never, 'is', null) : query;
};
const selectIds = (table: Table) => prepared((db, ids: string) => live(db, table).where(isOneOf('id', ids)));
const selectId = (table: Table) => prepared((db, id: number) => live(db, table).where('id', '=', id));

const SELECT_IDS = {
  users: selectIds('users'),
  members: selectIds('members'),
  familyUnits: selectIds('familyUnits'),
} satisfies Record<Table, unknown>;

const SELECT_ID = {
  users: selectId('users'),
  members: selectId('members'),
  familyUnits: selectId('familyUnits'),
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
