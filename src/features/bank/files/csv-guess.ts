/** Guesses the mapping of a CSV file, so that a person only confirms it. */
import { matchColumns } from '../../../lib/import-columns.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { isNegative, readAmount, signShown } from './amounts.ts';
import { says } from './bank-words.ts';
import { type Column, FIELDS } from './csv-columns.ts';
import { readCsvRows } from './csv-file.ts';
import { formatShown, isLikeDate } from './dates.ts';
import type { CsvMapping } from './schema.ts';

/** The mapping as far as the file shows it, and what a person must decide. */
export type MappingGuess = {
  /** The headers, or the places of the columns if the file has no header. */
  columns: string[];
  /** The first rows. */
  sample: string[][];
  mapping: Partial<CsvMapping>;
  missing: ('date' | 'description' | 'amount' | 'dateFormat')[];
  /** A date that can be read in two ways, if the file shows no order. */
  doubt: string | null;
};

const MOST_TITLES = 50;
const SAMPLE = 5;
/** How many rows are looked at. */
const LOOKED_AT = 2_000;

/**
 * Guesses the mapping of a CSV text from known headers, or from the content if there is no header. Never guesses whether
 * the day or the month comes first. Raises `file_refused` if the text is no CSV.
 */
export async function guessMapping(text: string): Promise<MappingGuess> {
  const rows = await readCsvRows(text);
  const at = headerIn(rows.slice(0, MOST_TITLES));
  const header = at < 0 ? undefined : rows[at]?.cells;
  const body = rows.slice(at + 1, at + 1 + LOOKED_AT);
  const columns = header ?? placesOf(body);
  const named = header ? completed(ofHeader(header, body), ofContent(body, header)) : ofContent(body, columns);
  const dateAt = named.date === undefined ? -1 : columns.indexOf(named.date);
  const { format, doubt } = formatShown(body.map(({ cells }) => cells[dateAt] ?? '').filter(isLikeDate));
  const mapping = { ...named, ...(format && { dateFormat: format }), ...decimalOf(body, columns, named) };
  return {
    columns,
    sample: body.slice(0, SAMPLE).map(({ cells }) => cells),
    mapping,
    missing: missingIn(mapping),
    doubt: doubt ?? null,
  };
}

type Named = Partial<Record<Column, string>>;

function missingIn({ date, description, amount, debit, credit, dateFormat }: Partial<CsvMapping>) {
  const hasAmount = [amount, debit, credit].some((column) => column !== undefined);
  const there = { date, description, amount: hasAmount || undefined, dateFormat };
  return (['date', 'description', 'amount', 'dateFormat'] as const).filter((name) => there[name] === undefined);
}

/**
 * Returns the index of the header, or -1. If no row has known titles for the date and an amount, it is a row with one
 * known title above a row with a date.
 */
function headerIn(rows: readonly SheetRow[]): number {
  const full = rows.findIndex(({ cells }) => isHeader(cells));
  return full >= 0 ? full : rows.findIndex(({ cells }, index) => isTitled(cells, rows[index + 1]?.cells ?? []));
}

function isTitled(cells: readonly string[], next: readonly string[]): boolean {
  const { columns } = matchColumns(cells, FIELDS, new Map());
  return columns.length > 0 && next.some(isLikeDate) && !cells.some((cell) => isLikeDate(cell) || isAmount(cell));
}

const isAmount = (cell: string) =>
  cell !== '' && !isLikeDate(cell) && 'amount' in readAmount(cell, signShown(cell) ?? '.');

/** Adds the columns that the content shows and the header does not. */
function completed(named: Named, shown: Named): Named {
  const taken = new Set(Object.values(named));
  const hasAmount = named.amount !== undefined || named.debit !== undefined || named.credit !== undefined;
  const added = (['date', 'description', 'amount'] as const).filter(
    (field) => named[field] === undefined && !taken.has(shown[field] ?? '') && !(field === 'amount' && hasAmount),
  );
  return { ...named, ...Object.fromEntries(added.flatMap((field) => (shown[field] ? [[field, shown[field]]] : []))) };
}

