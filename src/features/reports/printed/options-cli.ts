import { type Command, Option } from 'commander';
import { Locale } from '../../../lib/wire.ts';
import { Basis, COLUMNS } from '../books/schema.ts';
import { formatOptions } from '../formats/output-cli.ts';

/** The options of the reports. Each key is the API parameter that the option sets. */
const OPTIONS = {
  year: () => new Option('--year <year>', 'the year; a fiscal year is named by the calendar year in which it starts'),
  from: () => new Option('--from <date>', 'the first day, as YYYY-MM-DD'),
  to: () => new Option('--to <date>', 'the last day'),
  at: () => new Option('--at <date>', 'show the balances at the end of this day, as YYYY-MM-DD'),
  through: () => new Option('--through <month>', 'the month, as YYYY-MM (default: the last month that is over)'),
  basis: () =>
    new Option('--basis <basis>', 'whether approved expenses count on their date (booked) or when paid').choices(
      Basis.options,
    ),
  compare: () => new Option('--compare <what>', 'compare with prior, budget, or both separated by a comma'),
  columns: () => new Option('--columns <what>', 'how to split the amounts into columns').choices(COLUMNS),
  accountId: () => new Option('--account <id>', 'only this account'),
  fundId: () => new Option('--fund <id>', 'show this fund instead of an account'),
  categoryId: () => new Option('--category <id>', 'show this giving category instead of an account'),
  incomeCategoryId: () => new Option('--income-category <id>', 'show this category of other income instead'),
  subCategoryId: () => new Option('--subcategory <id>', 'show this expense subcategory instead'),
};
export type OptionName = keyof typeof OPTIONS;

/** The flags of parameters that have other names on the command line. */
export const FLAGS = {
  accountId: '--account',
  fundId: '--fund',
  categoryId: '--category',
  incomeCategoryId: '--income-category',
  subCategoryId: '--subcategory',
  ministryId: '--ministry',
};

/** Returns the name under which commander stores the value of a parameter's option. */
export function optionOf(name: OptionName): string {
  return OPTIONS[name]().attributeName();
}

/** Adds options of reports to a command. Also adds the options for the language, the format and the file. */
export function reportOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) command.addOption(OPTIONS[name]());
  command.addOption(
    new Option('--lang, --language <language>', "the language (default: the church's)").choices(Locale.options),
  );
  return formatOptions(command);
}
