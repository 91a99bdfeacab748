/** Reads cells copied from a spreadsheet as gifts. */
import { fold, foldForSearch } from '../../../lib/fold.ts';
import type { Category } from '../queries.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import { giversNamed, type GiverIndex } from '../../../lib/giver-index.ts';
import { type Draft, emptyDraft, type Method, METHODS } from './row.ts';

export type PastedColumn = 'method' | 'giver' | 'reference' | 'amount' | 'category' | 'note';

/** A pasted row: its cells, the columns whose cells cannot be saved, and the draft made from the cells. */
export type PastedRow = {
  cells: Readonly<Partial<Record<PastedColumn, string>>>;
  faults: readonly PastedColumn[];
  draft: Draft;
};

const HEADERS: Readonly<Record<string, PastedColumn>> = {
  method: 'method',
  type: 'method',
  方式: 'method',
  giver: 'giver',
  name: 'giver',
  donor: 'giver',
  奉獻者: 'giver',
  姓名: 'giver',
  'check number': 'reference',
  'check #': 'reference',
  'check no': 'reference',
  reference: 'reference',
  支票號碼: 'reference',
  amount: 'amount',
  金額: 'amount',
  category: 'category',
  fund: 'category',
  類別: 'category',
  項目: 'category',
  note: 'note',
  memo: 'note',
  備註: 'note',
};

/**
 * The meaning of the columns in a table without a header row, by the number of columns. If a table has another number
 * of columns, they are read as `AS_THE_GRID`.
 */
const USUAL: Readonly<Record<number, readonly PastedColumn[]>> = {
  2: ['giver', 'amount'],
  3: ['giver', 'amount', 'category'],
  4: ['giver', 'amount', 'category', 'note'],
};
const AS_THE_GRID: readonly PastedColumn[] = ['method', 'giver', 'reference', 'amount', 'category', 'note'];

export type Known = {
  index: GiverIndex;
  categories: readonly Category[];
  methodNames: (method: Method) => string;
  method: Method;
  usualCategoryId: number | null;
  words: { anonymous: string; looseCash: string; newGift: string };
};

/** Returns the gifts in copied cells. Empty rows are skipped. */
export function readPasted(text: string, known: Known): PastedRow[] {
  const rows = cellsOf(text)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => ofUnsent(cells, known));
  const header = rows[0]?.map((cell) => HEADERS[fold(cell)]);
  const hasHeader = header !== undefined && header.includes('amount');
  const columns = hasHeader ? header : (USUAL[rows[0]?.length ?? 0] ?? AS_THE_GRID);
  return rows.slice(hasHeader ? 1 : 0).map((cells) => rowOf(named(cells, columns), known));
}

/**
 * A row that was copied with `Copy unsent rows` begins with a cell for its kind. If the row is a new gift without
 * details from the `More` dialog, returns it without this cell and the empty cells for the details. Returns every other
 * row unchanged. If such a row has a cell for its kind, for example `Correction`, this cell is later read as the method.
 * Because no method has this name, the row cannot be added.
 */
function ofUnsent(cells: string[], { words }: Known): string[] {
  const isNew = fold(cells[0] ?? '') === fold(words.newGift);
  const [, ...gift] = cells;
  const more = gift.slice(AS_THE_GRID.length);
  return isNew && more.every((cell) => cell === '') ? gift.slice(0, AS_THE_GRID.length) : cells;
}

function named(cells: readonly string[], columns: readonly (PastedColumn | undefined)[]): PastedRow['cells'] {
  return Object.fromEntries(columns.flatMap((column, at) => (column ? [[column, (cells[at] ?? '').trim()]] : [])));
}

function rowOf(cells: PastedRow['cells'], known: Known): PastedRow {
  const faults: PastedColumn[] = [];
  const method = methodOf(cells.method ?? '', known);
  const who = whoOf(cells.giver ?? '', known);
  const categoryId = categoryOf(cells.category ?? '', known);
  if (!method) faults.push('method');
  if (!who) faults.push('giver');
  if (categoryId === null) faults.push('category');
  if ('fault' in readAmount(cells.amount ?? '')) faults.push('amount');
  const draft: Draft = {
    ...emptyDraft(method ?? known.method, categoryId),
    who: who ?? { kind: 'nobody' },
    reference: cells.reference ?? '',
    amount: cells.amount ?? '',
    note: cells.note ?? '',
  };
  return { cells, faults, draft };
}

function methodOf(text: string, { method, methodNames }: Known): Method | undefined {
  if (text === '') return method;
  return METHODS.find((one) => fold(one) === fold(text) || fold(methodNames(one)) === fold(text));
}

/**
 * Returns the giver that a text names: `Anonymous`, `Loose cash`, or the giver with exactly this name or envelope
 * number. Returns undefined if no giver or several givers match, because a gift is never assigned by guessing.
 */
function whoOf(text: string, { index, words }: Known): Draft['who'] | undefined {
  if (fold(text) === fold(words.anonymous)) return { kind: 'anonymous' };
  if (fold(text) === fold(words.looseCash)) return { kind: 'looseCash' };
  const [only, ...others] = giversNamed(index, text);
  return only && others.length === 0 ? { kind: 'member', id: only.id } : undefined;
}

function categoryOf(text: string, { categories, usualCategoryId }: Known): number | null {
  if (text === '') return usualCategoryId;
  const wanted = foldForSearch(text);
  const found = categories.find(
    ({ name, nameZh, isActive }) => isActive && [name, nameZh ?? ''].some((one) => foldForSearch(one) === wanted),
  );
  return found?.id ?? null;
}

/** Splits text copied from a spreadsheet into cells. A cell that contains tabs or line ends is in quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}
