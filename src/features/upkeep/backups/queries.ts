/**
 * Queries on the copy of the database that an archive contains. The copy can be from an older version of Vestry, so the
 * queries read the tables of other rooms (folders of `src/features`) directly instead of calling their code.
 */
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { Figures } from './schema.ts';

/**
 * Returns the figures of the books. The query also runs on archives of older versions, so it uses only tables and
 * columns of the first version.
 */
export async function readFigures(db: Db): Promise<Figures> {
  type Row = Omit<Figures, 'givingsMinor'> & { parts: number; rest: number };
  const { rows } = await sql<Row>`
    select
      (select "name" from "churchProfiles" limit 1) as "church",
      (select count(*) from "members" where "deletedAt" is null) as "members",
      (select count(*) from "givings" where "deletedAt" is null) as "givings",
      (select count(*) from "expenses" where "deletedAt" is null) as "expenses",
      (select coalesce(sum("amountMinor" / ${sql.lit(PART)}), 0) from "givings" where "deletedAt" is null) as "parts",
      (select coalesce(sum("amountMinor" % ${sql.lit(PART)}), 0) from "givings" where "deletedAt" is null) as "rest",
      (select "entries" from "auditHead") as "auditEntries",
      (select "lastHash" from "auditHead") as "auditHash"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The figures of the database cannot be read.');
  const { parts, rest, ...figures } = row;
  return { ...figures, givingsMinor: exactly(BigInt(parts) * BigInt(PART) + BigInt(rest)) };
}

/**
 * Amounts are divided by this number, and quotients and remainders are added up separately. No sum can then overflow,
 * so books of any size can be backed up.
 */
const PART = 1_000_000;

/** Returns the sum as a number, or as digits if it is too large for a number. */
function exactly(sum: bigint): number | string {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : String(sum);
}

/** Returns the seal of the audit log, or undefined in a database from before schema version 9. */
export async function readSeal(db: Db): Promise<string | undefined> {
  const head: { seal?: string } = await db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow();
  return head.seal;
}

/** Returns the schema version of the database. */
export async function readSchemaVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? 0;
}

/** Returns who the church is and what it is called, if it ever had a place for copies. Works for any version. */
export async function readChurchKey(db: Db): Promise<{ key: string; name: string | null } | undefined> {
  if (!(await hasTable(db, 'backupTarget'))) return undefined;
  const { rows } = await sql<{ key: string; name: string | null }>`
    select "churchKey" as "key", (select "name" from "churchProfiles" limit 1) as "name" from "backupTarget"`.execute(
    db,
  );
  return rows[0];
}

/** Returns the place off this computer to which these books send copies, if they name one. Works for any version. */
export async function readPlace(db: Db): Promise<{ kind: 'Folder' | 'Rclone'; place: string } | undefined> {
  if (!(await hasTable(db, 'backupTarget'))) return undefined;
  const { kind = null, place = null } =
    (await db.selectFrom('backupTarget').select(['kind', 'place']).executeTakeFirst()) ?? {};
  return kind === null || place === null ? undefined : { kind, place };
}

/** Returns the last number of each year that these books know to be given to a statement. Works for any version. */
export async function readLastNumbers(db: Db): Promise<{ year: number; last: number }[]> {
  if (!(await hasTable(db, 'contributionStatements'))) return [];
  const issued = sql`select "year", "number" from "contributionStatements"`;
  const noted = sql`select "year", "last" as "number" from "statementNumbersGiven"`;
  const given = (await hasTable(db, 'statementNumbersGiven')) ? sql`${issued} union all ${noted}` : issued;
  const { rows } = await sql<{ year: number; last: number }>`
    select "year", max("number") as "last" from (${given}) group by "year" order by "year"`.execute(db);
  return rows;
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<object>`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

export type NamedReceipt = { id: number; path: string; size: number; sha256: string };

/**
 * Yields all receipts, including those of deleted expenses, page by page. Also works for older versions of the
 * database.
 */
export async function* namedReceipts(db: Db): AsyncGenerator<NamedReceipt[]> {
  const select = (await hasTable(db, 'receipts')) ? keptReceipts : receiptsOfExpenses;
  yield* pagesByKey<NamedReceipt, number>(
    0,
    ({ id }) => id,
    (after, limit) => select(db, after, limit),
  );
}

function keptReceipts(db: Db, after: number, limit: number): Promise<NamedReceipt[]> {
  return db
    .selectFrom('receipts')
    .select(['id', 'path', 'size', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Before migration 0010, an expense had at most one receipt, in columns of its own row. */
async function receiptsOfExpenses(db: Db, after: number, limit: number): Promise<NamedReceipt[]> {
  const { rows } = await sql<NamedReceipt>`
    select "id", "receiptPath" as "path", "receiptSize" as "size", "receiptSha256" as "sha256"
    from "expenses" where "receiptPath" is not null and "id" > ${after} order by "id" limit ${limit}`.execute(db);
  return rows;
}
