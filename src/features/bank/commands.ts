import type { Command } from 'commander';
import { ruleCommands } from './bank-rules/commands.ts';
import { bankImportCommands } from './imports/commands.ts';
import { importCommand } from './lines/import-command.ts';
import { lineCommands } from './lines/commands.ts';
import { matchCommands } from './matches/commands.ts';
import { makeCommands } from './matches/make-commands.ts';
import { reconciliationCommands } from './reconciliations/commands.ts';

/** Adds `vestry bank ...`. */
export function bankCommands(bank: Command): void {
  bankImportCommands(importCommand(bank));
  lineCommands(bank);
  matchCommands(bank);
  makeCommands(bank);
  ruleCommands(bank.command('rule').description('rules that settle the lines of the bank'));
  reconciliationCommands(bank);
}
