/** Reads the rows of audited tables, and the entries about them, so that both can be compared. */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { AuditedRow, AuditedTable, FigureEntry } from './audited.ts';

const PAGE = 500;

/**
 * Returns SQL for the columns to compare. For a database of an older version, leaves out the derived columns, because
 * the database may lack what they need.
 */
export function columnsOf({ cursor, columns, derived = {} }: AuditedTable, isPresentVersion: boolean): string {
  const more = isPresentVersion ? Object.entries(derived).map(([name, text]) => `${text} as "${name}"`) : [];
  return [`${cursor} as "cursor"`, ...columns.map((name) => `"${name}"`), ...more].join(', ');
}

type Place = { after?: number | string | undefined; isPresentVersion: boolean };

/** Returns the next rows after a cursor, including deleted rows. */
export async function listAuditedRows(
  db: Db,
  audited: AuditedTable,
  { after, isPresentVersion }: Place,
): Promise<AuditedRow[]> {
  const { table } = audited;
  const order = sql.raw(audited.cursor);
  const wanted = sql.raw(columnsOf(audited, isPresentVersion));
  const behind = after === undefined ? sql`` : sql`where ${order} > ${after}`;
  const { rows } = await sql<AuditedRow>`
    select ${wanted} from ${sql.table(table)} ${behind} order by ${order} limit ${PAGE}`.execute(db);
  return rows;
}

/** Returns the wanted cursors that belong to existing rows. */
export async function listCursors(
  db: Db,
  { table, cursor }: AuditedTable,
  wanted: readonly (number | string)[],
): Promise<Set<number | string>> {
  const place = sql.raw(cursor);
  const { rows } = await sql<{ cursor: number | string }>`
    select ${place} as "cursor" from ${sql.table(table)} where ${place} in (${sql.join(wanted)})`.execute(db);
  return new Set(rows.map((row) => row.cursor));
}

/**
 * Returns the ids of resources of one type that have entries in the log: at most one page, beginning after the given
 * id. Each id appears once.
 */
export async function listEntityIds(db: Db, entityType: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auditLogs')
    .select('entityId')
    .distinct()
    .where('entityType', '=', entityType)
    .where('entityId', '>', after)
    .orderBy('entityId')
    .limit(PAGE)
    .execute();
  return rows.map(({ entityId }) => entityId);
}

/** Returns the entries about some resources of one type, in the order of the log. */
export function listOfEntities(db: Db, entityType: string, ids: readonly string[]): Promise<FigureEntry[]> {
  return db
    .selectFrom('auditLogs')
    .select(['id', 'action', 'actorId', 'entityId', 'changes'])
    .where('entityType', '=', entityType)
    .where('entityId', 'in', ids)
    .orderBy('id')
    .execute();
}
