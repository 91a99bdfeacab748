import type { Command } from 'commander';
import { action } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { amount, pairTable } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn } from '../../ledger/accounts/named-cli.ts';
import { NewValuation, Valuation } from './schema.ts';
import { valueAccount } from './service.ts';

const EXAMPLE = `
Example:
  $ vestry account value Broker --date 2026-03-31 --value 52310.44 --fee 25 --as ann@example.org`;

/** Adds `vestry account value`. */
export function valuationCommand(account: Command): void {
  personOptions(account.command('value <name>'))
    .description('book what an investment is worth: the gain or loss since its last value, and the fee')
    .requiredOption('--date <date>', 'the day of the value, as YYYY-MM-DD')
    .requiredOption('--value <amount>', 'what it was worth at the end of the day, after the fee')
    .option('--fee <amount>', 'what the broker kept since the last value')
    .option('--fund <id>', 'the fund whose part of the account is worth that much')
    .addHelpText('after', EXAMPLE)
    .action(
      action({
        flags: { fundId: '--fund' },
        answer: Valuation,
        run: async (app, [name = ''], { date, value, fee, fund, ...options }) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const input = {
            date,
            value: amountIn(value),
            fee: fee === undefined ? null : amountIn(fee),
            fundId: fund === undefined ? null : Number(fund),
          };
          return valueAccount(acting, await accountIn(acting, name), decode(NewValuation, input));
        },
        print: ({ accountName, date, book, value, fee, gain, id, warnings = [] }) =>
          [
            pairTable(accountName, [
              ['Date', date],
              ['In the books before', amount(book)],
              ['Value', amount(value)],
              ['Fee', amount(fee)],
              [gain < 0 ? 'Loss' : 'Gain', amount(gain)],
              ['Adjusting entry', String(id)],
            ]),
            ...warnings.map(({ message }) => message),
          ].join('\n\n'),
      }),
    );
}
