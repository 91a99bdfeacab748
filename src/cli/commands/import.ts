import type { Command } from 'commander';
import { importExpensesCommand } from '../../features/spending/expenses/file-commands.ts';
import { importGivingsCommand } from '../../features/giving/givings/file-commands.ts';
import { importListCommand, importUndoCommand } from '../../features/imports/commands.ts';
import { importMembersCommand } from '../../features/people/members/file-commands.ts';

/** Adds `vestry import ...`. */
export function importCommands(family: Command): void {
  importMembersCommand(family);
  importGivingsCommand(family);
  importExpensesCommand(family);
  importListCommand(family);
  importUndoCommand(family);
}
