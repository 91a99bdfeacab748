/** The options that say what an expense is for, which several commands have. */
import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { badField } from '../../../errors.ts';
import { toDecimal } from '../../../lib/money.ts';
import { decode } from '../../../validate.ts';
import { expenseFinders, type Finder } from './named-cli.ts';
import { ExpensePath } from './schema.ts';
import { type NamedSplit, parseSplits } from './split-text.ts';

/** The flags of fields that have another name. */
export const PURPOSE_FLAGS = {
  subCategoryId: '--subcategory',
  ministryId: '--ministry',
  fundId: '--fund',
  functionalClass: '--class',
  splits: '--part',
};

/** Adds the options that say what an expense is for, and who sells it. */
export function purposeOptions(command: Command): Command {
  return command
    .option('--vendor <name>', 'who sells it')
    .addOption(new Option('--vendor-id <id>', 'the vendor, if it is in the list of vendors').conflicts('vendor'))
    .option('--subcategory <name>', 'what the money was spent on, such as "Utilities" or "Facilities: Utilities"')
    .option('--ministry <name>', 'the ministry that the expense is for')
    .option('--fund <name>', 'the fund that pays (default: the General fund)')
    .addOption(
      new Option('--class <class>', "the functional class (default: the ministry's)").choices(FunctionalClass.options),
    )
    .option('--part <text>', 'a part, as "Subcategory: NAME | Ministry: NAME | Fund: NAME | Amount: 40"', collect)
    .option('--notes <text>', 'remarks');
}

/** Returns the fields that these options set, in the form of the API. Raises `validation_failed`. */
export async function purposeIn(app: App, options: Options): Promise<Record<string, unknown>> {
  const { vendor, vendorId, notes, class: functionalClass } = options;
  const find = await expenseFinders(app);
  return {
    vendor,
    notes,
    functionalClass,
    subCategoryId: foundBy(find.subCategory, options.subcategory),
    ministryId: foundBy(find.ministry, options.ministry),
    fundId: foundBy(find.fund, options.fund),
    vendorId: vendorId === undefined ? null : decode(ExpensePath, { id: vendorId }).id,
    splits: options.part === undefined ? null : partsOf(options.part as string[], find),
  };
}

type Finders = Awaited<ReturnType<typeof expenseFinders>>;

/** Returns the id that an option names, or null if it is left out. */
export function foundBy(find: Finder, text: unknown): number | null {
  return typeof text === 'string' ? find(text) : null;
}

function partsOf(texts: readonly string[], find: Finders) {
  return texts.flatMap((text) => {
    const parts = parseSplits(text);
    if (!parts)
      throw badField('splits', 'invalid_part', `must have the form "Subcategory: NAME | Amount: 40": "${text}"`);
    return parts.map((part) => partOf(part, find));
  });
}

function partOf(part: NamedSplit, find: Finders) {
  return {
    subCategoryId: foundBy(find.subCategory, part.subCategoryName),
    accountId: foundBy(find.account, part.accountName),
    ministryId: foundBy(find.ministry, part.ministryName),
    fundId: foundBy(find.fund, part.fundName),
    functionalClass: part.functionalClass,
    form1099: part.form1099,
    amount: toDecimal(part.amount),
  };
}
