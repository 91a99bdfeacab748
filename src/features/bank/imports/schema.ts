import * as z from 'zod';
import { audited, id, idText, instant, items } from '../../../lib/wire.ts';
import { BankLine, importCounts } from '../lines/schema.ts';

export const BankImport = z
  .object({
    id,
    accountId: id.describe('The account at the bank.'),
    fileName: z.string().nullable().describe('The name of the file; null if it was sent without a name.'),
    ...importCounts,
    importedByName: z.string().describe('Who imported the file.'),
    undoneAt: instant.nullable().describe('When the import was undone; null if it was not undone.'),
    undoneBy: id.nullable().describe('The user who undid the import.'),
    ...audited,
  })
  .meta({ id: 'BankImport', description: 'An import of a file of a bank.' });
export type BankImport = z.output<typeof BankImport>;

export const BankImports = items(BankImport);

export const UndoneBankImport = BankImport.extend({
  removed: z.int().min(0).describe('How many lines were removed.'),
  changedLines: z
    .array(BankLine)
    .describe('The lines of earlier imports that the file had changed, as they are now. They stay as they are.'),
}).meta({ id: 'UndoneBankImport', description: 'An import of a file of a bank that was just undone.' });
export type UndoneBankImport = z.output<typeof UndoneBankImport>;

export const BankImportPath = z.strictObject({ id: idText, importId: idText });
