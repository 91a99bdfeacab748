import type { Command } from 'commander';
import { lineCommands } from './lines/commands.ts';
import { matchCommands } from './matches/commands.ts';
import { reconciliationCommands } from './reconciliations/commands.ts';

/** Adds `vestry bank ...`. */
export function bankCommands(bank: Command): void {
  lineCommands(bank);
  matchCommands(bank);
  reconciliationCommands(bank);
}
