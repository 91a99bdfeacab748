import type { Generated } from 'kysely';
import type { ImportKind } from './schema.ts';

export type ImportRecordTable = {
  id: Generated<number>;
  kind: ImportKind;
  fileName: string;
  /** SHA-256 of the file, by which it is known when it comes again. */
  fileHash: string;
  rows: number;
  /** The ids of what it made, by kind, as JSON lists of ranges. */
  created: string;
  at: string;
  by: number | null;
  byName: string;
  undoneAt: string | null;
  undoneBy: number | null;
};
