import type { Point } from '../../room-declarations.ts';

export type FigureEntry = {
  id: number;
  action: string;
  actorId: number | null;
  entityId: string;
  changes: string | null;
};

/** A row as the database returns it. */
export type AuditedRow = Readonly<Record<string, unknown>> & { cursor: number | string };

/** How the rows of a table are compared with the audit log. Each feature declares its own. */
export type AuditedTable = {
  entityType: string;
  table: string;
  /** SQL that numbers or dates the rows, which are read in this order. */
  cursor: string;
  columns: readonly string[];
  /**
   * More columns as SQL. They are read only in a database of this program's version, because earlier ones lack the
   * tables.
   */
  derived?: Readonly<Record<string, string>>;
  entityIdOf: (cursor: number | string) => string;
  cursorOf: (entityId: string) => number | string;
  /**
   * Returns what the audit log should say of a row, by field. `createdBy` is compared with the actor of the entry that
   * created it.
   */
  figuresOf: (row: AuditedRow) => Readonly<Record<string, unknown>>;
  /** Fields that early entries lack. They are compared once an entry or the baseline has them. */
  laterTold?: readonly string[];
  /** Returns what in a row contradicts all its entries together. `since` is the id of the baseline. */
  compareHistory?: (row: AuditedRow, entries: readonly FigureEntry[], since: number) => string | undefined;
  /** Personal fields, which a privacy request removes from entries. The baseline does not record them. */
  ofPersons?: readonly string[];
  /** Whether databases of earlier versions lack the table. */
  isNew?: boolean;
  /** The actions that create a row. */
  createdBy: readonly string[];
  /** Whether a deleted row is kept, marked by `deletedAt`. */
  keepsDeleted: boolean;
};

export const AUDITED_TABLES: Point<readonly AuditedTable[]> = { name: 'tables that are held against the audit log' };

/** The common part of tables whose rows have a number and are kept when deleted. */
export function numbered(entityType: string): Omit<AuditedTable, 'table' | 'columns' | 'figuresOf'> {
  return {
    entityType,
    cursor: '"id"',
    entityIdOf: String,
    cursorOf: Number,
    createdBy: [`${entityType}Created`],
    keepsDeleted: true,
  };
}

/** An amount of a row as the audit log has it. */
export function decimalOf(minor: unknown): number | null {
  return typeof minor === 'number' ? minor / 100 : null;
}

/** The common part of the catalogs: rows are seeded, their entries say so, and deleting removes them. */
export function catalogued(
  entityType: string,
  fields: readonly string[],
): Omit<AuditedTable, 'table' | 'figuresOf'> & { columns: readonly string[] } {
  return {
    ...numbered(entityType),
    columns: [...fields, 'createdBy'],
    laterTold: fields,
    createdBy: [`${entityType}Created`, `${entityType}Seeded`],
    keepsDeleted: false,
  };
}

/** A truth value of a row as the audit log has it. */
export function flagOf(flag: unknown): boolean | null {
  return typeof flag === 'number' ? flag === 1 : null;
}
