/** Checks whether a database has exactly the tables and indexes that Vestry made. */
import { sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { printable } from '../lib/text.ts';
import { type Db, openRaw } from './connect.ts';
import { UPGRADES } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** A row of SQLite's schema table, called a part: a table, an index, a view or a trigger. */
type Part = { type: string; name: string; tbl_name: string; sql: string | null };

/**
 * `faults` describe parts of the database that are missing, were changed, or could do harm. `warnings` describe
 * harmless indexes that Vestry did not make.
 */
export type StructureFindings = { faults: string[]; warnings: string[]; isPresentVersion: boolean };

/** Compares a database with a new one that the migrations built up to the same version. */
export async function compareStructure(db: Db): Promise<StructureFindings> {
  const { rows } = await sql<Part>`select type, name, tbl_name, sql from sqlite_schema order by type, name`.execute(db);
  const { rows: versions } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const version = versions[0]?.user_version ?? 0;
  return { ...compare(own(rows), await expectedOf(version)), isPresentVersion: version === MIGRATIONS.length };
}

/**
 * The parts of new databases, by version. They are kept, because building a database takes longer than comparing it.
 */
const built = new Map<number, Promise<Part[]>>();

function expectedOf(version: number): Promise<Part[]> {
  const known = built.get(version);
  if (known) return known;
  const parts = expectedParts(version);
  built.set(version, parts);
  parts.catch(() => built.delete(version));
  return parts;
}

/**
 * Builds a new database of this version in memory, and returns its parts. Pauses after each migration, so that the
 * service can answer requests.
 */
async function expectedParts(version: number): Promise<Part[]> {
  const memory = openRaw(':memory:');
  try {
    for (const { sql } of MIGRATIONS.slice(0, version)) {
      memory.exec(sql);
      await breathe();
    }
    memory.exec(UPGRADES);
    return own(memory.prepare('select type, name, tbl_name, sql from sqlite_schema').all() as Part[]);
  } finally {
    memory.close();
  }
}

/** The names of parts that SQLite makes itself: statistics, counters, and the indexes of constraints. */
const INTERNAL = /^sqlite_(sequence|stat[14]|autoindex_.*)$/;

const own = (parts: readonly Part[]) =>
  parts.filter(({ type, name }) => !((type === 'table' || type === 'index') && INTERNAL.test(name)));

function compare(parts: readonly Part[], expected: readonly Part[]) {
  const findings: Pick<StructureFindings, 'faults' | 'warnings'> = { faults: [], warnings: [] };
  const missing = new Map(expected.map((part) => [keyOf(part), part]));
  for (const part of parts) {
    const wanted = missing.get(keyOf(part));
    missing.delete(keyOf(part));
    if (!wanted) findings[isHarmless(part) ? 'warnings' : 'faults'].push(`${called(part)} was not made by Vestry`);
    else if (plain(wanted) !== plain(part)) findings.faults.push(`${called(part)} is not as Vestry made it`);
  }
  // Databases of the first versions do not have the table `upgrades`.
  missing.delete('table upgrades');
  for (const part of missing.values()) findings.faults.push(`${called(part)} is missing`);
  return findings;
}

const keyOf = ({ type, name }: Part) => `${type} ${name}`;

/**
 * Returns whether a part is an index on plain columns, which cannot change a result. Other indexes can refuse a write:
 * a unique index, or an index with an expression, a condition or a collation that fails for a row.
 */
const isHarmless = ({ type, sql }: Part) => type === 'index' && PLAIN_INDEX.test(sql ?? '');

const COLUMN = String.raw`\s*["\`[]?\w+["\`\]]?(?: (?:asc|desc))?\s*`;
const PLAIN_INDEX = new RegExp(String.raw`^create index [^()]+\(${COLUMN}(?:,${COLUMN})*\)$`, 'i');

/**
 * Returns the table and the SQL of a part, without spaces, quotes and square brackets, because these depend on the
 * version of SQLite that changed the table.
 */
const plain = ({ tbl_name: table, sql }: Part) => `${table} ${(sql ?? '').replaceAll(/["`[\]\s]/g, '')}`;

function called({ type, name, tbl_name: table }: Part): string {
  return printable(table === name ? `the ${type} ${name}` : `the ${type} ${name} of ${table}`);
}
