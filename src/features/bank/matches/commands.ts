import type { Command } from 'commander';
import * as z from 'zod';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { amount, type Column, pageLine, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn, documentsIn, idIn, idsIn } from '../account-cli.ts';
import { BankLineQuery } from '../lines/schema.ts';
import { acceptSuggestions, acceptSure } from './accept.ts';
import { BankMatch, NewBankMatch, SuggestedLine, SuggestedLinePage } from './schema.ts';
import { createMatch, deleteMatch } from './service.ts';
import { listSuggestedLines } from './suggestions.ts';

const MATCH_HELP = `
Name lines and documents as \`vestry bank lines\` shows them. With --accept, Vestry matches a line with its first
suggestion. With --accept-all, it matches every open line with its first suggestion if not only the amount or the payee
agrees, but also the day (at most five days apart), the number of the check or the reference. It lists the lines that it
leaves.

Examples:
  $ vestry bank match Checking --line 31 --document Payment/7
  $ vestry bank match Checking --line 32 --document Deposit/9 --document Payment/8
  $ vestry bank match Checking --accept 31 --accept 32
  $ vestry bank match Checking --accept-all`;

/** Adds the commands that show lines with their suggestions, and match them. */
export function matchCommands(bank: Command): void {
  listCommand(bank);
  matchCommand(bank);
  personOptions(bank.command('unmatch <account> <match>'))
    .description('delete a match; its lines are open again')
    .action(
      action({
        answer: z.object({ id: z.number() }),
        run: async (app, [account, match], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const path = { id: await accountIn(acting, account), matchId: idIn(match) };
          await deleteMatch(acting, path);
          return { id: path.matchId };
        },
        print: ({ id }) => `Match ${id} is deleted.`,
      }),
    );
}

function listCommand(bank: Command): void {
  bank
    .command('lines <account>')
    .description('list the lines of the bank, the oldest first, with what may belong to them')
    .option('--status <status>', 'only lines with this status: Open, Matched or Ignored')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many lines to show on a page (default: 25)')
    .action(
      action({
        answer: SuggestedLinePage,
        run: async (app, [account], { status, from, to, page, pageSize }) => {
          const query = decode(BankLineQuery, { status, from, to, page, pageSize });
          return listSuggestedLines(app, await accountIn(app, account), query);
        },
        print: (list) => `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'bank line')}`,
      }),
    );
}

function matchCommand(bank: Command): void {
  personOptions(bank.command('match <account>'))
    .description('match lines of the bank with documents')
    .option('--line <id>', 'a line; may be repeated', collect)
    .option('--document <name>', 'a document, such as Payment/7; may be repeated', collect)
    .option('--accept <line>', 'accept the first suggestion for a line; may be repeated', collect)
    .option('--accept-all', 'accept the first suggestion for every open line where more than the amount agrees')
    .addHelpText('after', MATCH_HELP)
    .action(
      action({
        flags: { lines: '--line', documents: '--document' },
        answer: Matches,
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return matchesFor(acting, await accountIn(acting, account), options);
        },
        print: printMatches,
      }),
    );
}

async function matchesFor(app: Parameters<typeof createMatch>[0], accountId: number, options: Options) {
  const { line, document, accept, acceptAll } = options;
  if (acceptAll === true) return acceptSure(app, accountId);
  if (accept !== undefined) return { items: await acceptSuggestions(app, accountId, idsIn(accept)) };
  const input = decode(NewBankMatch, { lines: idsIn(line), documents: documentsIn(document, 'document') });
  return { items: [await createMatch(app, accountId, input)] };
}

const Matches = z.object({ items: z.array(BankMatch), left: z.array(SuggestedLine).optional() });

/** Returns the matches as a table, and the lines that were left with what to do about them. */
function printMatches({ items, left = [] }: z.output<typeof Matches>): string {
  const matched = items.length === 0 ? 'Nothing was matched.' : table(MATCHES, items);
  const [first] = left;
  if (!first) return matched;
  return [
    matched,
    `Left open, because only the amount or the payee agrees, or because another line has the same suggestion:\n${table(COLUMNS, left)}`,
    `Compare them with your papers, and accept what is right, such as: vestry bank match ${first.accountId} --accept ${first.id}\n` +
      `See all suggestions with: vestry bank lines ${first.accountId} --status Open --json`,
  ].join('\n\n');
}

const MATCHES: readonly Column<BankMatch>[] = [
  { title: 'Match', align: 'right', cell: ({ id }) => id },
  { title: 'Lines', cell: ({ lines }) => lines.join(', ') },
  { title: 'Documents', cell: ({ documents }) => documents.map(({ type, id }) => `${type}/${id}`).join(', ') },
];

const COLUMNS: readonly Column<SuggestedLine>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
  { title: 'Text of the bank', cell: ({ description }) => description },
  { title: 'Status', cell: ({ status, matchId }) => (matchId === null ? status : `${status} (${matchId})`) },
  { title: 'Suggestion', cell: ({ suggestions: [first] }) => (first && wordsOf(first)) || '' },
];

const wordsOf = ({ documents, reasons }: SuggestedLine['suggestions'][number]) =>
  `${documents.map(({ type, id }) => `${type}/${id}`).join(' + ')} (${reasons.join(', ')})`;
