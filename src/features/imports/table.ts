import type { Generated } from 'kysely';
import type { ImportKind } from './schema.ts';

export type ImportRecordTable = {
  id: Generated<number>;
  kind: ImportKind;
  fileName: string;
  /** The SHA-256 of the file, by which a repeated import is recognized. */
  fileHash: string;
  rows: number;
  /** The ids of the added records, by kind, as JSON lists of ranges. */
  created: string;
  at: string;
  by: number | null;
  byName: string;
  undoneAt: string | null;
  undoneBy: number | null;
};
