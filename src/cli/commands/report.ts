import type { Command } from 'commander';
import { form990Command } from '../../features/reports/form990/commands.ts';
import { givingReportCommand } from '../../features/giving/summary/commands.ts';

/** Adds `vestry report ...`. */
export function reportCommands(report: Command): void {
  form990Command(report);
  givingReportCommand(report);
}
