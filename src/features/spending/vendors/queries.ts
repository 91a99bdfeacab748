import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { equals, isFilled } from '../../../db/filters.ts';
import { firstOfMembers } from '../../../db/first-of-members.ts';
import { insertRow } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { Page } from '../../../lib/page.ts';
import type { VendorQuery } from './schema.ts';
import type { VendorTable } from './table.ts';

/** A vendor as stored, with the encrypted tax id. */
export type StoredVendor = Selectable<VendorTable>;

const showVendors = prepared((db, ids: string) =>
  db.selectFrom('vendors').selectAll().where('deletedAt', 'is', null).where(isOneOf('id', ids)),
);

const VENDORS = {
  table: 'vendors',
  id: 'id',
  holds: [isFilled('vendors.deletedAt', false)],
  orders: {
    name: { columns: ['name'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showVendors,
} satisfies List<VendorQuery['sort']['field'], StoredVendor>;

/** Returns a vendor who is not deleted, or undefined. */
export async function findVendor(db: Db, id: number): Promise<StoredVendor | undefined> {
  const [vendor] = await showVendors(db, JSON.stringify([id]));
  return vendor;
}

/** Returns the vendors with these ids who are not deleted. */
export function listVendorsById(db: Db, ids: readonly number[]): Promise<StoredVendor[]> {
  return showVendors(db, JSON.stringify(ids));
}

/** Returns a page of vendors. The search looks in the name. */
export async function listVendors(db: Db, query: VendorQuery): Promise<Page<StoredVendor>> {
  const { isActive } = query;
  const filters = [equals('vendors.isActive', isActive === undefined ? undefined : Number(isActive))];
  const found = await look(db, 'vendor', query, isActive === undefined);
  return readPage(db, VENDORS, { request: query, filters, found });
}

/**
 * Returns the ids of other vendors who have one of these names, the vendor's e-mail address or the vendor's tax id. Each
 * condition has an index.
 */
export async function findAlike(db: Db, vendor: StoredVendor, nameKeys: readonly string[]): Promise<number[]> {
  const { id, emailKey, taxIdKey } = vendor;
  const names = JSON.stringify(nameKeys);
  const rows = await db
    .selectFrom('vendors')
    .select(['id', 'deletedAt'])
    .where((eb) =>
      eb.or([
        isOneOf('nameKey', names),
        isOneOf('legalNameKey', names),
        eb('emailKey', '=', emailKey),
        eb('taxIdKey', '=', taxIdKey),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => (row.deletedAt === null && row.id !== id ? [row.id] : []));
}

/** Returns the vendors in use who have one of these name keys. */
export function listByNameKey(
  db: Db,
  nameKeys: readonly string[],
): Promise<Pick<StoredVendor, 'id' | 'name' | 'nameKey'>[]> {
  return db
    .selectFrom('vendors')
    .select(['id', 'name', 'nameKey'])
    .where('deletedAt', 'is', null)
    .where('isActive', '=', 1)
    .where(isOneOf('nameKey', JSON.stringify(nameKeys)))
    .execute();
}

/** Returns the id, name and encrypted tax id of every live vendor who has a tax id. */
export function listSealed(db: Db): Promise<Pick<StoredVendor, 'id' | 'name' | 'taxId'>[]> {
  return db
    .selectFrom('vendors')
    .select(['id', 'name', 'taxId'])
    .where('taxId', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** Returns whether a payable, or an expense that is not deleted, names the vendor. */
export async function isNamed(db: Db, id: number): Promise<boolean> {
  const expenses = db.selectFrom('expenses').select('id').where('vendorId', '=', id).where('deletedAt', 'is', null);
  const payables = db.selectFrom('payables').select('id').where('vendorId', '=', id);
  const named = (await expenses.limit(1).executeTakeFirst()) ?? (await payables.limit(1).executeTakeFirst());
  return named !== undefined;
}

/** Adds a vendor and returns the id. */
export function insertVendor(db: Db, vendor: Insertable<VendorTable>): Promise<number> {
  return insertRow(db, 'vendors', vendor);
}

/** Changes columns of a vendor. */
export async function updateVendorColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<StoredVendor, 'id'>>,
): Promise<void> {
  await db.updateTable('vendors').set(columns).where('id', '=', id).execute();
}

/**
 * Replaces the member of vendors, including deleted ones, with the member in `columns`, or with nobody if that member is
 * null. Returns the ids of the changed vendors.
 */
export async function moveVendors(
  db: Db,
  memberId: number,
  columns: Pick<StoredVendor, 'memberId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db.updateTable('vendors').set(columns).where('memberId', '=', memberId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Returns, by member, the id of the first live vendor who is the member. */
export function listFirstOf(db: Db, memberIds: readonly number[]): Promise<Map<number, number>> {
  return firstOfMembers(db, 'vendors', memberIds);
}
