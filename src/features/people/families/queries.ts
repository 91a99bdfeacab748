import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { isFilled } from '../../../db/filters.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Database } from '../../../db/schema.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import type { Address } from '../../../lib/address.ts';
import type { FamilyRole } from '../members/schema.ts';
import type { FamilyUnit, FamilyUnitQuery } from './schema.ts';
import type { FamilyUnitTable } from './table.ts';

type Row = Selectable<FamilyUnitTable>;

const liveFamilies = (db: Db) => db.selectFrom('familyUnits').where('deletedAt', 'is', null);

const addressOf = ({ address }: Pick<Row, 'address'>) => (address === null ? null : (JSON.parse(address) as Address));

function toFamily(row: Row): FamilyUnit {
  return {
    ...row,
    address: addressOf(row),
    jointStatement: row.jointStatement === 1,
  };
}

/** Returns a family that is not deleted, or undefined. */
export async function findFamily(db: Db, id: number): Promise<FamilyUnit | undefined> {
  const row = await liveFamilies(db).selectAll().where('id', '=', id).executeTakeFirst();
  return row && toFamily(row);
}

const FAMILIES = {
  table: 'familyUnits',
  id: 'id',
  holds: [isFilled('familyUnits.deletedAt', false)],
  orders: {
    name: { columns: ['name'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: prepared((db, ids: string) => db.selectFrom('familyUnits').selectAll().where(isOneOf('id', ids))),
} satisfies List<FamilyUnitQuery['sort']['field'], Row>;

/** Returns a page of families. The search looks in the names of the families and of their people. */
export async function listFamilies(db: Db, query: FamilyUnitQuery): Promise<Page<FamilyUnit>> {
  const found = await look(db, 'familyUnit', query, true);
  const page = await readPage(db, FAMILIES, { request: query, filters: [], found });
  return { ...page, items: page.items.map(toFamily) };
}

/** Adds a family and returns its id. */
export async function insertFamily(db: Db, family: Omit<Row, 'id' | 'deletedAt'>): Promise<number> {
  const { id } = await db.insertInto('familyUnits').values(family).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds families whose ids were chosen by the caller. */
export function insertFamilies(db: Db, families: readonly Omit<Row, 'deletedAt'>[]): Promise<void> {
  return insertRows(db, 'familyUnits', families);
}

/** Returns the id, the name and the address of every family that is not deleted. */
export async function listFamilyNames(db: Db): Promise<Pick<FamilyUnit, 'id' | 'name' | 'address'>[]> {
  const rows = await liveFamilies(db).select(['id', 'name', 'address']).execute();
  return rows.map((row) => ({ ...row, address: addressOf(row) }));
}

/** Returns the roles of the live members of all families that want a joint statement, by family. */
export async function listJointRoles(db: Db): Promise<Map<number, { familyRole: FamilyRole | null }[]>> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('familyUnits', 'familyUnits.id', 'members.familyUnitId')
    .select(['familyUnits.id', 'familyRole'])
    .where('jointStatement', '=', 1)
    .where('members.deletedAt', 'is', null)
    .execute();
  const found = new Map<number, { familyRole: FamilyRole | null }[]>();
  for (const { id, familyRole } of rows) found.set(id, [...(found.get(id) ?? []), { familyRole }]);
  return found;
}

/** Returns the given families that have no live member. Deleted families are left out. */
export async function listEmptyFamilies(db: Db, ids: readonly number[]): Promise<FamilyUnit[]> {
  const found: FamilyUnit[] = [];
  await inChunks(ids, async (part) => {
    const members = (eb: ExpressionBuilder<Database, 'familyUnits'>) =>
      eb
        .selectFrom('members')
        .select('members.id')
        .whereRef('members.familyUnitId', '=', 'familyUnits.id')
        .where('members.deletedAt', 'is', null);
    const rows = await liveFamilies(db)
      .selectAll()
      .where('id', 'in', part)
      .where((eb) => eb.not(eb.exists(members(eb))))
      .execute();
    found.push(...rows.map(toFamily));
  });
  return found;
}

/**
 * Marks families as deleted and removes all members from them, including deleted members. Otherwise a restored member
 * could refer to a deleted family.
 */
export async function removeFamilies(
  db: Db,
  ids: readonly number[],
  columns: Pick<Row, 'deletedAt' | 'modifiedAt' | 'modifiedBy'>,
): Promise<void> {
  const nobody = { familyUnitId: null, familyRole: null };
  await db.updateTable('members').set(nobody).where('familyUnitId', 'in', ids).execute();
  await db.updateTable('familyUnits').set(columns).where('id', 'in', ids).execute();
}

/** Changes columns of a family. */
export async function updateFamilyColumns(db: Db, id: number, columns: Partial<Omit<Row, 'id'>>): Promise<void> {
  await db.updateTable('familyUnits').set(columns).where('id', '=', id).execute();
}

/** Erases a family's row. Members who still refer to the family, such as deleted ones, lose the reference. */
export async function eraseFamilyRows(db: Db, id: number): Promise<void> {
  await db
    .updateTable('members')
    .set({ familyUnitId: null, familyRole: null })
    .where('familyUnitId', '=', id)
    .execute();
  await db.deleteFrom('familyUnits').where('id', '=', id).execute();
}
