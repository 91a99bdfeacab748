import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { decisionOptions, decisionsOf } from '../../imports/decisions-cli.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { accountIn } from '../../ledger/accounts/named-cli.ts';
import { PAYOUT_TARGET } from './columns.ts';
import { printPayouts } from './print.ts';
import { PayoutImport } from './schema.ts';
import { importPayouts } from './service.ts';

const EXAMPLES = `
Stripe: the itemized payout reconciliation report, or the balance report. PayPal: the activity download. Any other file needs a day, a gross
amount, a fee and a net amount. The fees belong to the person whom --as names, or else to the first treasurer.

Examples:
  $ vestry import payout stripe.csv --account Stripe --dry-run
  $ vestry import payout paypal.csv --account PayPal --category Tithe --create-members --as treasurer@example.org`;

/** Adds `vestry import payout`. */
export function importPayoutCommand(family: Command): void {
  personOptions(decisionOptions(importOptions(family.command('payout <file>'))))
    .description('book what a payment service did: gifts, fees, refunds, chargebacks and payouts, or nothing')
    .requiredOption('--account <name>', 'the account in which the money lies until the service pays it out')
    .option('--bank <name>', 'the account that receives the payouts; by default, the default account')
    .option('--category <name>', 'the giving category for gifts that name no fund')
    .option('--create-members', 'add givers who are not yet members as new members')
    .option('--no-givers', 'the file names no givers: import all gifts without one')
    .addHelpText('after', EXAMPLES)
    .action(
      action({
        flags: { accountId: '--account', category: '--category' },
        answer: PayoutImport,
        run: async (app, [file], options) =>
          importPayoutFile(await actingPerson(app, options, 'giving.manage'), file, options),
        print: printPayouts,
      }),
    );
}

/** Imports the payouts of a file, with options from the command line. */
export async function importPayoutFile(app: App, file: string | undefined, options: Options): Promise<PayoutImport> {
  const { account, bank } = options as { account?: string; bank?: string };
  const own = {
    accountId: await accountIn(app, account),
    bankAccountId: bank === undefined ? null : await accountIn(app, bank),
    category: options.category as string | undefined,
    createMembers: options.createMembers === true,
    createSimilar: options.createSimilar === true,
    decisions: decisionsOf(options),
  };
  return importFile(app, file, options, {
    target: PAYOUT_TARGET,
    work: (table, flags) => importPayouts(app, table, { ...flags, ...own }),
  });
}
