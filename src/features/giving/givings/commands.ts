import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { Method } from '../../../books/payment-methods.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { amount, type Column, fieldTable, pageLine, table } from '../../../cli/kit/print.ts';
import { encode } from '../../../lib/encode.ts';
import { date } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { today } from '../../church/profile/service.ts';
import { notFound } from '../../../errors.ts';
import { givingCategoryCommands } from '../categories/commands.ts';
import { sessionStates } from '../offerings/service.ts';
import { findMember } from '../../people/members/member-cli.ts';
import { findCategory } from './category-cli.ts';
import { giverText } from './giver-text.ts';
import { ReversalKind } from './reversal-kinds.ts';
import { reverseGiving } from './reversal.ts';
import {
  EnteredGiving,
  Giving,
  GivingFields,
  GivingPage,
  GivingPath,
  GivingQuery,
  GivingReversal,
  NewGiving,
} from './schema.ts';
import { createGiving, getGiving, listGivings, updateGiving } from './service.ts';
import { GivingSource, NonCashKind } from './source-schema.ts';

const FLAGS = {
  memberId: '--giver',
  categoryId: '--category',
  sessionId: '--session',
  benefitAmount: '--benefit',
  nonCashDescription: '--non-cash',
  payPalReference: '--paypal-reference',
  isAnonymous: '--anonymous',
  companyName: '--company-name',
  giftDate: '--gift-date',
  accountId: '--account',
};

const ADD_EXAMPLES = `
Examples:
  $ vestry giving add --giver "Mei Lin" --category Tithe --amount 100 --method Check --check-number 1042
  $ vestry giving add --giver 7 --category Missions --amount 5000 --method Check --source IRA
  $ vestry giving add --giver 7 --category Tithe --amount 800 --method Check --source Business --company-name "Lin Trading LLC"`;

/** Adds `vestry giving ...`. */
export function givingCommands(giving: Command): void {
  listCommand(giving);
  giving
    .command('show <id>')
    .description('show a gift')
    .action(action({ answer: Giving, run: (app, [id]) => getGiving(app, idOf(id)), print: printGiving }));
  withFields(giving.command('add'))
    .description('enter a gift')
    .addHelpText('after', ADD_EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: EnteredGiving,
        run: async (app, _args, options) => {
          const fields = { date: await today(app), ...(await named(app, options)) };
          return createGiving(app, decode(NewGiving, fields));
        },
        print: printGiving,
      }),
    );
  withFields(giving.command('update <id>'))
    .description('change the given fields of a gift; an empty text clears a field')
    .action(
      action({
        flags: FLAGS,
        answer: EnteredGiving,
        run: async (app, [id], options) => updateGiving(app, idOf(id), await merged(app, idOf(id), options)),
        print: printGiving,
      }),
    );
  reverseCommand(giving);
  givingCategoryCommands(giving.command('category').description('the categories of giving'));
}

function listCommand(giving: Command): void {
  giving
    .command('list')
    .description('list gifts, the newest first')
    .option('--giver <name>', 'only gifts of this member: a name, an id or an envelope number')
    .option('--category <name>', 'only gifts to this category: a name or an id')
    .addOption(new Option('--method <method>', 'only gifts with this payment method').choices(Method.options))
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--search <text>', 'part of a note, a reference or the name of the giver')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        flags: FLAGS,
        answer: GivingPage,
        run: async (app, _args, { giver, category, method, from, to, search, page, pageSize }) => {
          const memberId = typeof giver === 'string' ? String(await findMember(app, giver, '--giver')) : undefined;
          const categoryId = typeof category === 'string' ? String(await findCategory(app, category)) : undefined;
          return listGivings(
            app,
            decode(GivingQuery, { memberId, categoryId, method, from, to, search, page, pageSize }),
          );
        },
        print: (list) => `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'gift')}`,
      }),
    );
}

function reverseCommand(giving: Command): void {
  giving
    .command('reverse <id>')
    .description('reverse a gift by adding a negative gift, for a bounced check, a refund or a wrong entry')
    .requiredOption('--reason <text>', 'the reason, which is saved with the reversal')
    .option('--date <date>', 'the day of the reversal, in an open month; today if left out')
    .option('--amount <amount>', 'the amount to reverse; if left out, everything that is not reversed yet')
    .addOption(new Option('--kind <kind>', 'what happened (Correction)').choices(ReversalKind.options))
    .option('--account <id>', 'the account that the money leaves; if left out, the account in which the money now is')
    .addHelpText('after', '\nExample:\n  $ vestry giving reverse 310 --kind Returned --reason "The check bounced"')
    .action(
      action({
        flags: FLAGS,
        answer: Giving,
        run: async (app, [id], { date: day, reason, amount: taken, kind, account }) => {
          const accountId = account === undefined ? {} : { accountId: decode(GivingPath, { id: account }).id };
          const wanted = taken === undefined ? {} : { amount: amountIn(taken) };
          const fields = { date: day ?? (await today(app)), reason, kind, ...wanted, ...accountId };
          return reverseGiving(app, idOf(id), decode(GivingReversal, fields));
        },
        print: printGiving,
      }),
    );
}

