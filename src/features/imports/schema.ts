import * as z from 'zod';
import { id, idText, instant, items } from '../../lib/wire.ts';

export const ImportKind = z.enum(['members', 'givings', 'expenses']);
export type ImportKind = z.output<typeof ImportKind>;

const kind = ImportKind.describe('What was imported.');

export const ImportRecord = z
  .object({
    id,
    kind,
    fileName: z.string().describe('The name of the file.'),
    fileHash: z.string().describe('The SHA-256 of the file, by which a repeated import is recognized.'),
    rows: z.int().describe('How many rows the file had.'),
    created: z.record(z.string(), z.int()).describe('The number of records that the import added, by kind.'),
    at: instant.describe('When the import was made.'),
    by: id.nullable().describe('The user who imported the file. Null for the command line.'),
    byName: z.string().describe('The name of the person who imported the file.'),
    undoneAt: instant.nullable().describe('When the import was undone. Null if it was not undone.'),
    undoneBy: id.nullable().describe('The user who undid the import.'),
  })
  .meta({ id: 'ImportRecord', description: 'An import of a file.' });
export type ImportRecord = z.output<typeof ImportRecord>;

const Kept = z.object({
  memberId: id.describe('The member.'),
  name: z.string(),
  reason: z.string().describe('Why the member was kept.'),
});

export const ImportUndo = z
  .object({
    id,
    kind,
    removed: z.record(z.string(), z.int()).describe('The number of records that were removed, by kind.'),
    kept: z
      .array(Kept)
      .describe(
        'The members that the import added but that were kept, because other records use them or somebody has changed them since.',
      ),
  })
  .meta({ id: 'ImportUndo', description: 'What the undo of an import removed and kept.' });
export type ImportUndo = z.output<typeof ImportUndo>;

export const ImportPath = z.strictObject({ id: idText });

export const ImportRecords = items(ImportRecord);
export type ImportRecords = z.output<typeof ImportRecords>;
