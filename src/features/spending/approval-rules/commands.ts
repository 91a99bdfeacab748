import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { fieldTable } from '../../../cli/kit/print.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { ApprovalRules, ApprovalRulesUpdate } from './schema.ts';
import { getApprovalRules, putApprovalRules } from './service.ts';

const NO_LIMIT = 'none';

/** Adds `vestry approval-rules ...`. */
export function approvalRulesCommands(rules: Command): void {
  rules
    .command('show')
    .description(
      'print the limits above which an expense needs two approvers, or a payer who is not one of its approvers',
    )
    .action(action({ answer: ApprovalRules, run: getApprovalRules, print: printRules }));
  rules
    .command('set')
    .description('change one or both limits; a limit that is not given does not change')
    .option('--second-approval-above <amount>', 'an expense above this amount needs two approvers; "none" for no limit')
    .option(
      '--payer-may-approve-up-to <amount>',
      'somebody who approved an expense may also pay it, up to this amount; "none" for no limit',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry approval-rules set --second-approval-above 500 --payer-may-approve-up-to 100',
    )
    .action(action({ answer: ApprovalRules, run: set, print: printRules }));
}

async function set(app: App, _args: readonly string[], options: Options): Promise<ApprovalRules> {
  const named = ['secondApprovalAbove', 'payerMayApproveUpTo'].filter((field) => options[field] !== undefined);
  if (named.length === 0) {
    throw new SetupError('Give a limit to change: --second-approval-above or --payer-may-approve-up-to.', EXIT.usage);
  }
  const { secondApprovalAbove, payerMayApproveUpTo } = encode(ApprovalRules, await getApprovalRules(app));
  const given = Object.fromEntries(named.map((field) => [field, limitOf(String(options[field]))]));
  return putApprovalRules(app, decode(ApprovalRulesUpdate, { secondApprovalAbove, payerMayApproveUpTo, ...given }));
}

const limitOf = (text: string) => (text === NO_LIMIT ? null : amountIn(text));

function printRules(rules: ApprovalRules, at: LocalTime): string {
  const { secondApprovalAbove: second, payerMayApproveUpTo: payer, ...audit } = encode(ApprovalRules, rules);
  const limits = { secondApprovalAbove: second ?? NO_LIMIT, payerMayApproveUpTo: payer ?? NO_LIMIT };
  return fieldTable('Approval rules', { ...limits, ...audit }, at);
}
