import * as z from 'zod';
import { id, idText, instant } from '../../lib/wire.ts';

export const ImportKind = z.enum(['members', 'givings', 'expenses']);
export type ImportKind = z.output<typeof ImportKind>;

export const ImportRecord = z.object({
  id,
  kind: ImportKind,
  fileName: z.string(),
  fileHash: z.string(),
  rows: z.int(),
  created: z.record(z.string(), z.int()).describe('The number of records that the import added, by kind.'),
  at: instant,
  by: id.nullable(),
  byName: z.string(),
  undoneAt: instant.nullable(),
  undoneBy: id.nullable(),
});
export type ImportRecord = z.output<typeof ImportRecord>;

export const ImportUndo = z.object({
  id,
  kind: ImportKind,
  removed: z.record(z.string(), z.int()).describe('The number of records that were removed, by kind.'),
  kept: z
    .array(z.object({ memberId: id, name: z.string(), reason: z.string() }))
    .describe(
      'The members that the import added but that were kept, because other records use them or somebody has changed them since.',
    ),
});
export type ImportUndo = z.output<typeof ImportUndo>;

export const ImportPath = z.strictObject({ id: idText });

export const ImportRecords = z.object({ items: z.array(ImportRecord) });
export type ImportRecords = z.output<typeof ImportRecords>;
