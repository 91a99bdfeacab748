import type { Command } from 'commander';
import type * as z from 'zod';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { writeReport } from '../formats/output-cli.ts';
import { type BookName, type BookReport, BOOKS, describeBook } from './books.ts';
import { FLAGS, optionOf, type OptionName, reportOptions } from './options-cli.ts';

/** The command of a report of the books. */
type BookCommand = { summary: string; options: readonly OptionName[]; example: string };

const PERIOD = ['year', 'from', 'to', 'basis'] as const;

const COMMANDS: Readonly<Record<BookName, BookCommand>> = {
  'income-statement': {
    summary: 'giving, other income and expenses of a period',
    options: [...PERIOD, 'compare', 'columns'],
    example: '--year 2026 --compare prior --output income.pdf',
  },
  activities: {
    summary: 'income, releases and expenses by donor restriction, with net assets',
    options: [...PERIOD, 'compare'],
    example: '--year 2026 --compare prior --output activities.pdf',
  },
  'balance-sheet': {
    summary: 'what the church has and owes at the end of a day',
    options: ['at', 'year', 'basis', 'compare'],
    example: '--at 2026-12-31 --compare prior',
  },
  'fund-balances': {
    summary: 'how the balance of each fund changed in a period',
    options: PERIOD,
    example: '--from 2026-01-01 --to 2026-06-30 --output funds.pdf --lang zh-TW',
  },
  'trial-balance': {
    summary: 'the debit or credit of each account, fund and category at the end of a day',
    options: ['at', 'basis'],
    example: '--at 2026-12-31 --output trial-balance.xlsx',
  },
  payables: {
    summary: 'what the church owes for expenses at the end of a day',
    options: ['at', 'basis'],
    example: '--at 2026-12-31',
  },
  interfund: {
    summary: 'what funds owe each other at the end of a day',
    options: ['at'],
    example: '--at 2026-12-31',
  },
  releases: {
    summary: 'what ended the restrictions of donors in a period',
    options: ['from', 'to'],
    example: '--from 2026-01-01 --to 2026-12-31 --output releases.pdf',
  },
  'payment-register': {
    summary: 'the payments of a period, with voided ones and missing check numbers',
    options: ['from', 'to', 'accountId', 'basis'],
    example: '--from 2026-01-01 --to 2026-12-31 --account 2 --format csv',
  },
  'giving-tie-out': {
    summary: "the giving of a calendar year in the books compared with the givers' statements",
    options: ['year', 'basis'],
    example: '--year 2026',
  },
};

/** Adds the commands of the reports of the books, except for the general ledger. */
export function bookReportCommands(report: Command): void {
  for (const [name, { summary, options: names, example }] of Object.entries(COMMANDS)) {
    const book = BOOKS[name as BookName] as unknown as BookReport<z.ZodObject, z.ZodType>;
    reportOptions(report.command(name).description(summary), names)
      .addHelpText('after', `\nExample:\n  $ vestry report ${name} ${example}`)
      .action(task({ flags: FLAGS, run: (app, _args, options) => run(app, book, { names, options }) }));
  }
}

type Given = { names: readonly OptionName[]; options: Options };

async function run(app: App, book: BookReport<z.ZodObject, z.ZodType>, { names, options }: Given): Promise<void> {
  const query = decode(book.query, Object.fromEntries(names.map((one) => [one, options[optionOf(one)]])));
  const locale = options.language as Locale | undefined;
  await writeReport(
    {
      json: async () => encode(book.answer, await book.read(app, query)),
      describe: () => describeBook(book, app, query, locale),
    },
    options,
  );
}
