import type { Command } from 'commander';
import { exportAuditCommand } from '../../features/audit/commands.ts';
import { contributionCommands } from '../../features/giving/contributions/commands.ts';
import { exportExpensesCommand } from '../../features/spending/expenses/file-commands.ts';
import { exportGivingsCommand } from '../../features/giving/givings/file-commands.ts';
import { exportJournalCommand } from '../../features/reports/journal/commands.ts';
import { exportMealsCommand } from '../../features/people/meals/commands.ts';
import { exportMembersCommand } from '../../features/people/members/file-commands.ts';
import { exportSessionsCommand } from '../../features/giving/offerings/commands.ts';

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
