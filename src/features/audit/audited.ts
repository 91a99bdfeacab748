import type { Point } from '../../declarations.ts';

export type FigureEntry = {
  id: number;
  action: string;
  actorId: number | null;
  entityId: string;
  changes: string | null;
};

/** A row as the database gives it. */
export type AuditedRow = Readonly<Record<string, unknown>> & { cursor: number | string };

/** How the rows of a table are held against what the audit log says of them. Each feature declares its own. */
export type AuditedTable = {
  entityType: string;
  table: string;
  /** SQL that numbers the rows, or dates them; they are read in its order. */
  cursor: string;
  columns: readonly string[];
  /** Further columns as SQL, looked at only in a database of this program's version, because earlier ones lack the tables. */
  derived?: Readonly<Record<string, string>>;
  entityIdOf: (cursor: number | string) => string;
  cursorOf: (entityId: string) => number | string;
  /** What the audit log says of a row, by the field's name there. `createdBy` is held against who acted when it came to be. */
  figuresOf: (row: AuditedRow) => Readonly<Record<string, unknown>>;
  /** Fields that early entries do not tell of; they are compared once an entry or the baseline tells of them. */
  laterTold?: readonly string[];
  /** What of a row does not follow from all its entries together. `since` is the number of the baseline. */
  compareHistory?: (row: AuditedRow, entries: readonly FigureEntry[], since: number) => string | undefined;
  /** Fields of persons, which a privacy request takes out of entries; the baseline does not note them. */
  ofPersons?: readonly string[];
  /** Whether databases of earlier versions lack the table. */
  isNew?: boolean;
  /** Actions with which a row comes to be. */
  createdBy: readonly string[];
  /** Whether a deleted row stays, marked by `deletedAt`. */
  keepsDeleted: boolean;
};

export const AUDITED_TABLES: Point<readonly AuditedTable[]> = { name: 'tables that are held against the audit log' };

/** The part that all tables have whose rows have a number and stay when they are deleted. */
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

/** The part that the catalogs have: seeded rows, told of since their entries say what was seeded, and gone when deleted. */
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
