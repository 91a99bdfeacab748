import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { writeReport } from '../formats/output-cli.ts';
import { reportOptions } from '../printed/options-cli.ts';
import { describeEvents } from './description.ts';
import { EventsPath, MonthEvents, monthIn } from './schema.ts';
import { lookAtEvents, monthEvents } from './service.ts';

const HELP = `
For the elders and the board: counts that were reopened, refunds, voids, reversals, changed payees, rules and limits, new
accounts and users, fees, write-offs, and backups that failed. Somebody who did none of it says that they have looked.

Examples:
  $ vestry events 2026-11
  $ vestry events 2026-11 --output events.pdf --lang zh-TW
  $ vestry events 2026-11 --looked --as elder@example.org`;

/** Adds the arguments and the action of `vestry events`. */
export function eventsCommand(command: Command): void {
  personOptions(reportOptions(command.argument('<month>'), []))
    .description('list what happened in a month, given as YYYY-MM, that others should know of')
    .option('--looked', 'say that the person named by --as has looked at the list')
    .addHelpText('after', HELP)
    .action(task({ run: (app, [month], options) => run(app, month, options) }));
}

async function run(app: App, text: string | undefined, options: Options): Promise<void> {
  const month = monthIn(decode(EventsPath, { month: text }).month);
  if (options.looked === true) await lookAtEvents(await actingPerson(app, options, 'reports.read'), month);
  await writeReport(
    {
      json: async () => encode(MonthEvents, await monthEvents(app, month)),
      describe: () => describeEvents(app, month, options.language as Locale | undefined),
    },
    options,
  );
}
