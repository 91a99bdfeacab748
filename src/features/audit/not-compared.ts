/** Says which columns of the database nothing compares with the audit log, so that nobody takes them for proven. */
import type { Db } from '../../db/connect.ts';
import { listColumns } from '../../db/structure.ts';
import type { AuditedTable } from './audited.ts';

/** The tables that the proof checks as a whole: the chain, and the sums that are added up again. */
const WHOLE: ReadonlySet<string> = new Set(['auditHead', 'auditLogs', 'monthEndBalances']);

/** When a row was made, and when and by whom it was last changed. The log has all of its changes. */
const STAMPS: ReadonlySet<string> = new Set(['createdAt', 'modifiedAt', 'modifiedBy']);
/** The id of a row finds its entries, so it is not a value to compare. */
const ID = 'id';

/**
 * Returns the tables that are not compared, and those columns of the others that are not, as `table` or `table (column,
 * column)`. The columns that SQL of a room reads from another table count as compared.
 */
export async function listNotCompared(db: Db, tables: readonly AuditedTable[]): Promise<string[]> {
  const named = new Map(tables.map((one) => [one.table, namesIn(one)]));
  const others = new Set([...named.values()].flatMap((names) => [...names]));
  const listed = [...(await listColumns(db))].flatMap(([table, columns]) => {
    if (WHOLE.has(table)) return [];
    const names = named.get(table) ?? (others.has(table) ? others : undefined);
    if (!names) return [table];
    const left = columns.filter((column) => !names.has(column) && !STAMPS.has(column) && column !== ID);
    return left.length === 0 ? [] : [`${table} (${left.join(', ')})`];
  });
  return [...listed, `every table (${[...STAMPS].join(', ')})`];
}

/** Returns the columns and tables that the description of a table names. */
function namesIn({ cursor, columns, derived = {} }: AuditedTable): ReadonlySet<string> {
  const quoted = [cursor, ...Object.values(derived)].join(' ').matchAll(/"(\w+)"/g);
  return new Set([...columns, ...[...quoted].map(([, name = '']) => name)]);
}
