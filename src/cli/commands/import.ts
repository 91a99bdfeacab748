import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { importBudgetCommand } from '../../features/accounting/budgets/file-commands.ts';
import { importBankCommand } from '../../features/bank/lines/import-command.ts';
import { importExpensesCommand } from '../../features/spending/expenses/file-commands.ts';
import { importPayoutCommand } from '../../features/giving/payouts/file-commands.ts';
import { importGivingsCommand } from '../../features/giving/givings/file-commands.ts';
import { importListCommand, importUndoCommand } from '../../features/imports/commands.ts';
import { importMembersCommand } from '../../features/people/members/file-commands.ts';
import { packageRoot } from '../../package.ts';

const SAMPLES = `
The headers of ChurchCRM, SimpleChurchCRM, Breeze, Planning Center and of most lists kept by hand are known. This folder has a
sample of people and one of givings for most of them, to compare with a file or to try an import:
  ${fileURLToPath(new URL('docs/samples/', packageRoot))}`;

/** Adds `vestry import ...`. */
export function importCommands(family: Command): void {
  family.addHelpText('after', SAMPLES);
  importMembersCommand(family);
  importGivingsCommand(family);
  importPayoutCommand(family);
  importExpensesCommand(family);
  importBankCommand(family);
  importBudgetCommand(family);
  importListCommand(family);
  importUndoCommand(family);
}
