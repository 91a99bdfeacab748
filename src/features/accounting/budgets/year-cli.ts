import type { Command } from 'commander';
import type { Options } from '../../../cli/kit/action.ts';
import { decode } from '../../../validate.ts';
import { BudgetPath } from './schema.ts';

/** Adds the option that names the fiscal year of a budget. */
export function withYear(command: Command): Command {
  return command.requiredOption('--year <year>', 'the calendar year in which the fiscal year begins');
}

/** Returns the fiscal year that the option `--year` names. */
export function yearOf({ year }: Options): number {
  return decode(BudgetPath, { fiscalYear: year }).fiscalYear;
}

/** The flags of the fields of a budget. */
export const FLAGS = {
  fiscalYear: '--year',
  version: '--version-number',
  adoptedOn: '--on',
  categoryId: '--category',
  incomeCategoryId: '--category',
  subCategoryId: '--category',
  accountId: '--category',
  ministryId: '--ministry',
  fundId: '--fund',
  lines: '--category',
};