function withFields(command: Command): Command {
  return command
    .option('--date <date>', 'the day on which the gift was counted, as YYYY-MM-DD; today for a new gift')
    .option('--giver <name>', 'who gave: a name, an id or an envelope number')
    .option('--anonymous', 'the giver wants to stay anonymous')
    .option('--category <name>', 'what the gift is for: the name or the id of a giving category')
    .option('--amount <amount>', 'the amount')
    .addOption(new Option('--method <method>', 'how it was given').choices(Method.options))
    .option('--check-number <text>', 'the number on the check')
    .option('--zelle-reference <text>', 'the Zelle confirmation number')
    .option('--paypal-reference <text>', 'the PayPal transaction id')
    .option('--note <text>', 'remarks')
    .option('--session <date>', 'the date of the offering session to which the gift belongs')
    .option('--gift-date <date>', "the day for the giver's contribution statement, if it differs from --date")
    .option('--benefit <amount>', 'the value of what the giver received in return')
    .option('--non-cash <text>', 'what was given, for a gift in kind')
    .addOption(
      new Option('--non-cash-kind <kind>', 'for a gift in kind: stock, a vehicle or other goods').choices(
        NonCashKind.options,
      ),
    )
    .addOption(
      new Option(
        '--source <source>',
        'where the gift came from (Personal); IRA and DAF only in the United States',
      ).choices(GivingSource.options),
    )
    .option(
      '--company-name <text>',
      'with --source Business: the name on the check, which gets a statement of its own',
    );
}

const TEXTS = {
  date: 'date',
  method: 'method',
  checkNumber: 'checkNumber',
  zelleReference: 'zelleReference',
  paypalReference: 'payPalReference',
  note: 'note',
  giftDate: 'giftDate',
  nonCash: 'nonCashDescription',
  nonCashKind: 'nonCashKind',
  source: 'source',
  companyName: 'companyName',
};

/** Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. */
async function named(app: App, options: Options): Promise<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const [flag, field] of Object.entries(TEXTS)) {
    if (options[flag] !== undefined) said[field] = options[flag] === '' ? null : options[flag];
  }
  const { giver, category, session, amount: given, benefit, anonymous } = options;
  if (typeof giver === 'string') said['memberId'] = giver === '' ? null : await findMember(app, giver, '--giver');
  if (typeof category === 'string') said['categoryId'] = await findCategory(app, category);
  if (session !== undefined) said['sessionId'] = session === '' ? null : await sessionIdOn(app, session);
  if (given !== undefined) said['amount'] = amountIn(given);
  if (benefit !== undefined) said['benefitAmount'] = benefit === '' ? null : amountIn(benefit);
  if (anonymous === true) said['isAnonymous'] = true;
  return said;
}

async function sessionIdOn(app: App, text: unknown): Promise<number> {
  const day = decode(date, text);
  const session = (await sessionStates(app, [day])).get(day);
  if (!session) throw notFound('offering session');
  return session.id;
}

/**
 * Returns a stored gift with the fields that flags set. A category that a flag sets replaces the parts of the gift.
 */
async function merged(app: App, id: number, options: Options): Promise<NewGiving> {
  const stored = encode(Giving, await getGiving(app, id));
  const said = await named(app, options);
  const fields = Object.entries(stored).filter(([field]) => field in GivingFields.shape && field !== 'parts');
  // A gift date that differs from the date stays the same. Otherwise, the gift date changes with the date.
  const giftDate = stored.giftDate === stored.date ? null : stored.giftDate;
  const parts = stored.parts?.map(({ categoryId, amount: part }) => ({ categoryId, amount: part })) ?? null;
  const purpose = 'categoryId' in said ? {} : { parts };
  const giver = 'memberId' in said ? { isAnonymous: false } : {};
  // Only a gift of a company has the company's name.
  const company = (said['source'] ?? 'Business') === 'Business' ? {} : { companyName: null };
  return decode(NewGiving, { ...Object.fromEntries(fields), giftDate, ...purpose, ...giver, ...company, ...said });
}

const idOf = (text: string | undefined) => decode(GivingPath, { id: text }).id;

function printGiving({ warnings = [], ...giving }: EnteredGiving, at: LocalTime): string {
  const { parts, ...fields } = encode(Giving, giving);
  const shown = parts?.map(({ categoryName, amount: part }) => `${categoryName} ${part}`).join(', ') ?? null;
  return [fieldTable('Giving', { ...fields, parts: shown }, at), ...warnings.map(({ message }) => message)].join(
    '\n\n',
  );
}

const COLUMNS: readonly Column<Giving>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date: day }) => day },
  { title: 'Giver', cell: giverText },
  {
    title: 'Category',
    cell: ({ categoryName, parts }) => categoryName ?? parts?.map((part) => part.categoryName).join(', ') ?? null,
  },
  { title: 'Method', cell: ({ method }) => method },
  { title: 'Amount', align: 'right', cell: (giving) => amount(giving.amount) },
  {
    title: 'Reversal',
    cell: ({ reversalOf, reversalKind }) => (reversalOf === null ? null : `${reversalKind} of ${reversalOf}`),
  },
];
