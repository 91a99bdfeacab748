/** Whether a database has the tables and indexes that this program made for it, and nothing beside them. */
import { sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { printable } from '../lib/text.ts';
import { type Db, openRaw } from './connect.ts';
import { UPGRADES } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** A line of SQLite's own table of contents. */
type Part = { type: string; name: string; tbl_name: string; sql: string | null };

/** What does not belong, or is not as it was made; and what does no harm but is not ours either. */
export type StructureFindings = { faults: string[]; warnings: string[]; isPresentVersion: boolean };

/** Compares a database with what the steps of the program make of an empty one at the same version. */
export async function compareStructure(db: Db): Promise<StructureFindings> {
  const { rows } = await sql<Part>`select type, name, tbl_name, sql from sqlite_schema order by type, name`.execute(db);
  const { rows: versions } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const version = versions[0]?.user_version ?? 0;
  return { ...compare(own(rows), await expectedParts(version)), isPresentVersion: version === MIGRATIONS.length };
}

/** The parts of a database of a version, made in memory; others get the thread between two steps. */
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

/** What SQLite makes for itself: statistics, counters, and the indexes of its constraints, which the tables declare. */
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
  // Databases of the first versions were made without the table of upgrades.
  missing.delete('table upgrades');
  for (const part of missing.values()) findings.faults.push(`${called(part)} is missing`);
  return findings;
}

const keyOf = ({ type, name }: Part) => `${type} ${name}`;

/**
 * An index of plain columns changes no answer. A unique one refuses what the program may write; so does an
 * expression, a condition or a collation that cannot be computed for a row.
 */
const isHarmless = ({ type, sql }: Part) => type === 'index' && PLAIN_INDEX.test(sql ?? '');

const COLUMN = String.raw`\s*["\`[]?\w+["\`\]]?(?: (?:asc|desc))?\s*`;
const PLAIN_INDEX = new RegExp(String.raw`^create index [^()]+\(${COLUMN}(?:,${COLUMN})*\)$`, 'i');

/** How SQLite spaces and quotes a changed table depends on its version. */
const plain = ({ tbl_name: table, sql }: Part) => `${table} ${(sql ?? '').replaceAll(/["`[\]\s]/g, '')}`;

function called({ type, name, tbl_name: table }: Part): string {
  return printable(table === name ? `the ${type} ${name}` : `the ${type} ${name} of ${table}`);
}
