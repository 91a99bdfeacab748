import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { say } from '../../../cli/kit/print.ts';
import { languageOf, languageOption } from '../../../cli/kit/language.ts';
import { confirm, isInteractive } from '../../../cli/kit/prompt.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { AppError, badField } from '../../../errors.ts';
import { formatMonth, type Month, parseMonth } from '../../../lib/date.ts';
import { Reopening } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { emailPdf, pdfOptions, writePdf } from './board-commands.ts';
import { finalizeStatement, reopenStatement } from './finalize.ts';
import { checkMonth } from './checklist.ts';
import { listStatements } from './list.ts';
import { Checklist, SavedStatement, Statement, StatementList, StatementQuery, StatementUpdate } from './schema.ts';
import { getStatement, putStatement } from './service.ts';

const printStatement = async (statement: Statement, at: LocalTime) =>
  (await import('./print.ts')).printStatement(statement, at);

/** Adds `vestry statement ...`. */
export function statementCommands(statement: Command): void {
  readingCommands(statement);
  statement
    .command('update <month>')
    .description('save the opening balance and notes of a month; an option that is left out changes nothing')
    .option(
      '--opening-balance <amount>',
      'the balance at the start of the month, or "carried" to carry it over from earlier months',
    )
    .option('--notes <text>', 'the notes; an empty text removes them')
    .action(
      action({
        answer: SavedStatement,
        run: (app, [month], options) => update(app, month, options),
        print: async (saved, at) =>
          [await printStatement(saved, at), ...(saved.warnings ?? []).map(({ message }) => message)].join('\n\n'),
      }),
    );
  statement
    .command('finalize <month>')
    .description('finalize a month, given as YYYY-MM')
    .option('--force', 'finalize even with open items, or before the month is over')
    .option('--yes', 'do not ask for confirmation')
    .addOption(languageOption())
    .addHelpText(
      'after',
      '\nAt a terminal, this command first shows the checklist and asks for confirmation.\n\nExample:\n  $ vestry statement finalize 2026-03 --yes',
    )
    .action(
      action({
        answer: Statement,
        run: (app, [month], options) => finalize(app, readMonth(month), options),
        print: printStatement,
      }),
    );
  statement
    .command('reopen <month>')
    .description('open a finalized month again')
    .requiredOption('--reason <text>', 'the reason, for the audit log')
    .action(
      action({
        answer: Statement,
        run: (app, [month], options) =>
          reopenStatement(app, readMonth(month), decode(Reopening, { reason: options.reason }).reason),
        print: printStatement,
      }),
    );
}

function readingCommands(statement: Command): void {
  statement
    .command('list')
    .description('list the saved statements, the latest month first')
    .option('--year <year>', 'only this year')
    .action(
      action({
        answer: StatementList,
        run: (app, _args, { year }) => listStatements(app, decode(StatementQuery, { year })),
        print: async ({ items }) => (await import('./print.ts')).printStatements(items),
      }),
    );
  statement
    .command('checklist <month>')
    .description('list what to settle and what to check before a month is finalized')
    .addOption(languageOption())
    .action(
      action({
        answer: Checklist,
        run: (app, [month]) => checkMonth(app, readMonth(month)),
        print: async (list, _at, options) =>
          (await import('./checklist-view.ts')).printChecklist(list, languageOf(options)),
      }),
    );
  pdfOptions(statement.command('show <month>'))
    .description('print the statement of a month, given as YYYY-MM')
    .addHelpText('after', '\nExample:\n  $ vestry statement show 2026-03 --pdf 2026-03.pdf')
    .action(
      action({
        asServed: true,
        answer: Statement,
        flags: { emails: '--email' },
        run: (app, [text], options) => {
          const month = readMonth(text);
          return show(app, month, options);
        },
        print: (value, at, { pdf }) => (pdf === undefined ? printStatement(value, at) : `Written to ${pdf as string}`),
      }),
    );
}

/** Returns a statement. If the options say so, first writes the statement to a file or sends it to the board. */
async function show(app: App, month: Month, options: Options): Promise<Statement> {
  if (options.pdf !== undefined) await writePdf(app, month, options);
  return options.email === undefined ? getStatement(app, month) : emailPdf(app, month, options);
}

/**
 * Finalizes a month. At a terminal, first shows the checklist, and asks for confirmation if nothing prevents
 * finalizing.
 */
async function finalize(app: App, month: Month, { force, yes, json, quiet, lang }: Options): Promise<Statement> {
  if (isInteractive() && !yes && !json && !quiet) {
    const list = await checkMonth(app, month);
    say({}, (await import('./checklist-view.ts')).printChecklist(list, languageOf({ lang })));
    const mayPass = list.isReady || (force === true && list.status === 'Draft');
    if (mayPass && !(await confirm(`Finalize ${formatMonth(month)}?`))) {
      throw new AppError('conflict', `${formatMonth(month)} was not finalized.`);
    }
  }
  return finalizeStatement(app, month, force === true);
}

/** Saves only the fields that the options give. */
async function update(app: App, text: string | undefined, options: Options): Promise<SavedStatement> {
  const month = readMonth(text);
  const { openingBalance: balance, notes } = options;
  const given = decode(StatementUpdate, {
    ...(balance !== undefined && { openingBalance: balance === 'carried' ? null : amountIn(balance) }),
    ...(notes !== undefined && { notes }),
  });
  const { statement } = await putStatement(app, month, {
    ...(balance !== undefined && { openingBalance: given.openingBalance }),
    ...(notes !== undefined && { notes: given.notes }),
  });
  return statement;
}

function readMonth(text: string | undefined): Month {
  const month = parseMonth(text ?? '');
  if (!month) throw badField('month', 'invalid_month', 'must be a month as YYYY-MM');
  return month;
}
