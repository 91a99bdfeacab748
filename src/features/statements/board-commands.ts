import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import type { Options } from '../../cli/action.ts';
import { writeOutput } from '../../cli/output.ts';
import type { Month } from '../../lib/date.ts';
import { Locale } from '../../lib/wire.ts';
import { boardStatement } from './board.ts';
import type { Statement } from './schema.ts';

/** Adds the options that have a statement printed. */
export function pdfOptions(command: Command): Command {
  return command
    .option('--pdf <file>', 'write it for the board, with a chart of the last 12 months')
    .addOption(new Option('--language <language>', "of the PDF, another than the church's").choices(Locale.options))
    .option('--force', 'replace the file if it is there');
}

/** Writes the statement of a month as a PDF and returns it. Raises `conflict` for a file that may not be replaced. */
export async function writePdf(app: App, month: Month, options: Options): Promise<Statement> {
  const board = await boardStatement(app, month);
  const locale = (options.language as Locale | undefined) ?? board.church.locale;
  const { printStatementPdf } = await import('./statement-pdf.ts');
  await writeOutput([await printStatementPdf(board, locale)], options.pdf as string, options.force === true);
  return board.statement;
}
