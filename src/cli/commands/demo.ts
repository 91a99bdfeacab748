/** The flags with which `vestry init` and `vestry seed` make a demo church, and the summary that they then print. */
import { type Command, InvalidArgumentError } from 'commander';
import type * as z from 'zod';
import type { App } from '../../app.ts';
import { badField } from '../../errors.ts';
import { DemoOptions, type DemoSummary } from '../../features/upkeep/demo/schema.ts';
import { addMonths, formatMonth, monthOf } from '../../lib/date.ts';
import { check } from '../../validate.ts';
import type { Options } from '../kit/action.ts';
import { amount, type Column, table } from '../kit/print.ts';
import { withBar } from '../kit/progress.ts';

const FIELDS = ['members', 'years', 'seed'] as const;
const NUMBER = /^\d{1,9}$/;

/** Adds `--demo` and its flags. Invalid values are refused before the data directory is opened. */
export function demoFlags(command: Command): Command {
  const { members, years, seed } = DemoOptions.shape;
  const number = (field: z.ZodType) => (text: string) => checked(field, NUMBER.test(text) ? Number(text) : text);
  return command
    .option('--demo', 'add a realistic demo church; works only in empty books')
    .option('--members <n>', 'with --demo: how many people, 1 to 5000 (default: 300)', number(members))
    .option('--years <n>', 'with --demo: how many years of books, 1 to 10 (default: 2)', number(years))
    .option(
      '--seed <text>',
      'with --demo: the text that the church is generated from; the same text always gives the same church (default: grace)',
      (text) => checked(seed, text),
    )
    .hook('preAction', (_, command) => refuseStrayFlags(command.opts()));
}

function checked(field: z.ZodType, value: unknown): unknown {
  const result = check(field, value);
  if ('errors' in result) throw new InvalidArgumentError(`It ${result.errors[0]?.message ?? 'is not valid'}.`);
  return result.value;
}

function refuseStrayFlags({ demo, ...flags }: Options): void {
  const stray = FIELDS.find((field) => flags[field] !== undefined);
  if (demo !== true && stray !== undefined) throw badField(`--${stray}`, 'needs_demo', 'can only be used with --demo');
}

/** Returns the options of the demo church from the flags, or undefined without `--demo`. */
export function chosenDemo({ demo, ...flags }: Options): Partial<DemoOptions> | undefined {
  if (demo !== true) return undefined;
  return Object.fromEntries(FIELDS.flatMap((field) => (flags[field] === undefined ? [] : [[field, flags[field]]])));
}

/** Makes a demo church, with a progress bar. Throws the errors of `seedDemo`. */
export async function makeDemo(app: App, options: Options, wanted: Partial<DemoOptions>): Promise<DemoSummary> {
  const { seedDemo } = await import('../../features/upkeep/demo/service.ts');
  return withBar(options, 'Making the demo church', (progress) => seedDemo(app, { ...wanted, progress }));
}

type Line = { what: string; count: number; more?: string };

const COLUMNS: readonly Column<Line>[] = [
  { title: '', cell: ({ what }) => what },
  { title: '', align: 'right', cell: ({ count }) => count },
  { title: '', cell: ({ more = '' }) => more },
];

/** Returns a summary of the demo church, and commands to try. */
export function printDemo(demo: DemoSummary, typed: (command: string) => string): string {
  const accounts = demo.accounts.slice(0, 3).join(', ') + (demo.accounts[3] ? ', ...' : '');
  const sessions = `${amount(demo.totalGiving)} in ${demo.offeringSessions} offering sessions`;
  const booked = `${amount(demo.totalExpenses)} booked, ${demo.receipts} with a receipt`;
  const rows: Line[] = [
    { what: 'Members', count: demo.members, more: `${demo.families} families` },
    { what: 'Givings', count: demo.givings, more: sessions },
    { what: 'Expenses', count: demo.expenses, more: booked },
    { what: 'Statements', count: demo.finalizedMonths, more: 'months finalized; the current month is open' },
    { what: 'Meal counts', count: demo.mealCounts },
    { what: 'Accounts', count: demo.accounts.length, more: accounts },
  ];
  const treasurer = demo.accounts.find((email) => email.includes('treasurer')) ?? demo.accounts[0];
  const lastMonth = formatMonth(addMonths(monthOf(demo.to), -1));
  return [
    `${demo.church}, ${demo.from} to ${demo.to} (seed ${demo.seed}). All of it is made up.`,
    '',
    table(COLUMNS, rows).trimStart(),
    '',
    'Nobody knows the passwords of the demo accounts. To sign in as the treasurer, set a new password:',
    `  ${typed(`user reset-password ${treasurer}`)}`,
    'Try next:',
    `  ${typed(`statement show ${lastMonth}`)}`,
    `  ${typed(`report form990 --year ${monthOf(demo.to).year - 1}`)}`,
    `  ${typed('member list --search 陳')}`,
  ].join('\n');
}
