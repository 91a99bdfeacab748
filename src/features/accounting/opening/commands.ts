import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect, isAmount, amountIn } from '../../../cli/kit/amounts.ts';
import { ask, isInteractive } from '../../../cli/kit/prompt.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { isCalendarDate } from '../../../lib/date.ts';
import { decode } from '../../../validate.ts';
import { listAccounts } from '../../ledger/accounts/service.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { printOpening } from './print.ts';
import { NewOpening, Opening, SavedOpening } from './schema.ts';
import { getOpening, putOpening } from './service.ts';

const EXAMPLES = `
The file contains the JSON body of PUT /api/books/opening. Only a file can contain outstanding items, vendors of the
list with boxes of Form 1099, and amounts of the year to date. Without a file or flags, Vestry asks for the balance of every account and fund.

Examples:
  $ vestry opening set --file opening.json
  $ vestry opening set --date 2026-07-01 --account 2=62320 --account 6/4=50000 --fund 3=20000 --fund 4=50000 \\
      --payable "City Power=320"`;

/** Adds `vestry opening ...`. */
export function openingCommands(opening: Command): void {
  opening
    .command('show')
    .description('print what the church had and owed when its books began')
    .action(action({ answer: Opening, run: getOpening, print: printOpening }));
  opening
    .command('set')
    .description('save the opening of the books, or replace the saved one')
    .option('--file <file>', 'a JSON file with the whole opening')
    .option('--date <date>', 'the first day of the books, as YYYY-MM-DD')
    .option(
      '--account <id=balance>',
      'the balance of an account; for a debt, the amount owed; id/fund=balance if a fund holds it; may be repeated',
      collect,
    )
    .option('--fund <id=balance>', 'the balance of a fund; the General fund gets the rest; may be repeated', collect)
    .option('--payable <vendor=amount>', 'a bill that is not paid; may be repeated', collect)
    .addHelpText('after', EXAMPLES)
    .action(
      action({
        flags: { accounts: '--account', funds: '--fund', payables: '--payable' },
        answer: SavedOpening,
        run: async (app, _args, options) => putOpening(app, decode(NewOpening, await openingFrom(app, options))),
        print: (saved) => [printOpening(saved), ...(saved.warnings ?? []).map(({ message }) => message)].join('\n\n'),
      }),
    );
}

async function openingFrom(app: App, options: Options): Promise<unknown> {
  const { file, date, account, fund, payable } = options;
  if (typeof file === 'string') return readOpening(file);
  if ([date, account, fund, payable].every((flag) => flag === undefined) && isInteractive()) return askOpening(app);
  const balances = (list: unknown, flag: string, key: string) =>
    pairsOf(list, flag).map(([id, amount]) => ({ [key]: Number(id), balance: amountIn(amount) }));
  return {
    date: await ask(date, '--date', DATE, { fault: dateFault }),
    accounts: pairsOf(account, '--account').map(([text, amount]) => {
      const [id, fundId] = text.split('/');
      return {
        accountId: Number(id),
        ...(fundId !== undefined && { fundId: Number(fundId) }),
        balance: amountIn(amount),
      };
    }),
    funds: balances(fund, '--fund', 'fundId'),
    payables: pairsOf(payable, '--payable').map(([vendor, amount]) => ({ vendor, amount: amountIn(amount) })),
  };
}

async function readOpening(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SetupError(`${file} cannot be read: ${(error as Error).message}.`, EXIT.usage, error);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new SetupError(`${file} is not JSON: ${(error as Error).message}.`, EXIT.usage, error);
  }
}

const DATE = 'The first day of the books (YYYY-MM-DD):';
const dateFault = (answer: string) => (isCalendarDate(answer) ? undefined : 'Type a date that exists, as YYYY-MM-DD.');
const amountFault = (answer: string) => (isAmount(answer) ? undefined : 'Type an amount with at most two decimals.');

/** Asks for the date and for the balances of all accounts and funds that are in use. */
async function askOpening(app: App): Promise<unknown> {
  const { items: accounts } = await listAccounts(app);
  const { items: funds } = await listFunds(app);
  const date = await ask(undefined, '--date', DATE, { fault: dateFault });
  return {
    date,
    accounts: await askBalances(
      accounts.filter(({ isActive, isReserved }) => isActive && !isReserved),
      'accountId',
    ),
    funds: await askBalances(
      funds.filter(({ id, isActive }) => isActive && id !== GENERAL_FUND),
      'fundId',
    ),
  };
}

async function askBalances(rows: readonly { id: number; name: string }[], key: 'accountId' | 'fundId') {
  const balances: Record<string, number>[] = [];
  for (const { id, name } of rows) {
    const answer = await ask(undefined, '--file', `${name}:`, { fallback: '0', fault: amountFault });
    if (amountIn(answer) !== 0) balances.push({ [key]: id, balance: amountIn(answer) });
  }
  return balances;
}

/** Returns the two sides of each NAME=AMOUNT. The name itself may contain an equals sign. */
function pairsOf(list: unknown, flag: string): [name: string, amount: string][] {
  return (Array.isArray(list) ? list : []).map((text): [string, string] => {
    const pair = String(text);
    const at = pair.lastIndexOf('=');
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new SetupError(`${flag} must have an equals sign between the name and the amount.`, EXIT.usage);
  });
}
