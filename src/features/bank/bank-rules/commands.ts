import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn, idIn, idsIn } from '../account-cli.ts';
import { applyRules } from './apply.ts';
import { FLAGS, changedRule, newRule } from './fields-cli.ts';
import { printRuled, printRules } from './print.ts';
import { ActionType, BankRule, BankRuleList, Direction, RuleApplication, RuledLines, RuleUndo } from './schema.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from './service.ts';
import { undoRule } from './undo.ts';

const ADD_HELP = `
A rule settles the lines of the bank that contain its text, when a file is imported and with \`vestry bank rule apply\`. The
first rule that fits is used. With --from-line, the text and the direction are those of a line that the bank has shown.

Examples:
  $ vestry bank rule add Checking --from-line 31 --do Expense --subcategory Utilities --ministry Administration
  $ vestry bank rule add Checking --contains "INTEREST PAID" --do OtherIncome --category Interest --payer "First Bank"
  $ vestry bank rule add Checking --contains "TRANSFER TO SAVINGS" --do Transfer --direction Out --other-account Savings
  $ vestry bank rule add Checking --contains "PAYPAL TRANSFER" --do Match --direction In`;

/** Adds `vestry bank rule ...`. */
export function ruleCommands(rule: Command): void {
  rule
    .command('list <account>')
    .description('list the rules of an account, in the order in which they are tried')
    .action(
      action({
        answer: BankRuleList,
        run: async (app, [account]) => listRules(app, await accountIn(app, account)),
        print: ({ items }) => printRules(items),
      }),
    );
  addCommand(rule);
  updateCommand(rule);
  personOptions(rule.command('delete <account> <rule>'))
    .description('delete a rule; what it did stays')
    .action(
      action({
        answer: z.object({ id: z.number() }),
        run: async (app, [account, id], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const path = { id: await accountIn(acting, account), ruleId: idIn(id) };
          await deleteRule(acting, path);
          return { id: path.ruleId };
        },
        print: ({ id }) => `Rule ${id} is deleted.`,
      }),
    );
  applyCommand(rule);
  undoCommand(rule);
}

function addCommand(rule: Command): void {
  withFields(rule.command('add <account>'))
    .description('add a rule')
    .option('--from-line <id>', 'take the text and the direction from this line')
    .addHelpText('after', ADD_HELP)
    .action(
      action({
        flags: FLAGS,
        answer: BankRule,
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const accountId = await accountIn(acting, account);
          return createRule(acting, accountId, await newRule(acting, accountId, options));
        },
        print: (one) => printRules([one]),
      }),
    );
}

const UPDATE_HELP = `
Examples:
  $ vestry bank rule update Checking 4 --amount-to 400
  $ vestry bank rule update Checking 4 --inactive`;

function updateCommand(rule: Command): void {
  withFields(rule.command('update <account> <rule>'))
    .description('change the given fields; an empty text clears an optional field')
    .option('--inactive', 'do not apply the rule')
    .option('--active', 'apply the rule again')
    .addHelpText('after', UPDATE_HELP)
    .action(
      action({
        flags: FLAGS,
        answer: BankRule,
        run: async (app, [account, id], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const path = { id: await accountIn(acting, account), ruleId: idIn(id) };
          return updateRule(acting, path, await changedRule(acting, await getRule(acting, path), options));
        },
        print: (one) => printRules([one]),
      }),
    );
}

function withFields(command: Command): Command {
  return personOptions(command)
    .option('--contains <text>', 'the text that the bank’s description must contain')
    .option('--name <name>', 'what the rule is for')
    .addOption(new Option('--direction <direction>', 'money that arrived or left').choices(Direction.options))
    .option('--amount-from <amount>', 'the smallest amount')
    .option('--amount-to <amount>', 'the largest amount')
    .addOption(new Option('--do <action>', 'what the rule does').choices(ActionType.options))
    .option('--subcategory <name>', 'Expense: what the money was spent on')
    .option('--ministry <name>', 'Expense: the ministry')
    .addOption(new Option('--class <class>', 'Expense: the functional class').choices(FunctionalClass.options))
    .option('--vendor <name>', 'Expense: who was paid')
    .addOption(new Option('--vendor-id <id>', 'Expense: the vendor in the list of vendors').conflicts('vendor'))
    .option('--text <text>', 'Expense: the description (default: the text of the bank)')
    .option('--category <name>', 'OtherIncome: the category of the income, by its name or id')
    .option('--payer <name>', 'OtherIncome: who paid')
    .option('--fund <name>', 'Expense or OtherIncome: the fund (default: the General fund)')
    .option('--other-account <name>', 'Transfer: the other account')
    .option('--position <number>', 'the place in the order in which rules are tried');
}

const APPLY_HELP = `
Give --as, because every expense needs a person who submits it.

Examples:
  $ vestry bank rule apply Checking --dry-run
  $ vestry bank rule apply Checking --rule 4 --from 2026-03-01 --as ann@example.org`;

function applyCommand(rule: Command): void {
  personOptions(rule.command('apply <account>'))
    .description('apply the rules to the open lines of the bank')
    .option('--rule <id>', 'only this rule; may be repeated', collect)
    .option('--from <date>', 'only lines from this day on, as YYYY-MM-DD')
    .option('--to <date>', 'only lines up to this day')
    .option('--dry-run', 'only show what the rules would do')
    .addHelpText('after', APPLY_HELP)
    .action(
      action({
        flags: { ruleIds: '--rule' },
        answer: RuledLines,
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const { rule: ids, from, to, dryRun } = options;
          const wanted = { ruleIds: ids === undefined ? null : idsIn(ids), from, to, dryRun: dryRun === true };
          return applyRules(acting, await accountIn(acting, account), decode(RuleApplication, wanted));
        },
        print: (ruled, _at, { dryRun }: Options) => printRuled(ruled, dryRun ? 'would be settled' : 'settled'),
      }),
    );
}

function undoCommand(rule: Command): void {
  personOptions(rule.command('undo <account> <rule>'))
    .description('take back what a rule did: its lines are open again, and its documents are deleted')
    .option('--from <date>', 'only lines from this day on, as YYYY-MM-DD')
    .action(
      action({
        answer: RuledLines,
        run: async (app, [account, id], options) => {
          const acting: App = await actingPerson(app, options, 'statements.manage');
          const path = { id: await accountIn(acting, account), ruleId: idIn(id) };
          return undoRule(acting, path, decode(RuleUndo, { from: options.from }));
        },
        print: (ruled) => printRuled(ruled, 'taken back'),
      }),
    );
}
