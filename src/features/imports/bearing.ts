/**
 * Says what a column that no field reads bears on: money, a person, a status, a currency or deductibility. Such a column is
 * never dropped without a word. The words and shapes are in `data/import-bearings.json`.
 */
import { isCurrency } from '../../lib/currency.ts';
import { fold } from '../../lib/fold.ts';
import { headerKey, type ImportColumn } from '../../lib/import-columns.ts';
import { negateMoney, subtractMoney } from '../../lib/money.ts';
import { readMoney } from '../../lib/written-money.ts';
import { readShipped } from '../../package.ts';
import type { Sheet } from './sheet.ts';

export const BEARINGS = ['money', 'person', 'status', 'currency', 'deductible'] as const;
export type Bearing = (typeof BEARINGS)[number];

/** Words of a header, parts of one, and words with which it means something else. */
type Words = { words: readonly string[]; parts: readonly string[]; unless: readonly string[] };
type Listed = Record<Bearing, Words> & { statuses: readonly string[]; nothing: readonly string[] };
/** The lists, with the words of cells in the form in which every cell is compared. */
type Known = Record<Bearing, Words> & { statuses: ReadonlySet<string>; nothing: ReadonlySet<string> };

let known: Known | undefined;
const read = (): Known => (known ??= readLists());

function readLists(): Known {
  const listed = readShipped('data/import-bearings.json') as Listed;
  const keysOf = (words: readonly string[]) => new Set(words.map(headerKey));
  return { ...listed, statuses: keysOf(listed.statuses), nothing: keysOf(listed.nothing) };
}

/**
 * Returns what a column bears on, by its header or by the shape of its cells, or undefined. A column bears on nothing if its
 * cells say nothing, such as `0.00` or `No` in every row.
 */
export function bearingOf(header: string, cells: readonly string[]): Bearing | undefined {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !isNothing(cell));
  if (said.length === 0) return undefined;
  const named = BEARINGS.find((bearing) => isNamed(header, read()[bearing]));
  if (named !== undefined && (named !== 'money' || said.some(isAmount))) return named;
  // Texts below no header may be names.
  if (UNNAMED.test(header) && said.every((cell) => !/\d/.test(cell))) return 'person';
  return shapeOf(said);
}

/** The name of a column without a header, as `namedHeader` gives it. */
const UNNAMED = /^column \d+$/;

const FEE = new Set(['fee', 'fees', '手續費', '手续费']);
const NET = new Set(['net', '淨額', '净额', '實收', '实收']);

/**
 * Returns the indexes of the two columns that say what a payment service kept of an amount, and what was left, if that is so
 * in every row: the amount is then the whole gift, and the other two add nothing to it.
 */
export function costsOf(
  { header, rows }: Pick<Sheet, 'header' | 'rows'>,
  columns: readonly ImportColumn<string>[],
): readonly number[] {
  const placeOf = (words: ReadonlySet<string>) =>
    header.findIndex((name) => wordsOf(name).some((word) => words.has(word)));
  const amount = columns.find(({ field }) => field.name === 'amount')?.index;
  const [fee, net] = [placeOf(FEE), placeOf(NET)];
  if (amount === undefined || fee < 0 || net < 0 || fee === net) return [];
  const agrees = rows.every(({ cells }) => {
    const [whole, cost, left] = [amount, fee, net].map((index) => readMoney(cells[index] || '0'));
    if (whole === undefined || cost === undefined || left === undefined) return false;
    return subtractMoney(whole, cost < 0 ? negateMoney(cost) : cost) === left;
  });
  return agrees ? [fee, net] : [];
}

const isNothing = (cell: string) => read().nothing.has(headerKey(cell)) || readMoney(cell) === 0;
const isAmount = (cell: string) => readMoney(cell) !== undefined;

function isNamed(header: string, { words, parts, unless }: Words): boolean {
  const own = wordsOf(header);
  if (own.some((word) => unless.includes(word))) return false;
  return own.some((word) => words.includes(word)) || parts.some((part) => header.includes(part));
}

/** Returns the words of a header, also of `ContributionAmount` and `plg_amount`. */
function wordsOf(header: string): string[] {
  const apart = header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return fold(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const MONEY = /^[-(]?\s*(?:[A-Z]{0,3}[$€£¥]|[A-Z]{3}\s)?\s*\d[\d,]*\.\d{2}\)?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns what cells bear on by their shape: amounts with cents, e-mail addresses, codes of currencies, or known statuses. */
function shapeOf(cells: readonly string[]): Bearing | undefined {
  const most = (test: (cell: string) => boolean) => cells.filter(test).length * 2 > cells.length;
  if (most((cell) => MONEY.test(cell))) return 'money';
  if (most((cell) => EMAIL.test(cell))) return 'person';
  if (cells.every(isCurrency)) return 'currency';
  return cells.some((cell) => read().statuses.has(headerKey(cell))) ? 'status' : undefined;
}
