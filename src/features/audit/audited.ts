import type { Point } from '../../room-declarations.ts';

/** A migration that added an audited table or, if it has `defaults`, only fields of the table. */
type Upgrade = { step: string; defaults?: Readonly<Record<string, unknown>> };

export type FigureEntry = {
  id: number;
  action: string;
  actorId: number | null;
  entityId: string;
  changes: string | null;
};

/** A row of an audited table, as the database returns it. */
export type AuditedRow = Readonly<Record<string, unknown>> & { cursor: number | string };

/** Describes how the rows of one table are compared with the audit log. Each room declares its own tables. */
export type AuditedTable = {
  entityType: string;
  table: string;
  /**
   * An SQL expression that identifies a row, such as its id or its date. Rows are read in the order of this expression.
   */
  cursor: string;
  columns: readonly string[];
  /**
   * More columns, as SQL expressions by name. They are read only from a database of this program's version, because
   * earlier versions may lack the tables or columns that the expressions need.
   */
  derived?: Readonly<Record<string, string>>;
  entityIdOf: (cursor: number | string) => string;
  cursorOf: (entityId: string) => number | string;
  /**
   * Returns the values that the audit log should have for a row, by field. A column `createdBy` needs no field: it is
   * compared with the actor of the entry that created the row.
   */
  figuresOf: (row: AuditedRow) => Readonly<Record<string, unknown>>;
  /**
   * Like `figuresOf`, for encrypted columns, of which the audit log has only masks. `encryptionKey` is undefined if the
   * key of the database is not known; the masks then show nothing.
   */
  sealedFiguresOf?: (row: AuditedRow, encryptionKey: Uint8Array | undefined) => Readonly<Record<string, unknown>>;
  /**
   * Fields that entries of earlier versions lack. If such a version added a row, the field is compared only if an entry
   * about the row, or the baseline, contains it.
   */
  laterTold?: readonly string[];
  /**
   * Compares a row with all its entries together. Returns undefined if they agree; otherwise a phrase that describes
   * the contradiction, to be printed after the name of the row. `since` is the id of the baseline entry.
   */
  compareHistory?: (row: AuditedRow, entries: readonly FigureEntry[], since: number) => string | undefined;
  /** Personal fields, which a privacy request removes from entries. The baseline does not record them. */
  ofPersons?: readonly string[];
  /** Fields and marks of entries after which the row may be gone, such as `mergedInto`. */
  goneWith?: readonly string[];
  /** True if databases of earlier versions lack the table, or its rows were not compared then. */
  isNew?: boolean;
  /**
   * True for a row that a migration derived from other audited rows. No entry records its creation; `compareHistory`
   * checks it.
   */
  isMigrated?: (row: AuditedRow) => boolean;
  /**
   * The migrations that added the table. A migration with `defaults` added only the fields that `defaults` names. When
   * such a migration upgrades a database, an audit entry records the values that it wrote, except those that equal the
   * default.
   */
  upgrade?: Upgrade | readonly Upgrade[];
  /** The actions of the entries that record the creation of a row. */
  createdBy: readonly string[];
  /** True if a deleted row stays in the table, with `deletedAt` set. */
  keepsDeleted: boolean;
};

export const AUDITED_TABLES: Point<readonly AuditedTable[]> = { name: 'tables that are compared with the audit log' };

/**
 * Returns the common part of the descriptions of tables whose rows have an id, and whose deleted rows stay in the
 * table.
 */
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

/** Returns the migrations that added a table or fields of it. */
export function upgradesOf({ upgrade = [] }: AuditedTable): readonly Upgrade[] {
  return 'step' in upgrade ? [upgrade] : upgrade;
}

/** Converts an amount in cents to the decimal number that the audit log shows. */
export function decimalOf(minor: unknown): number | null {
  return typeof minor === 'number' ? minor / 100 : null;
}

/**
 * Returns the common part of the descriptions of catalog tables. Seeding a row records the action `…Seeded`, and a
 * deleted row is removed from the table.
 */
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

/**
 * Converts the items of a row, as JSON whose last values are amounts in cents, to the form in which the items of an
 * entry are compared. Any other value stays as it is.
 */
export function itemsAsTold(items: unknown): unknown {
  if (typeof items !== 'string') return items;
  const rows = JSON.parse(items) as unknown[][];
  return JSON.stringify(rows.map((row) => [...row.slice(0, -1), decimalOf(row.at(-1))]));
}

/**
 * Converts an object, such as an address, to the text in which objects are compared. Empty fields and the order of the
 * fields do not matter.
 */
export function objectAsTold(value: object): string {
  const filled = Object.entries(value).filter(([, field]) => field !== null);
  return JSON.stringify(Object.fromEntries(filled.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

/**
 * Returns the values of columns whose fields have the same name in the audit log and are stored as they are, or as the
 * JSON of an object.
 */
export function storedAsTold(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): Readonly<Record<string, unknown>> {
  const told = (value: unknown) =>
    typeof value === 'string' && value.startsWith('{') ? objectAsTold(JSON.parse(value) as object) : value;
  return Object.fromEntries(columns.map((column) => [column, told(row[column])]));
}

/** Converts a flag of the database (0 or 1) to the boolean that the audit log shows. */
export function flagOf(flag: unknown): boolean | null {
  return typeof flag === 'number' ? flag === 1 : null;
}
