import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { Minor } from '../../../lib/money.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { StoredLine } from './rules.ts';
import type { BudgetLineTable, BudgetVersionTable } from './table.ts';

export type VersionRow = Selectable<BudgetVersionTable>;

/** Returns the latest version of the budget of a year, or undefined if none is saved. */
export function findLatest(db: Db, year: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('budgetVersions')
    .selectAll()
    .where('year', '=', year)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns one version of the budget of a year, or undefined. */
export function findVersion(db: Db, year: number, version: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('budgetVersions')
    .selectAll()
    .where('year', '=', year)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Returns all versions of the budget of a year, the first one first. */
export function listVersions(db: Db, year: number): Promise<VersionRow[]> {
  return db.selectFrom('budgetVersions').selectAll().where('year', '=', year).orderBy('version').execute();
}

/** Returns the latest version of each year in a range of years. */
export function listLatest(db: Db, from: number, to: number): Promise<VersionRow[]> {
  return db
    .selectFrom('budgetVersions as latest')
    .selectAll()
    .where('year', '>=', from)
    .where('year', '<=', to)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('budgetVersions as later')
            .select('later.id')
            .whereRef('later.year', '=', 'latest.year')
            .whereRef('later.version', '>', 'latest.version'),
        ),
      ),
    )
    .execute();
}

const selectLines = prepared((db, versionIds: string) =>
  db
    .selectFrom('budgetLines')
    .selectAll()
    .where(isOneOf('versionId', versionIds))
    .orderBy('versionId')
    .orderBy('position'),
);

/** Returns the lines of versions, by the id of their version. A version without lines has an empty list. */
export async function linesByVersion(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, StoredLine[]>> {
  const lines = new Map<number, StoredLine[]>(ids.map((id) => [id, []]));
  for (const row of await selectLines(db, JSON.stringify(ids))) lines.get(row.versionId)?.push(lineOf(row));
  return lines;
}

function lineOf({ versionId: _version, position: _place, annualMinor, monthsMinor, ...ids }: BudgetLineTable) {
  return { ...ids, annual: annualMinor, months: JSON.parse(monthsMinor) as Minor[] };
}

/** Adds a version without its lines. Returns its id. */
export function insertVersion(db: Db, version: Insertable<BudgetVersionTable>): Promise<number> {
  return insertRow(db, 'budgetVersions', version);
}

/** Changes columns of a version. */
export async function updateVersionColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<VersionRow, 'id'>>,
): Promise<void> {
  await db.updateTable('budgetVersions').set(columns).where('id', '=', id).execute();
}

/** Replaces the lines of a version. */
export async function replaceLines(db: Db, versionId: number, lines: readonly StoredLine[]): Promise<void> {
  await db.deleteFrom('budgetLines').where('versionId', '=', versionId).execute();
  await insertRows(
    db,
    'budgetLines',
    lines.map(({ annual, months, ...ids }, position) => ({
      versionId,
      position,
      categoryId: ids.categoryId,
      incomeCategoryId: ids.incomeCategoryId,
      subCategoryId: ids.subCategoryId,
      accountId: ids.accountId,
      ministryId: ids.ministryId,
      fundId: ids.fundId,
      annualMinor: annual,
      monthsMinor: JSON.stringify(months),
    })),
  );
}
