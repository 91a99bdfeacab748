import { type Command, Option } from 'commander';
import * as z from 'zod';
import { action, task } from '../../../cli/kit/action.ts';
import { spanOf, spanOptions, writeExport } from '../../../cli/kit/export.ts';
import { writeOutput } from '../../../cli/kit/output.ts';
import { ask } from '../../../cli/kit/prompt.ts';
import { date, Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { countingCommands } from './counting-commands.ts';
import { enterCommand } from './entering-commands.ts';
import { exportSessions } from './export.ts';
import { printSession, printSessions } from './list-view.ts';
import type { Paper } from './paper.ts';
import { SESSION_EXPORT } from './print.ts';
import { Session, SessionPage, SessionQuery } from './schema.ts';
import { listSessions } from './service.ts';
import { findSession } from './session-cli.ts';

const Written = z.object({ date, file: z.string() });

/** Adds `vestry session ...`. */
export function sessionCommands(session: Command): void {
  session
    .command('list')
    .description('list offering sessions, the newest first')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--status <status>', 'Draft, Submitted or Reconciled')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: SessionPage,
        run: (app, _args, { from, to, status, page, pageSize }) =>
          listSessions(app, decode(SessionQuery, { from, to, status, page, pageSize })),
        print: printSessions,
      }),
    );
  session
    .command('show <date>')
    .description('show the offering session of a date')
    .action(action({ answer: Session, run: (app, [text]) => findSession(app, text), print: printSession }));
  countingCommands(session);
  enterCommand(session);
  paperCommand(session, 'depositSlip', {
    name: 'slip',
    description: 'write the deposit slip of a date for the bank: the cash, each check, the total, and no names',
  });
  paperCommand(session, 'countSheet', {
    name: 'count-sheet',
    description: 'write the count sheet of a date, which stays in the church: each gift with its giver, and the count',
  });
}

/** Adds `vestry export offering-sessions`. */
export function exportSessionsCommand(family: Command): void {
  spanOptions(family.command('offering-sessions'))
    .description('write the offering sessions with their counts and totals')
    .action(
      task({
        run: (app, _args, options) =>
          exportSessions(app, spanOf(options), (pages, total) =>
            writeExport({ pages, total }, options, SESSION_EXPORT),
          ),
      }),
    );
}

/** Adds the command that writes a paper of a session as a PDF. */
function paperCommand(
  session: Command,
  paper: Paper,
  { name, description }: { name: string; description: string },
): void {
  session
    .command(`${name} <date>`)
    .description(description)
    .option('--pdf <file>', 'the file to write')
    .option('--force', 'replace an existing file')
    .addOption(new Option('--language <language>', "the language (default: the church's)").choices(Locale.options))
    .addHelpText('after', `\nExample:\n  $ vestry session ${name} 2026-03-01 --pdf ${name}.pdf`)
    .action(
      action({
        answer: Written,
        run: async (app, [text], { pdf, language, force }) => {
          const file = await ask(pdf, '--pdf', 'File to write:');
          const found = await findSession(app, text);
          const { PAPERS, readPrinted } = await import('./paper.ts');
          const print = await PAPERS[paper].load();
          const bytes = await print(await readPrinted(app, found, language as Locale | undefined));
          await writeOutput([bytes], file, force === true);
          return { date: found.date, file };
        },
        print: ({ file }) => `Written to ${file}`,
      }),
    );
}
