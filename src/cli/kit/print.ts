/** Text for terminals: tables that align, amounts as people write them. */
import Table from 'cli-table3';
import { formatMoney, type Minor } from '../../lib/money.ts';
import type { Page } from '../../lib/page.ts';
import { counted, printable } from '../../lib/text.ts';
import { fit, type Heading, layOut, type Row as Cells, RULE, stack, widthOf, wrap } from './layout.ts';

export { RULE } from './layout.ts';

const PLAIN = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
} as const;

/** The width of a table, where it is not that of the terminal, and how many lines a cell may have there. */
type Fitting = { width?: number | undefined; lines?: number };

/** A column of a list: its title, and what it shows of a row. */
export type Column<T> = Heading & { cell: (row: T) => string | number | null };

/** Stands between rows for an empty line. */
export const GAP = Symbol('gap');

const TOTAL = Symbol('total');
type Total<T> = { readonly [TOTAL]: T };

/** A row that adds up others: it is in bold. */
export function total<T>(row: T): Total<T> {
  return { [TOTAL]: row };
}

/** What a table shows in turn: rows, their totals, and what stands between them. */
export type Row<T> = T | Total<T> | typeof RULE | typeof GAP;

/**
 * A table without lines. At a terminal it fits: texts are broken between words, and where that is not enough each row
 * stands by itself. Elsewhere texts stay whole, whatever their length.
 */
export function table<T extends object>(
  columns: readonly Column<T>[],
  list: readonly Row<T>[],
  fitting: Fitting = {},
): string {
  const { width = terminalWidth(), lines } = fitting;
  const rows = list.map((row) => cellsOf(columns, row));
  const layout = layOut(columns, rows, width);
  if (!layout) return stack(columns, rows, width);
  const { widths, gap } = layout;
  const head = columns.map(({ title }, index) => bold(fit(title, widths[index] ?? 0)));
  const made = new Table({
    ...(head.some(Boolean) && { head }),
    colAligns: columns.map(({ align = 'left' }) => align),
    chars: { ...PLAIN, middle: ' '.repeat(gap) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  });
  const fitCell = (text: string, index: number) => (width === Infinity ? text : fit(text, widths[index] ?? 0, lines));
  const ruleBefore = (next: Cells = RULE) => {
    const sums = next === RULE ? [] : next;
    return columns.map(({ align }, index) => (align === 'right' && sums[index] ? '-'.repeat(widths[index] ?? 0) : ''));
  };
  made.push(...rows.map((row, index) => (row === RULE ? ruleBefore(rows[index + 1]) : row.map(fitCell))));
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function cellsOf<T extends object>(columns: readonly Column<T>[], row: Row<T>): Cells {
  if (row === RULE) return RULE;
  if (row === GAP) return columns.map(() => '');
  const textsOf = (of: T) => columns.map(({ cell }) => String(cell(of) ?? ''));
  return TOTAL in row ? textsOf(row[TOTAL]).map(bold) : textsOf(row);
}

/** A table of two columns: what something is called, and what it is. */
export function pairTable(
  titles: string | readonly [label: string, value: string],
  pairs: readonly (readonly [label: string, value: string])[],
  fitting: Fitting = {},
): string {
  const [label, value] = typeof titles === 'string' ? [titles, ''] : titles;
  const columns = [
    { title: label, cell: (pair: readonly string[]) => pair[0] ?? '' },
    { title: value, cell: (pair: readonly string[]) => pair[1] ?? '' },
  ];
  return table(columns, pairs, fitting);
}

/** The width of the terminal; where there is none, nothing is ever too wide. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || Infinity : Infinity;
}

/** Sentences broken between words at a terminal. What is indented is to be typed or lies in a table, and stays. */
export function prose(text: string): string {
  const width = terminalWidth();
  if (width === Infinity) return text;
  return text.replace(/^\S.*$/gm, (line) => (widthOf(line) <= width ? line : wrap(line, width, { hard: false })));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The fields of a resource as the API shows them, without those that are empty; instants by the clock of `at`. */
export function fieldTable(
  title: string,
  wire: Readonly<Record<string, unknown>>,
  at: (instant: string) => string = String,
): string {
  const textOf = (value: unknown) => {
    if (typeof value !== 'string') return JSON.stringify(value);
    return INSTANT.test(value) ? at(value) : value;
  };
  const rows = Object.entries(wire)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [field, textOf(value)] as const);
  return pairTable(title, rows, { lines: Infinity });
}

/** What stands below a page of a list: how many there are, and which page it is. */
export function pageLine(
  { page, totalPages, totalCount, totalIsCapped }: Omit<Page<unknown>, 'items'>,
  ...what: readonly [one: string, many?: string]
): string {
  return `${totalIsCapped ? 'more than ' : ''}${counted(totalCount, ...what)}, page ${page} of ${Math.max(totalPages, 1)}`;
}

/** An amount for a table cell; what is below zero stands out on a terminal. */
export function amount(minor: Minor): string {
  return minor < 0 ? paint('red', formatMoney(minor)) : formatMoney(minor);
}

/** What is done, what waits for somebody, and what went wrong; other words have no colour. */
const TONES: Readonly<Record<string, keyof typeof COLORS>> = {
  ...Object.fromEntries(['ok', 'sent', 'Finalized', 'Reconciled', 'Paid'].map((word) => [word, 'green'])),
  ...Object.fromEntries(['warn', 'look', 'PendingApproval', 'Submitted'].map((word) => [word, 'yellow'])),
  ...Object.fromEntries(['fail', 'failed', 'OPEN', 'Rejected', 'damaged'].map((word) => [word, 'red'])),
};

/** A word for the state of something, in the colour of what it means. */
export function state(word: string): string {
  const tone = TONES[word.trim()];
  return tone === undefined ? word : paint(tone, word);
}

/** A message beside the output; not for --quiet, nor for a script that reads JSON. */
export function say({ quiet, json }: { quiet?: unknown; json?: unknown }, message: string): void {
  if (!quiet && !json) process.stderr.write(`${printable(message)}\n`);
}

/** Text in bold on a terminal that shows colours. */
export function bold(text: string): string {
  return usesColor() && text !== '' ? `\u001B[1m${text}\u001B[22m` : text;
}

const COLORS = { red: 31, green: 32, yellow: 33 } as const;

function paint(color: keyof typeof COLORS, text: string): string {
  return usesColor() ? `\u001B[${COLORS[color]}m${text}\u001B[39m` : text;
}

/** Whether standard output is a terminal that shows colours, and nobody said that they do not want any. */
export function usesColor(): boolean {
  return process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
