/**
 * Says what a column that no field reads bears on: money, a person, a status, a day, a currency or deductibility. Such a
 * column is never dropped without a word. `data/import-bearings.json` says by which words and by which shapes of cells each
 * kind of file shows it.
 */
import { eachRow } from '../../lib/chunks.ts';
import { isCurrency } from '../../lib/currency.ts';
import { fold } from '../../lib/fold.ts';
import { headerKey } from '../../lib/import-columns.ts';
import { addMoney, subtractMoney } from '../../lib/money.ts';
import type { SheetRow } from '../../lib/sheet.ts';
import { readMoney } from '../../lib/written-money.ts';
import { readShipped } from '../../package.ts';
import { type FileKind, isDay } from './kind.ts';
import { UNNAMED } from './sheet.ts';

export type Bearing = 'money' | 'person' | 'status' | 'day' | 'currency' | 'deductible';

/** How columns show what they bear on. The first list that names a header decides. */
type List = {
  /** Null if a column that is named so is known to bear on nothing. */
  bearing: Bearing | null;
  /** Words of a header, parts of one, and words with which it means something else. */
  words: readonly string[];
  parts: readonly string[];
  unless: readonly string[];
  /** Set if a year in the header is such a word, too. */
  years?: true;
  /** The shape of which a header that is named so needs a cell. */
  needs?: Shape;
  /** The shape that most cells have, whatever the header says. */
  shape?: Shape;
  /** Texts of which a single one is enough, whatever the header says. */
  cells?: readonly string[];
};
type Shape = keyof typeof SHAPES;

/** A list with the texts of cells in the form in which every cell is compared. */
type Known = Omit<List, 'cells'> & { cells: ReadonlySet<string> };
type Lists = {
  kinds: Readonly<Record<FileKind, readonly Known[]>>;
  nothing: ReadonlySet<string>;
  costs: Readonly<Record<'gross' | 'fee' | 'net', readonly string[]>>;
};

let known: Lists | undefined;
const read = (): Lists => (known ??= readLists());

function readLists(): Lists {
  const { kinds, lists, nothing, costs } = readShipped('data/import-bearings.json') as {
    kinds: Record<FileKind, readonly string[]>;
    lists: Record<string, List>;
    nothing: readonly string[];
    costs: Lists['costs'];
  };
  const keysOf = (words: readonly string[] = []) => new Set(words.map(headerKey));
  const all = new Map(Object.entries(lists).map(([name, list]) => [name, { ...list, cells: keysOf(list.cells) }]));
  const ofKind = Object.entries(kinds).map(([kind, names]) => [kind, names.flatMap((name) => all.get(name) ?? [])]);
  return { kinds: Object.fromEntries(ofKind) as Lists['kinds'], nothing: keysOf(nothing), costs };
}

const MONEY = /^[-(]?\s*(?:[A-Z]{0,3}[$€£¥]|[A-Z]{3}\s)?\s*\d[\d,]*\.\d{2}\)?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What cells look like. Only an amount with its cents is money whatever the header says. */
const SHAPES = {
  amount: (cell: string) => readMoney(cell) !== undefined,
  money: (cell: string) => MONEY.test(cell),
  email: (cell: string) => EMAIL.test(cell),
  day: isDay,
  currency: isCurrency,
};

/**
 * Returns what a column of a file of this kind bears on, by its header or by the shape of its cells, or undefined. A column
 * bears on nothing if its cells say nothing, such as `0.00` or `No` in every row. Lets other work run in between.
 */
export async function bearingOf(
  kind: FileKind,
  header: string,
  cells: readonly string[],
): Promise<Bearing | undefined> {
  const said: string[] = [];
  await eachRow(cells, (text) => {
    const cell = text.trim();
    if (cell !== '' && !isNothing(cell)) said.push(cell);
  });
  if (said.length === 0) return undefined;
  const lists = read().kinds[kind];
  for (const list of lists.filter((one) => isNamed(header, one))) {
    const isShown = list.needs === undefined || (await countOf(said, SHAPES[list.needs])) > 0;
    if (isShown) return list.bearing ?? undefined;
  }
  // Texts below no header may be names.
  const mayName = UNNAMED.test(header) && lists.some(({ bearing }) => bearing === 'person');
  if (mayName && (await countOf(said, (cell) => /\d/.test(cell))) === 0) return 'person';
  for (const list of lists) if (await isShaped(said, list)) return list.bearing ?? undefined;
  return undefined;
}

