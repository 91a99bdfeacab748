import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { action, type Options } from '../../cli/action.ts';
import { badField } from '../../errors.ts';
import { type Month, parseMonth } from '../../lib/date.ts';
import { parseMoney, toDecimal } from '../../lib/money.ts';
import { decode } from '../../validate.ts';
import { Reopening, Statement, StatementUpdate } from './schema.ts';
import { finalizeStatement, getStatement, putStatement, reopenStatement } from './service.ts';

const printStatement = async (statement: Statement) => (await import('./print.ts')).printStatement(statement);

/** Adds `vestry statement ...`. */
export function statementCommands(statement: Command): void {
  statement
    .command('show <month>')
    .description('print the statement of a month, given as YYYY-MM')
    .action(
      action({
        answer: Statement,
        run: (app, [month]) => getStatement(app, readMonth(month)),
        print: printStatement,
      }),
    );
  statement
    .command('update <month>')
    .description('save the opening balance and notes of a month; what is left out stays as it is')
    .option('--opening-balance <amount>', 'what was there at the start, or "carried" to carry it from earlier months')
    .option('--notes <text>', 'notes; an empty text removes them')
    .action(
      action({ answer: Statement, run: (app, [month], options) => update(app, month, options), print: printStatement }),
    );
  statement
    .command('finalize <month>')
    .description('close a month, given as YYYY-MM')
    .option('--force', 'also with open items, or before the month is over')
    .action(
      action({
        answer: Statement,
        run: (app, [month], options) => finalizeStatement(app, readMonth(month), options.force === true),
        print: printStatement,
      }),
    );
  statement
    .command('reopen <month>')
    .description('open a finalized month again')
    .requiredOption('--reason <text>', 'why; it goes into the audit log')
    .action(
      action({
        answer: Statement,
        run: (app, [month], options) =>
          reopenStatement(app, readMonth(month), decode(Reopening, { reason: options.reason }).reason),
        print: printStatement,
      }),
    );
}

/** Only what was given changes. */
async function update(app: App, text: string | undefined, options: Options): Promise<Statement> {
  const month = readMonth(text);
  const { openingBalance: balance, notes } = options;
  const given = decode(StatementUpdate, {
    ...(balance !== undefined && { openingBalance: balance === 'carried' ? null : readAmount(balance) }),
    ...(notes !== undefined && { notes }),
  });
  const { statement } = await putStatement(app, month, {
    ...(balance !== undefined && { openingBalance: given.openingBalance }),
    ...(notes !== undefined && { notes: given.notes }),
  });
  return statement;
}

/** An amount as people write it, also with thousands separators as our own tables print them. */
function readAmount(text: unknown): number {
  const plain = String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const amount = parseMoney(plain);
  return amount === undefined ? Number.NaN : toDecimal(amount);
}

function readMonth(text: string | undefined): Month {
  const month = parseMonth(text ?? '');
  if (!month) throw badField('month', 'invalid_month', 'must be a month as YYYY-MM');
  return month;
}
