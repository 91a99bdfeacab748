/** Recognizes what kind of list a file is by its headers, so that a file that was given to the wrong import is refused. */
import path from 'node:path';
import { type AppError, fileRefused } from '../../errors.ts';
import { LAST_DAY } from '../../lib/date.ts';
import { headerKey } from '../../lib/import-columns.ts';
import { DATE_ORDERS, parseDate } from '../../lib/import-dates.ts';
import { readMoney } from '../../lib/written-money.ts';
import { wordLists } from './word-lists.ts';

/** What a file can be imported as. */
export type FileKind = 'members' | 'givings' | 'expenses' | 'bank' | 'budget' | 'prior' | 'payouts';

const KINDS: Readonly<Record<FileKind, { what: string; command: (file: string) => string }>> = {
  members: { what: 'a list of people', command: (file) => `vestry import members ${file}` },
  givings: { what: 'a list of gifts', command: (file) => `vestry import givings ${file}` },
  expenses: { what: 'a list of expenses', command: (file) => `vestry import expenses ${file} --submitted-by EMAIL` },
  payouts: {
    what: 'a file of a payment service',
    command: (file) => `vestry import payout ${file} --account ACCOUNT`,
  },
  bank: { what: 'a file of the bank', command: (file) => `vestry import bank ACCOUNT ${file}` },
  prior: { what: 'figures of a year', command: (file) => `vestry prior-figures set YYYY --file ${file}` },
  budget: { what: 'a budget', command: (file) => `vestry import budget ${file} --year YYYY` },
};

/** What the headers of a list name. Their words are in `data/import-kinds.json`. */
type Named =
  | 'amount'
  | 'date'
  | 'giver'
  | 'payee'
  /** What an expense is for. */
  | 'spending'
  /** Whatever a list of people may have, and what no other list has. */
  | 'person'
  | 'names'
  | 'first'
  | 'last'
  | 'fund'
  | 'out'
  | 'in'
  | 'balance'
  /** The amount of a whole year. */
  | 'year';

/** Returns whether a header, as `headerKey` returns it, names this. */
const names: (what: Named, key: string) => boolean = wordLists('data/import-kinds.json');

const MONTH =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:20)?\d{0,2}$|^\d{1,2}月$|^20\d\d(?:0\d|1[0-2])$/;

type Has = (what: Named) => boolean;
type Test = (has: Has, keys: readonly string[]) => boolean;

/** True if there is a balance, and neither names of people nor funds: a list of gifts may have the balance of a pledge. */
const hasBankBalance = (has: Has) => has('balance') && !(has('first') && has('last')) && !has('fund');

/** How each kind is recognized, the most certain first. */
const TESTS: readonly (readonly [FileKind, Test])[] = [
  ['budget', (has, keys) => !has('date') && (has('year') || keys.filter((key) => MONTH.test(key)).length > 5)],
  [
    'bank',
    (has) => has('date') && !has('giver') && !has('payee') && ((has('out') && has('in')) || hasBankBalance(has)),
  ],
  ['givings', (has) => has('date') && has('amount') && has('giver') && !has('payee')],
  ['expenses', (has) => has('date') && has('amount') && has('payee')],
  ['givings', (has) => has('date') && has('amount') && has('fund')],
  ['members', (has) => !has('amount') && !has('date') && has('person')],
];

/** Returns the kind that the headers show, or undefined if they show none. */
function kindOf(header: readonly string[]): FileKind | undefined {
  const keys = header.map(headerKey).filter((key) => key !== '');
  const has = (what: Named) => keys.some((key) => names(what, key));
  return TESTS.find(([, test]) => test(has, keys))?.[0];
}

/**
 * Returns the refusal of a file that has the columns of this import but is another kind of list: people with dated
 * amounts, gifts with payees or balances, expenses with givers, or a budget with dates. Returns undefined for any other.
 */
export function mistaken(wanted: FileKind, header: readonly string[], file: string): AppError | undefined {
  const keys = header.map(headerKey);
  const has = (what: Named) => keys.some((key) => names(what, key));
  // People with dated amounts have given them.
  const kind = kindOf(header) ?? (has('date') && has('amount') && has('person') ? 'givings' : undefined);
  if (kind === undefined || kind === wanted) return undefined;
  const isOther = {
    members: has('date') && has('amount'),
    givings: kind === 'bank' || (kind === 'expenses' && has('payee')),
    expenses: kind === 'bank' || (kind === 'givings' && has('giver')),
    budget: has('date') || has('names'),
    prior: has('date') || has('names') || kind === 'budget',
    // Such a file has the columns of gifts, and may have a balance.
    payouts: kind === 'members' || kind === 'expenses' || kind === 'budget',
    bank: true,
  }[wanted];
  if (!isOther) return undefined;
  const balance = header.find((text) => names('balance', headerKey(text)));
  return wrongKind(wanted, kind, file, wanted === 'givings' && kind === 'bank' ? balance : undefined);
}

/**
 * Returns the refusal of a file whose first rows show another kind than the one wanted, or undefined. Titles may stand above
 * the header. Rows of values show no kind, and rows with an amount are not those of a list of people. A file of
 * a bank may have payees, but names no category.
 */
export function otherKind(wanted: FileKind, rows: readonly (readonly string[])[], file: string): AppError | undefined {
  const titles = rows.filter((cells) => !cells.some(isValue));
  const kind = titles.map(kindOf).find((one) => one !== undefined);
  if (kind === undefined || kind === wanted) return undefined;
  if (kind === 'members' && rows.some((cells) => cells.some(isAmount))) return undefined;
  const isSpending = titles.some((cells) => cells.some((cell) => names('spending', headerKey(cell))));
  if (wanted === 'bank' && kind === 'expenses' && !isSpending) return undefined;
  const isGift = wanted === 'givings' && kind === 'expenses';
  const deciding = isGift ? titles.flat().find((text) => names('payee', headerKey(text))) : undefined;
  return wrongKind(wanted, kind, file, deciding);
}

export const isDay = (cell: string) => DATE_ORDERS.some((order) => parseDate(cell, order, LAST_DAY) !== undefined);
export const isAmount = (cell: string) =>
  (/^\D{0,4}\d[\d.,]*[.,]\d\d\D{0,4}$/.test(cell) || (/[^\d\s]/.test(cell) && readMoney(cell) !== undefined)) &&
  !isDay(cell);
const isValue = (cell: string) => cell.includes('@') || isDay(cell) || isAmount(cell);

/**
 * Returns the refusal that names the kind of a file and the command that imports it. If only the column `deciding` shows
 * the kind, the refusal also says how to ignore it.
 */
export function wrongKind(wanted: FileKind, kind: FileKind, file: string, deciding?: string): AppError {
  const { what, command } = KINDS[kind];
  const others = deciding === undefined ? '' : ` (or, if it is ${KINDS[wanted].what}, add --map "${deciding}=")`;
  return fileRefused(
    `Nothing was imported, because ${path.basename(file)} looks like ${what}, not like ${KINDS[wanted].what}. Import it with: ${command(quoted(file))}${others}`,
  );
}

/** Returns a file name as it is typed in a command. */
export function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `"${file}"`;
}
