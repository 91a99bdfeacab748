import { type Insertable, type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { Target } from './line-rules.ts';
import type { AnnualSums, StoredLine } from './rules.ts';
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

/** The annual amounts of the lines that name something in this column. */
const sumFor = (column: Target) => sql<number>`sum(case when ${sql.ref(column)} is null then 0 else "annualMinor" end)`;

const selectSums = prepared((db, versionIds: string, depreciation: string) =>
  db
    .selectFrom('budgetLines')
    .select((eb) => ['versionId', eb.fn.countAll<number>().as('lineCount')])
    .select([sumFor('categoryId').as('categoryId'), sumFor('incomeCategoryId').as('incomeCategoryId')])
    .select([sumFor('subCategoryId').as('subCategoryId'), sumFor('accountId').as('accountId')])
    .select(
      sql<number>`sum(case when ${isOneOf('subCategoryId', depreciation)} then "annualMinor" else 0 end)`.as(
        'depreciation',
      ),
    )
    .where(isOneOf('versionId', versionIds))
    .groupBy('versionId'),
);

function amountsOf(sums: Record<keyof AnnualSums, number>): AnnualSums {
  const { categoryId, incomeCategoryId, subCategoryId, accountId, depreciation } = sums;
  return {
    categoryId: sumOf(categoryId),
    incomeCategoryId: sumOf(incomeCategoryId),
    subCategoryId: sumOf(subCategoryId),
    accountId: sumOf(accountId),
    depreciation: sumOf(depreciation),
  };
}

/** How many versions are added up at once: few enough that other requests need not wait for long budgets. */
const VERSIONS_AT_ONCE = 10;

type Summed = { sums: AnnualSums; lineCount: number };

/** The sums of a version without lines. */
export const NO_LINES: Summed = {
  sums: amountsOf({ categoryId: 0, incomeCategoryId: 0, subCategoryId: 0, accountId: 0, depreciation: 0 }),
  lineCount: 0,
};

/**
 * Returns the annual sums of versions and the number of their lines, by id. A version without lines is left out.
 * `depreciation` has the ids of the subcategories for depreciation.
 */
export async function sumsByVersion(
  db: Db,
  ids: readonly number[],
  depreciation: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Summed>> {
  const subCategoryIds = JSON.stringify([...depreciation]);
  const found = new Map<number, Summed>();
  const add = async (part: number[]) => {
    for (const { versionId, lineCount, ...row } of await selectSums(db, JSON.stringify(part), subCategoryIds))
      found.set(versionId, { lineCount, sums: amountsOf(row) });
  };
  await inChunks(ids, add, VERSIONS_AT_ONCE);
  return found;
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
