import type { Command } from 'commander';
import { action, type LocalTime } from '../../../cli/kit/action.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { counted, printable } from '../../../lib/text.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn, idIn } from '../account-cli.ts';
import { type BankImport, BankImports, UndoneBankImport } from './schema.ts';
import { listBankImports } from './service.ts';
import { undoBankImport } from './undo.ts';

/** Adds `vestry bank import list` and `vestry bank import undo`. */
export function bankImportCommands(family: Command): void {
  family
    .command('list <account>')
    .description('list the imported files of an account, the latest first')
    .action(
      action({
        answer: BankImports,
        run: async (app, [account]) => listBankImports(app, await accountIn(app, account)),
        print: ({ items: imports }, at) => printImports(imports, at),
      }),
    );
  personOptions(family.command('undo <account> <import>'))
    .description('remove the lines that a file added; refused if one of them is matched')
    .action(
      action({
        answer: UndoneBankImport,
        run: async (app, [account, importId], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return undoBankImport(acting, { id: await accountIn(acting, account), importId: idIn(importId) });
        },
        print: printUndone,
      }),
    );
}

function printImports(imports: readonly BankImport[], at: LocalTime): string {
  if (imports.length === 0) return 'No file has been imported into this account yet.';
  const columns: Column<BankImport>[] = [
    { title: 'Import', align: 'right', cell: ({ id }) => id },
    { title: 'File', cell: ({ fileName }) => fileName && printable(fileName) },
    { title: 'Lines', align: 'right', cell: ({ imported }) => imported },
    { title: 'Known', align: 'right', cell: ({ skipped }) => skipped },
    { title: 'Changed', align: 'right', cell: ({ changed }) => changed },
    { title: 'When', cell: ({ createdAt }) => at(createdAt) },
    { title: 'By', cell: ({ importedByName }) => importedByName },
    { title: 'Undone', cell: ({ undoneAt }) => undoneAt && at(undoneAt) },
  ];
  return table(columns, imports);
}

function printUndone({ id, removed, changedLines }: UndoneBankImport): string {
  const stay = changedLines.map((line) => `  line ${line.id}, ${line.date}, ${printable(line.description ?? '')}`);
  const kept = ['Lines of earlier files that this file had changed, and that stay as they are:', ...stay];
  return [`Import ${id} is undone. ${counted(removed, 'line')} removed.`, ...(stay.length > 0 ? kept : [])].join('\n');
}
