import type { Command } from 'commander';
import { type App, inSnapshot } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { AppError } from '../../../errors.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { accountIn } from '../../bank/account-cli.ts';
import { Reconciliation } from '../../bank/reconciliations/schema.ts';
import { getReconciliation, listReconciliations } from '../../bank/reconciliations/service.ts';
import { writeReport } from '../formats/output-cli.ts';
import { reportOptions } from './options-cli.ts';
import { describeAt } from './reconciliation.ts';

/** Adds `vestry report reconciliation`. */
export function reconciliationReportCommand(report: Command): void {
  const command = report
    .command('reconciliation <account>')
    .description('an account compared with a bank statement: what the statement shows, and what is outstanding');
  reportOptions(command, ['at'])
    .addHelpText('after', '\nExample:\n  $ vestry report reconciliation Checking --at 2026-03-31 --output 2026-03.pdf')
    .action(task({ run: (app, [account], options) => run(app, account, options) }));
}

async function run(app: App, account: string | undefined, options: Options): Promise<void> {
  const id = await accountIn(app, account);
  await writeReport(
    {
      json: async () =>
        encode(Reconciliation, await getReconciliation(app, { id, rid: await findAt(app, id, options) })),
      describe: () =>
        inSnapshot(app, async (app) => {
          const path = { id, rid: await findAt(app, id, options) };
          return (await describeAt(app, path, options.language as Locale | undefined)).report;
        }),
    },
    options,
  );
}

/** Returns the id of the reconciliation of a day, or of the latest one. Raises `not_found`. */
async function findAt(app: App, accountId: number, { at }: Options): Promise<number> {
  const { items } = await listReconciliations(app, accountId);
  const found = at === undefined ? items[0] : items.find(({ endDate }) => endDate === at);
  if (found) return found.id;
  const days = items.slice(0, 3).map(({ endDate }) => endDate);
  throw new AppError(
    'not_found',
    items.length === 0
      ? 'The account has no reconciliation. Begin one with: vestry bank reconcile'
      : `The account has no reconciliation of ${String(at)}. The latest are of ${days.join(', ')}.`,
  );
}
