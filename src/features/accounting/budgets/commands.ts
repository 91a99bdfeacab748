import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { table } from '../../../cli/kit/print.ts';
import { badField } from '../../../errors.ts';
import { date } from '../../../lib/wire.ts';
import { check, decode, refusal } from '../../../validate.ts';
import { copyBudget } from './copy.ts';
import { fileCommands } from './file-commands.ts';
import { findKey, type Kind, KIND_WORDS } from './names.ts';
import { printBudget, printCopy, VERSIONS } from './print.ts';
import { readBudgetRecords } from './references.ts';
import { Budget, BudgetCopy, BudgetVersionPath, BudgetVersions, CopiedBudget, NewBudget } from './schema.ts';
import { adoptBudget, setLine } from './service.ts';
import { getBudget, getVersion, listVersions } from './versions.ts';
import { FLAGS, withYear, yearOf } from './year-cli.ts';

const SET_EXAMPLES = `
--months has twelve amounts, separated by commas, in the order of the fiscal year. Without it, the annual amount is
spread evenly. Before the budget is adopted, the draft is changed. After that, the change is kept as an amendment.

Examples:
  $ vestry budget set --year 2026 --category Tithe --annual 120000
  $ vestry budget set --year 2026 --category Utilities --ministry Facilities --annual 7200 --on 2026-05-10 --reason "New rates"`;

/** Adds `vestry budget ...`. */
export function budgetCommands(budget: Command): void {
  showCommands(budget);
  setCommand(budget);
  copyCommand(budget);
  adoptCommand(budget);
  fileCommands(budget);
}

function showCommands(budget: Command): void {
  withYear(budget.command('show'))
    .description('show the budget of a fiscal year, or one of its versions')
    .option('--version-number <number>', 'an earlier version (default: the latest)')
    .option('--months', 'show the amount of every month')
    .action(
      action({
        flags: FLAGS,
        answer: Budget,
        run: (app, _args, options) => readVersion(app, options),
        print: (answer, _at, { months }) => printBudget(answer, { months: months === true }),
      }),
    );
  withYear(budget.command('versions'))
    .description('list what was adopted, and every amendment')
    .action(
      action({
        flags: FLAGS,
        answer: BudgetVersions,
        run: (app, _args, options) => listVersions(app, yearOf(options)),
        print: ({ items }) => table(VERSIONS, items),
      }),
    );
}

function readVersion(app: App, options: Options): Promise<Budget> {
  if (options.versionNumber === undefined) return getBudget(app, yearOf(options));
  const { fiscalYear, version } = decode(BudgetVersionPath, {
    fiscalYear: options.year,
    version: options.versionNumber,
  });
  return getVersion(app, fiscalYear, version);
}

function setCommand(budget: Command): void {
  withYear(budget.command('set'))
    .description('change one line of a budget, or add it')
    .requiredOption('--category <name>', 'the giving category, category of other income, expense or account')
    .requiredOption('--annual <amount>', 'the amount of the fiscal year')
    .addOption(
      new Option('--kind <kind>', 'what the category is, if the name alone does not say').choices(
        Object.keys(KIND_WORDS),
      ),
    )
    .option('--months <amounts>', 'twelve amounts, separated by commas')
    .option('--ministry <name>', 'the ministry of an expense')
    .option('--fund <name>', 'the fund (default: the General fund; for giving, the fund of the category)')
    .option('--on <date>', 'the day on which an adopted budget was changed (default: today)')
    .option('--reason <text>', 'why the budget was changed')
    .addHelpText('after', SET_EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: Budget,
        run: (app, _args, options) => set(app, options),
        print: (answer) => printBudget(answer),
      }),
    );
}

async function set(app: App, options: Options): Promise<Budget> {
  const { kind, category, ministry, fund, annual, months, on, reason } = options;
  const said = {
    kind: kind as Kind | undefined,
    category: String(category),
    ministry: ministry as string | undefined,
    fund: fund as string | undefined,
  };
  const { key, faults } = findKey(await readBudgetRecords(app), said);
  if (faults.length > 0) throw refusal(faults);
  const amounts = typeof months === 'string' ? months.split(',').map(amountIn) : null;
  const checked = check(NewBudget, {
    adoptedOn: on ?? null,
    reason: reason ?? null,
    lines: [{ ...key, annual: amountIn(annual), months: amounts }],
  });
  if ('errors' in checked) throw refusal(checked.errors.map((error) => ({ ...error, path: pathOf(error.path) })));
  const [line] = checked.value.lines;
  if (!line) throw badField('category', 'required', 'is required');
  return setLine(app, yearOf(options), line, checked.value);
}

/** Returns the field of a line in a path such as `lines.0.annual`. */
const pathOf = (path: string) => path.split('.')[2] ?? path;

function copyCommand(budget: Command): void {
  withYear(budget.command('copy'))
    .description('copy a draft from the year before')
    .requiredOption('--from <what>', 'budget, or actuals: what was really given, received and spent')
    .addHelpText('after', '\nExample:\n  $ vestry budget copy --year 2027 --from actuals')
    .action(
      action({
        answer: CopiedBudget,
        flags: FLAGS,
        run: (app, _args, options) => copyBudget(app, yearOf(options), decode(BudgetCopy, { from: options.from })),
        print: printCopy,
      }),
    );
}

function adoptCommand(budget: Command): void {
  withYear(budget.command('adopt'))
    .description('record that the draft of a budget was adopted')
    .requiredOption('--on <date>', 'the day on which it was adopted, as YYYY-MM-DD')
    .addHelpText('after', '\nExample:\n  $ vestry budget adopt --year 2027 --on 2026-12-13')
    .action(
      action({
        answer: Budget,
        flags: FLAGS,
        run: (app, _args, { on, ...options }) => adoptBudget(app, yearOf(options), readDay(on)),
        print: (answer) => printBudget(answer),
      }),
    );
}

function readDay(text: unknown): string {
  const checked = check(date, text);
  if ('value' in checked) return checked.value;
  throw refusal(checked.errors.map((error) => ({ ...error, path: '--on' })));
}