function isHeader(cells: readonly string[]): boolean {
  const { columns } = matchColumns(cells, FIELDS, new Map());
  const names = new Set(columns.map(({ field }) => field.name));
  return names.has('date') && (names.has('amount') || names.has('debit') || names.has('credit'));
}

/** Returns the best column for each field. A header that occurs twice is named by its place. */
function ofHeader(header: readonly string[], body: readonly SheetRow[]): Named {
  const { columns } = matchColumns(header, FIELDS, new Map());
  const named: Named = {};
  const taken = new Set<number>();
  for (const name of FIELDS.map((field) => field.name)) {
    const ranked = header.flatMap((text, index) => rankOf(text, index, name));
    const best = ranked.toSorted((a, b) => a.rank - b.rank).find(({ index }) => !taken.has(index));
    if (!best || !fits(name, best.index, body)) continue;
    named[name] = header.indexOf(best.header) === header.lastIndexOf(best.header) ? best.header : `#${best.index + 1}`;
    taken.add(best.index);
  }
  if (columns.length === 0) return {};
  if (named.amount !== undefined && (named.debit !== undefined || named.credit !== undefined)) delete named.amount;
  if (named.amount === undefined || hasNegative(body, header.indexOf(named.amount))) delete named.direction;
  return named;
}

/** Returns how well a header matches a field, or nothing if it does not. */
function rankOf(text: string, index: number, name: Column) {
  const own = FIELDS.filter((field) => field.name === name);
  return matchColumns([text], own, new Map()).columns.map(({ rank }) => ({ index, header: text, rank }));
}

/** Returns whether the content of a column can be what its header says. */
function fits(name: Column, index: number, body: readonly SheetRow[]): boolean {
  const cells = body.map((row) => row.cells[index] ?? '').filter(Boolean);
  if (name !== 'direction') return true;
  return cells.length > 0 && cells.every((cell) => says('out', cell) || says('in', cell));
}

function hasNegative(body: readonly SheetRow[], index: number): boolean {
  return body.some(({ cells }) => isNegative(cells[index] ?? ''));
}

function placesOf(body: readonly SheetRow[]): string[] {
  const width = Math.max(0, ...body.slice(0, MOST_TITLES).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => `#${index + 1}`);
}

/** Finds date, amount and description by what the cells contain. The description is the column with the longest texts. */
function ofContent(body: readonly SheetRow[], columns: readonly string[]): Named {
  const first = body[0]?.cells ?? [];
  const rows = body.slice(first.some(isLikeDate) ? 0 : 1, MOST_TITLES);
  const cellsOf = (index: number) => rows.map(({ cells }) => cells[index] ?? '').filter(Boolean);
  const isAll = (index: number, test: (cell: string) => boolean) => {
    const cells = cellsOf(index);
    return cells.length > rows.length / 2 && cells.every(test);
  };
  const date = columns.findIndex((_, index) => isAll(index, isLikeDate));
  const amounts = columns.flatMap((_, index) => (index !== date && isAll(index, isAmount) ? [index] : []));
  // Whole numbers may be numbers of rows or codes.
  const amount = amounts.find((index) => cellsOf(index).some((cell) => /\d[.,]\d/.test(cell))) ?? amounts[0] ?? -1;
  const lengthOf = (index: number) => cellsOf(index).reduce((sum, cell) => sum + cell.length, 0);
  const [text] = columns
    .map((_, index) => index)
    .filter((index) => index !== date && index !== amount && lengthOf(index) > 0 && !isAll(index, isLikeDate))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return {
    ...(date >= 0 && { date: columns[date] ?? '' }),
    ...(amount >= 0 && { amount: columns[amount] ?? '' }),
    ...(text !== undefined && { description: columns[text] ?? '' }),
  };
}

/** Returns the decimal sign that the amounts show, if they agree. */
function decimalOf(body: readonly SheetRow[], columns: readonly string[], named: Named): Partial<CsvMapping> {
  const indexes = [named.amount, named.debit, named.credit].map((name) => columns.indexOf(name ?? ''));
  const signs = new Set(body.flatMap(({ cells }) => indexes.flatMap((index) => signShown(cells[index] ?? '') ?? [])));
  const [sign] = signs;
  return signs.size === 1 && sign !== undefined ? { decimalSign: sign } : {};
}
