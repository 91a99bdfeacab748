import type { Command } from 'commander';
import { form990Command } from '../../features/reports/form990/commands.ts';
import { form1099Command } from '../../features/reports/form1099/commands.ts';
import { givingReportCommand } from '../../features/giving/summary/commands.ts';
import { budgetReportCommand } from '../../features/reports/printed/budget-commands.ts';
import { bookReportCommands } from '../../features/reports/printed/commands.ts';
import { reconciliationReportCommand } from '../../features/reports/printed/reconciliation-commands.ts';
import { generalLedgerCommand } from '../../features/reports/printed/ledger-commands.ts';

/** Adds `vestry report ...`. */
export function reportCommands(report: Command): void {
  bookReportCommands(report);
  budgetReportCommand(report);
  generalLedgerCommand(report);
  reconciliationReportCommand(report);
  form990Command(report);
  form1099Command(report);
  givingReportCommand(report);
}
