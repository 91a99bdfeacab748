import type { Command } from 'commander';
import { exportAuditCommand } from '../features/audit/commands.ts';
import { contributionCommands } from '../features/contributions/commands.ts';
import { exportExpensesCommand } from '../features/expenses/commands.ts';
import { exportGivingsCommand } from '../features/giving/commands.ts';
import { exportJournalCommand } from '../features/journal/commands.ts';
import { exportMealsCommand } from '../features/meals/commands.ts';
import { exportMembersCommand } from '../features/members/commands.ts';
import { exportSessionsCommand } from '../features/offerings/commands.ts';

/** Adds `vestry export ...`. */
export function exportCommands(family: Command): void {
  exportMembersCommand(family);
  exportGivingsCommand(family);
  exportExpensesCommand(family);
  exportSessionsCommand(family);
  exportMealsCommand(family);
  exportAuditCommand(family);
  exportJournalCommand(family);
  contributionCommands(family);
}
