import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode, refusal } from '../../../validate.ts';
import { findId } from '../../accounting/budgets/names.ts';
import { readBudgetRecords } from '../../accounting/budgets/references.ts';
import { budgetReport } from '../budget/report.ts';
import { BudgetReport, BudgetReportQuery } from '../budget/schema.ts';
import { writeReport } from '../formats/output-cli.ts';
import { describeBudgetOf } from './budget-limits.ts';
import { FLAGS, reportOptions } from './options-cli.ts';

/** Adds `vestry report budget`. */
export function budgetReportCommand(report: Command): void {
  const command = report
    .command('budget')
    .description('the budget of a fiscal year compared with the actual amounts, with what is left and what is over')
    .option('--ministry <name>', 'only the spending of this ministry, by name or id')
    .option('--fund <name>', 'only this fund, by name or id');
  reportOptions(command, ['year', 'through', 'basis'])
    .addHelpText('after', '\nExample:\n  $ vestry report budget --year 2026 --through 2026-06 --output budget.pdf')
    .action(task({ flags: FLAGS, run: (app, _args, options) => run(app, options) }));
}

async function run(app: App, options: Options): Promise<void> {
  const { year, through, basis } = options;
  const query = decode(BudgetReportQuery, { year, through, basis, ...(await namedIn(app, options)) });
  await writeReport(
    {
      json: async () => encode(BudgetReport, await budgetReport(app, query)),
      describe: () => describeBudgetOf(app, query, options.language as Locale | undefined),
    },
    options,
  );
}

/** Returns the ids of the ministry and the fund that the options name, as text. */
async function namedIn(app: App, { ministry, fund }: Options): Promise<Record<string, string>> {
  const records = await readBudgetRecords(app);
  const ids = {
    ministryId: findId(records.ministryId, 'ministry', ministry as string | undefined),
    fundId: findId(records.fundId, 'fund', fund as string | undefined),
  };
  const found = Object.entries(ids);
  const faults = found.flatMap(([, id]) => (typeof id === 'object' && id !== null ? [id] : []));
  if (faults.length > 0) throw refusal(faults.map((fault) => ({ ...fault, path: `--${fault.path}` })));
  return Object.fromEntries(
    found.flatMap(([field, id]) => (typeof id === 'number' ? [[field, String(id)] as const] : [])),
  );
}
