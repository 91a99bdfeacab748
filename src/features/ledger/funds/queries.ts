import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { AUDITED } from '../../../db/columns.ts';
import { insertRow } from '../../../db/insert.ts';
import type { Fund } from './schema.ts';
import type { FundTable } from './table.ts';

/** Returns all funds: the General fund first, then the others in the order in which they were added. */
export async function listFunds(db: Db): Promise<Fund[]> {
  const rows = await db
    .selectFrom('funds')
    .select(['id', 'name', 'nameZh', 'class', 'purpose', 'isActive'])
    .select(AUDITED)
    .orderBy('id')
    .execute();
  const loans = await db.selectFrom('fundReleases').selectAll().orderBy('accountId').execute();
  return rows.map((row) => ({
    ...row,
    releasesAccountIds: loans.filter(({ fundId }) => fundId === row.id).map(({ accountId }) => accountId),
    isActive: row.isActive === 1,
  }));
}

/** Returns the id of the fund with the folded name, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('funds').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Adds a fund and returns its id. */
export function insertFund(db: Db, fund: Insertable<FundTable>): Promise<number> {
  return insertRow(db, 'funds', fund);
}

/** Changes columns of a fund. */
export async function updateFundColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<FundTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('funds').set(columns).where('id', '=', id).execute();
}

/** Replaces the loans whose principal a fund is for. */
export async function replaceReleases(db: Db, fundId: number, accountIds: readonly number[]): Promise<void> {
  await db.deleteFrom('fundReleases').where('fundId', '=', fundId).execute();
  const rows = [...new Set(accountIds)].map((accountId) => ({ fundId, accountId }));
  if (rows.length > 0) await db.insertInto('fundReleases').values(rows).execute();
}

/** Removes a fund that nothing refers to. */
export async function deleteFund(db: Db, id: number): Promise<void> {
  await db.deleteFrom('funds').where('id', '=', id).execute();
}