/** A column that no field reads, and what it bears on. */
export type BearingColumn = { column: string; bearing: Bearing };

/**
 * Returns the columns that bear on something, except those with the indexes in `known`. The header of a column in `later` says nothing, because a better column is read.
 */
export async function bearingColumns(
  kind: FileKind,
  { header, rows }: Table,
  known: ReadonlySet<number>,
  later: ReadonlySet<number> = new Set(),
): Promise<BearingColumn[]> {
  const found: BearingColumn[] = [];
  for (const [index, column] of header.entries()) {
    if (column === '' || known.has(index)) continue;
    const cells = rows.map((row) => row.cells[index] ?? '');
    const bearing = await bearingOf(kind, later.has(index) ? '' : column, cells);
    if (bearing !== undefined && (!later.has(index) || bearing === 'status')) found.push({ column, bearing });
  }
  return found;
}

type Table = { header: readonly string[]; rows: readonly SheetRow[] };

/**
 * Returns the indexes of the two columns that, with the amount, say what a payment service received, what it kept and what was
 * left, if that is so in every row. They then add nothing to the amount, which is the whole of a gift, but what was left of a
 * line of an account.
 */
export async function costsOf(
  { header, rows }: Table,
  amount: number | undefined,
  is: 'gross' | 'net',
): Promise<readonly number[]> {
  if (amount === undefined) return [];
  const { costs } = read();
  const placeOf = (role: keyof typeof costs) => {
    if (role === is) return amount;
    return header.findIndex(
      (name, index) => index !== amount && wordsOf(name).some((word) => costs[role].includes(word)),
    );
  };
  const [gross, fee, net] = [placeOf('gross'), placeOf('fee'), placeOf('net')];
  const others = [gross, fee, net].filter((place) => place !== amount);
  if (others.includes(-1) || new Set(others).size < 2) return [];
  let agrees = true;
  await eachRow(rows, ({ cells }) => {
    const [whole, cost, left] = [gross, fee, net].map((index) => readMoney(cells[index] || '0'));
    const isRead = whole !== undefined && cost !== undefined && left !== undefined;
    // A fee is written as a positive or as a negative amount.
    agrees &&= isRead && (addMoney(whole, cost) === left || subtractMoney(whole, cost) === left);
  });
  return agrees ? others : [];
}

const isNothing = (cell: string) => read().nothing.has(headerKey(cell)) || readMoney(cell) === 0;

/** A calendar year or a fiscal year, such as 2026 or FY26. */
const YEAR = /^(?:fy)?(?:19|20)\d\d$|^fy\d\d$/;

function isNamed(header: string, { words, parts, unless, years }: Known): boolean {
  const own = wordsOf(header);
  if (own.some((word) => unless.includes(word))) return false;
  const isWord = (word: string) => words.includes(word) || (years === true && YEAR.test(word));
  return own.some(isWord) || parts.some((part) => header.includes(part));
}

/** Returns the words of a header, also of `ContributionAmount` and `plg_amount`. */
function wordsOf(header: string): string[] {
  const apart = header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return fold(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns whether cells show what a list is about: most have its shape, all are currencies, or one has a text of it. */
async function isShaped(said: readonly string[], { shape, cells }: Known): Promise<boolean> {
  const count = shape === undefined ? 0 : await countOf(said, SHAPES[shape]);
  if (shape === 'currency' ? count === said.length : count * 2 > said.length) return true;
  return cells.size > 0 && (await countOf(said, (cell) => cells.has(headerKey(cell)))) > 0;
}

async function countOf(said: readonly string[], test: (cell: string) => boolean): Promise<number> {
  let count = 0;
  await eachRow(said, (cell) => {
    if (test(cell)) count += 1;
  });
  return count;
}
