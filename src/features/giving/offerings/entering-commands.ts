import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action } from '../../../cli/kit/action.ts';
import { typing } from '../../../cli/kit/command-line.ts';
import { confirm, isInteractive } from '../../../cli/kit/prompt.ts';
import { keepingKeys } from '../../../cli/kit/type-ahead.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { decode } from '../../../validate.ts';
import { giftFileOptions, importGifts } from '../givings/file-commands.ts';
import { printImport } from '../givings/print.ts';
import { GivingImport } from '../givings/schema.ts';
import { printSession } from './list-view.ts';
import { NewSession, Session } from './schema.ts';
import { createSession } from './service.ts';
import { findSession, nextCommand, submitNext } from './session-cli.ts';

const EXAMPLES = `
Examples:
  $ vestry session enter 2026-03-01
  $ vestry session enter 2026-03-01 --file gifts.csv --dry-run`;

/** Adds `vestry session enter`, which asks for one gift after the other, or reads them from a file. */
export function enterCommand(session: Command): void {
  giftFileOptions(session.command('enter <session>'))
    .description('enter the gifts of a draft: one after the other at the terminal, or all gifts of a file')
    .option('--file <file>', 'a CSV file or a workbook (.xlsx) with the gifts of this day, instead of questions')
    .addHelpText('after', EXAMPLES)
    .action((...received: unknown[]) => {
      const { file, givers, ...others } = (received.at(-1) as Command).opts();
      if (file !== undefined) return enterFile(...received);
      // Without --no-givers, this option is true.
      refuseWithoutFile(Object.keys(others).length > 0 || givers === false);
      return enterByHand(...received);
    });
}

const enterFile = action({
  answer: GivingImport,
  run: async (app, [named], options) => {
    const { date: day } = await draftNamed(app, named);
    return importGifts(app, String(options.file), options, day);
  },
  print: printImport,
});

const enterByHand = action({
  answer: Session,
  run: async (app, [named], options) => {
    const session = await draftNamed(app, named);
    const { enterGifts } = await import('./entering-cli.ts');
    return keepingKeys(() => enterGifts(app, session, options));
  },
  print: (session, _at, { dataDir }) => [printSession(session), nextStep(session, dataDir)].join('\n\n'),
});

/** Throws a SetupError for options that need a file, and if there is neither a file nor a terminal. */
function refuseWithoutFile(hasOptions: boolean): void {
  if (hasOptions) {
    throw new SetupError('Give --file, because the other options say how to read a file.', EXIT.usage);
  }
  if (isInteractive()) return;
  throw new SetupError('Give --file, because Vestry cannot ask for gifts without a terminal.', EXIT.usage);
}

/**
 * Returns the draft that a text names by date or id. If there is no session on the date, offers to open one at a
 * terminal. Raises `not_found` and `session_locked`, with the command that helps.
 */
async function draftNamed(app: App, text = ''): Promise<Session> {
  const typed = typing(app.config.dataDir);
  const session = await findSession(app, text).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found' || !text.includes('-')) throw error;
    return undefined;
  });
  if (session?.status === 'Draft') return session;
  if (session) {
    throw new AppError(
      'session_locked',
      `The offering session of ${session.date} is ${session.status}. To enter more gifts, reopen it: ` +
        typed(`session reopen ${session.date} --reason "A gift is missing"`),
    );
  }
  const message = `There is no offering session on ${text}.`;
  if (isInteractive() && (await confirm(`${message} Open it now?`, true))) {
    return createSession(app, decode(NewSession, { date: text }));
  }
  throw new AppError('not_found', `${message} Open it first: ${typed(`session create --date ${text}`)}`);
}

/** Returns what comes after the last gift. */
function nextStep(session: Session, dataDir: unknown): string {
  const { date, countedBy } = session;
  const again = `To enter more gifts: ${nextCommand(`session enter ${date}`, dataDir)}`;
  const next =
    countedBy.length === 0
      ? `Next, enter what was counted: ${nextCommand(`session count ${date}`, dataDir)}`
      : submitNext(session, dataDir);
  return `${next}\n${again}`;
}
