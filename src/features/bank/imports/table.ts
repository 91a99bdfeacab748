import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';

/** An import of a file of a bank. */
export type BankImportTable = AuditedColumns & {
  id: Generated<number>;
  accountId: number;
  fileName: string | null;
  imported: number;
  skipped: number;
  changed: number;
  pending: number;
  emptyRows: number;
  /** The ids of the known lines that the file changed, as JSON. */
  changedLines: string;
  /** The number of the account in the file. */
  fileNumber: string | null;
  /** The columns of a CSV file, as JSON, if they were sent. */
  mapping: string | null;
  importedByName: string;
  undoneAt: Generated<string | null>;
  undoneBy: Generated<number | null>;
};
