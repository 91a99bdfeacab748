import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { dayOptions, fileOptions, spanOf } from '../../../cli/kit/export.ts';
import { writeOutput } from '../../../cli/kit/output.ts';
import { say } from '../../../cli/kit/print.ts';
import { progressBar } from '../../../cli/kit/progress.ts';
import { counted } from '../../../lib/text.ts';
import { exportJournal } from './service.ts';

/** Adds `vestry export journal`. */
export function exportJournalCommand(family: Command): void {
  fileOptions(dayOptions(family.command('journal')))
    .description('write the books as a plain-text accounting journal for hledger and ledger')
    .option('--givers', 'include check numbers and the names and ids of givers')
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry export journal --output church.journal\n' +
        '  $ hledger -f church.journal incomestatement -p 2026-03',
    )
    .action(task({ run: (app, _args, options) => run(app, options) }));
}

function run(app: App, options: Options): Promise<void> {
  const output = options.output as string | undefined;
  const request = { span: spanOf(options), withGivers: options.givers === true };
  return exportJournal(app, request, async (parts, total) => {
    const bar = progressBar(output === undefined ? { quiet: true } : options, 'Exporting');
    let count = 0;
    const texts = (async function* () {
      for await (const { text, entries } of parts) {
        count += entries;
        yield text;
        bar.update(count, total);
      }
    })();
    await writeOutput(texts, output, options.force === true).finally(bar.end);
    if (output === undefined) return;
    say(options, `${counted(count, 'transaction')} written to ${output}`);
    if (options.json) process.stdout.write(`${JSON.stringify({ transactions: count, output })}\n`);
  });
}
