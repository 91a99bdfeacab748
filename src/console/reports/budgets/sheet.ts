/** The lines of a budget as they are typed, and what a key, a typed amount or pasted cells do to them. */
import { spread } from '../../../lib/spread.ts';
import { addMoney, formatMoney, LARGEST_AMOUNT, type Minor, negateMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { Budget, Catalog, NewLine } from './queries.ts';

export const PARTS = ['categoryId', 'incomeCategoryId', 'subCategoryId', 'accountId'] as const;
/** What a line is for, by the name of its field in a request. */
export type Part = (typeof PARTS)[number];

export type Line = {
  key: string;
  part: Part;
  /** The category or the account. */
  id: number;
  ministryId: number | null;
  fundId: number | null;
  /** The names that the service sent, for what is no longer in the catalogs. */
  sent: string;
  months: readonly Minor[];
};

/** A cell: the index of a line, and 0 for the year or 1 to 12 for a month. */
export type Place = { line: number; column: number };
export const COLUMNS = 13;

const NOTHING: readonly Minor[] = Array.from({ length: 12 }, () => ZERO);

export const keyOf = ({ part, id, ministryId, fundId }: Pick<Line, 'part' | 'id' | 'ministryId' | 'fundId'>) =>
  [part, id, ministryId ?? '', fundId ?? ''].join(' ');

/** Returns a line without amounts. */
export function emptyLine(about: Omit<Line, 'key' | 'months'>): Line {
  return { ...about, key: keyOf(about), months: NOTHING };
}

export const annualOf = ({ months }: Pick<Line, 'months'>): Minor => addMoney(...months);

/** Returns the amount of a cell. */
export const amountAt = (line: Line, column: number): Minor =>
  column === 0 ? annualOf(line) : (line.months[column - 1] ?? ZERO);

/**
 * Returns the lines of a budget, and a line without amounts for each category in use that has none. They are in the
 * order of the catalogs.
 */
export function linesOf(budget: Pick<Budget, 'lines'>, catalog: Catalog): Line[] {
  const stored = budget.lines.map((line): Line => {
    const part = PARTS.find((one) => line[one] !== null) ?? 'accountId';
    const about = { part, id: line[part] ?? 0, ministryId: line.ministryId, fundId: line.fundId };
    const sent = [line.name, line.ministryName, line.fundName].filter(Boolean).join(' · ');
    return { ...about, key: keyOf(about), sent, months: line.months.map(minorOf) };
  });
  const used = new Set(stored.map(({ part, id }) => `${part} ${id}`));
  const unused = PARTS.flatMap((part) =>
    catalog[part]
      .filter(({ id, isActive }) => isActive && part !== 'accountId' && !used.has(`${part} ${id}`))
      .map(({ id, name }) => emptyLine({ part, id, ministryId: null, fundId: null, sent: name })),
  );
  return inOrder([...stored, ...unused], catalog);
}

/** Returns lines in the order of the catalogs. Lines of one category stay as they are. */
export function inOrder(lines: readonly Line[], catalog: Catalog): Line[] {
  const places = new Map(
    PARTS.flatMap((part, index) => catalog[part].map(({ id }, at) => [`${part} ${id}`, index * 1e6 + at] as const)),
  );
  const placeOf = ({ part, id }: Line) => places.get(`${part} ${id}`) ?? (PARTS.indexOf(part) + 1) * 1e6 - 1;
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the amount in a text. An empty text is zero. Returns undefined if the text is no amount. */
export function readCell(text: string): Minor | undefined {
  const amount = readAmount(text.replace(/^\s*[-–]\s*$/, ''));
  if ('minor' in amount) return amount.minor;
  return amount.fault === 'empty' || amount.fault === 'zero' ? ZERO : undefined;
}

/** Puts an amount into a cell. An amount of the year is spread over the months, unless it is the one that is there. */
export function withAmount(lines: readonly Line[], place: Place, amount: Minor): readonly Line[] {
  return lines.map((line, at) => (at === place.line ? lineWith(line, place.column, amount) : line));
}

function lineWith(line: Line, column: number, amount: Minor): Line {
  if (amount === amountAt(line, column)) return line;
  const months = column === 0 ? spread(amount) : line.months.with(column - 1, amount);
  return { ...line, months };
}

export type Pasted = { lines: readonly Line[]; cells: number } | { bad: string } | 'outside';

/**
 * Puts cells of a spreadsheet into the lines, beginning at a cell. If the pasted cells have the year together with all
 * months, only the months count. Changes nothing if a cell is no amount, or if there are too few lines or columns.
 */
export function withPasted(lines: readonly Line[], place: Place, text: string): Pasted {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'));
  const widest = Math.max(...rows.map(({ length }) => length));
  if (place.line + rows.length > lines.length || place.column + widest > COLUMNS) return 'outside';
  const pasted = [...lines];
  for (const [down, row] of rows.entries()) {
    for (const [right, cell] of row.entries()) {
      const amount = readCell(cell);
      if (amount === undefined || amount > LARGEST_AMOUNT) return { bad: cell.trim() };
      const [at, column] = [place.line + down, place.column + right];
      const line = pasted[at];
      if (line && !(column === 0 && row.length === COLUMNS)) pasted[at] = lineWith(line, column, amount);
    }
  }
  return { lines: pasted, cells: rows.reduce((sum, { length }) => sum + length, 0) };
}

/** Returns the cell to which a key leads, or undefined if the key leads out of the grid. */
export function nextPlace(
  { line, column }: Place,
  way: 'up' | 'down' | 'left' | 'right' | 'next' | 'previous',
  count: number,
): Place | undefined {
  if (way === 'up' || way === 'down') {
    const to = line + (way === 'up' ? -1 : 1);
    return to >= 0 && to < count ? { line: to, column } : undefined;
  }
  const to = column + (way === 'left' || way === 'previous' ? -1 : 1);
  if (to >= 0 && to < COLUMNS) return { line, column: to };
  if (way === 'next' && line + 1 < count) return { line: line + 1, column: 0 };
  if (way === 'previous' && line > 0) return { line: line - 1, column: COLUMNS - 1 };
  return undefined;
}

/** Returns the sums of the lines of a part: the year, then the months. */
export function sumsOf(lines: readonly Line[], part: Part): Minor[] {
  return sumsIn(lines, (line) => (line.part === part ? 1 : 0));
}

/** The line of Form 990 for depreciation. */
const DEPRECIATION = '22';

/**
 * Returns both bottom lines: the year, then the months. `operating` is the income less the expenses. `cash` leaves out
 * depreciation, because nobody pays it, and counts purchases and repayments.
 */
export function bottomLines(lines: readonly Line[], catalog: Catalog): { operating: Minor[]; cash: Minor[] } {
  const unpaid = new Set(
    catalog.subCategoryId.filter(({ form990LineCode }) => form990LineCode === DEPRECIATION).map(({ id }) => id),
  );
  const operating = { categoryId: 1, incomeCategoryId: 1, subCategoryId: -1, accountId: 0 } as const;
  const cash = { ...operating, accountId: -1 } as const;
  const isUnpaid = ({ part, id }: Line) => part === 'subCategoryId' && unpaid.has(id);
  return {
    operating: sumsIn(lines, ({ part }) => operating[part]),
    cash: sumsIn(lines, (line) => (isUnpaid(line) ? 0 : cash[line.part])),
  };
}

/** Adds up lines column by column. `signOf` says whether a line is added, subtracted or left out. */
function sumsIn(lines: readonly Line[], signOf: (line: Line) => 1 | 0 | -1): Minor[] {
  return Array.from({ length: COLUMNS }, (_, column) =>
    addMoney(
      ...lines.map((line) => {
        const sign = signOf(line);
        if (sign === 0) return ZERO;
        return sign > 0 ? amountAt(line, column) : negateMoney(amountAt(line, column));
      }),
    ),
  );
}

/** Returns the lines that have amounts, as a request has them. */
export function requestOf(lines: readonly Line[]): NewLine[] {
  return lines
    .filter((line) => line.months.some((amount) => amount !== 0))
    .map((line) => ({
      [line.part]: line.id,
      ministryId: line.ministryId,
      fundId: line.fundId,
      annual: toDecimal(annualOf(line)),
      months: line.months.map(toDecimal),
    }));
}

/** Returns the typed months of the lines that differ from other lines, by the key of the line. */
export function changesOf(lines: readonly Line[], before: readonly Line[]): Record<string, readonly Minor[]> {
  const known = new Map(before.map((line) => [line.key, line.months]));
  return Object.fromEntries(
    lines
      .filter(({ key, months }) => months.some((amount, month) => amount !== (known.get(key)?.[month] ?? 0)))
      .map(({ key, months }) => [key, months]),
  );
}

/** Returns lines in the order of the catalogs, with kept lines instead of those with the same key. */
export function withKept(lines: readonly Line[], kept: readonly Line[], catalog: Catalog): readonly Line[] {
  const typed = new Map(kept.map((line) => [line.key, line]));
  const known = new Set(lines.map(({ key }) => key));
  const all = [...lines.map((line) => typed.get(line.key) ?? line), ...kept.filter(({ key }) => !known.has(key))];
  return inOrder(all, catalog);
}

/** Returns the text of an amount. Zero is an empty text, so that the amounts stand out. */
export const cellText = (amount: Minor): string => (amount === 0 ? '' : formatMoney(amount));
