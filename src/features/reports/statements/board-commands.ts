import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { localTime, type Options } from '../../../cli/kit/action.ts';
import { writeOutput } from '../../../cli/kit/output.ts';
import { say } from '../../../cli/kit/print.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { sending } from '../../messages/sending-cli.ts';
import type { Month } from '../../../lib/date.ts';
import { email, Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { boardStatement } from './board.ts';
import { describeResult } from '../../messages/results-cli.ts';
import type { Statement } from './schema.ts';
import { getStatement } from './service.ts';

/** Adds the options for the PDF of a statement. */
export function pdfOptions(command: Command): Command {
  return command
    .option('--pdf <file>', 'write the statement for the board as a PDF, with a chart of the last 12 months')
    .option('--email <address>', 'send the PDF to this address; may be repeated', collect)
    .addOption(
      new Option('--language <language>', "the language of the PDF (default: the church's)").choices(Locale.options),
    )
    .option('--force', 'replace the file if it exists');
}

/**
 * Writes a month's statement to a PDF file and returns the statement. Raises `conflict` if the file exists and may not
 * be replaced.
 */
export async function writePdf(app: App, month: Month, options: Options): Promise<Statement> {
  const board = await boardStatement(app, month);
  const locale = (options.language as Locale | undefined) ?? board.church.locale;
  const { printStatementPdf } = await import('./statement-pdf.ts');
  await writeOutput([await printStatementPdf(board, locale)], options.pdf as string, options.force === true);
  return board.statement;
}

/** Sends a month's statement to e-mail addresses, prints which of them were reached, and returns the statement. */
export async function emailPdf(app: App, month: Month, options: Options): Promise<Statement> {
  const { emails } = decode(Addresses, { emails: options.email });
  const { mailStatement } = await import('./mailing.ts');
  const locale = options.language as Locale | undefined;
  const result = await sending(app, options, () => mailStatement(app, { month, emails, locale }));
  const isQuiet = result.failed + result.unknown + result.deferred === 0;
  for (const line of describeResult(result, await localTime(app)).split('\n')) say(isQuiet ? options : {}, line);
  return getStatement(app, month);
}

const Addresses = z.strictObject({ emails: z.array(email).min(1).max(100) });
