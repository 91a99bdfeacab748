/** Formats text for terminals: tables, amounts and colors. */
import Table from 'cli-table3';
import { formatMoney, type Minor } from '../../lib/money.ts';
import type { Page } from '../../lib/page.ts';
import { counted, printable } from '../../lib/text.ts';
import { asTyped } from './command-line.ts';
import { fit, type Heading, layOut, type Row as Cells, RULE, stack, widthOf, wrap } from './layout.ts';
import { forTerminal, usesColor } from './terminal.ts';

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

/**
 * The limits of a table: its width (by default, the width of the terminal) and the maximum number of lines of a cell.
 */
type Fitting = { width?: number | undefined; lines?: number };

/** A column of a list: its title, and its value for a row. */
export type Column<T> = Heading & { cell: (row: T) => string | number | null };

/** An empty line between rows. */
export const GAP = Symbol('gap');

const TOTAL = Symbol('total');
type Total<T> = { readonly [TOTAL]: T };

/** Marks a row of totals, which is printed in bold. */
export function total<T>(row: T): Total<T> {
  return { [TOTAL]: row };
}

/** An entry of a table: a row, a row of totals, a rule or an empty line. */
export type Row<T> = T | Total<T> | typeof RULE | typeof GAP;

/**
 * Returns a table without borders. At a terminal, texts are wrapped to its width. If the columns still do not fit, each
 * row becomes a block of lines. In a pipe or file, texts are not wrapped.
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

/** Returns whether the columns of a table fit side by side in a width. */
export function fitsSideBySide<T extends object>(
  columns: readonly Column<T>[],
  list: readonly Row<T>[],
  width: number,
): boolean {
  const rows = list.map((row) => cellsOf(columns, row));
  return layOut(columns, rows, width) !== undefined;
}

function cellsOf<T extends object>(columns: readonly Column<T>[], row: Row<T>): Cells {
  if (row === RULE) return RULE;
  if (row === GAP) return columns.map(() => '');
  const textsOf = (of: T) => columns.map(({ cell }) => String(cell(of) ?? ''));
  return TOTAL in row ? textsOf(row[TOTAL]).map(bold) : textsOf(row);
}

/** Returns a table of labels and values. */
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

/** Returns the width of the terminal, or infinity if standard output is not a terminal. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || Infinity : Infinity;
}

/**
 * Returns a text for people as `forTerminal` does, with long lines wrapped at a terminal. Indented lines are commands or
 * tables, and are not wrapped.
 */
export function prose(text: string): string {
  const width = terminalWidth();
  const safe = forTerminal(text);
  if (width === Infinity) return safe;
  return safe.replace(/^\S.*$/gm, (line) => (widthOf(line) <= width ? line : wrap(line, width, { hard: false })));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns a table of the fields of a resource that are not null. `at` converts instants to local time. */
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

/** Returns the line below a page of a list: the total, and the page number. */
export function pageLine(
  { page, totalPages, totalCount, totalIsCapped }: Omit<Page<unknown>, 'items'>,
  ...what: readonly [one: string, many?: string]
): string {
  return `${totalIsCapped ? 'more than ' : ''}${counted(totalCount, ...what)}, page ${page} of ${Math.max(totalPages, 1)}`;
}

/** Returns an amount for a table cell. Negative amounts are red at a terminal with colors. */
export function amount(minor: Minor): string {
  return minor < 0 ? paint('red', formatMoney(minor)) : formatMoney(minor);
}

/** The colors of words for states: green for done, yellow for waiting, red for failed. Other words have no color. */
const TONES: Readonly<Record<string, keyof typeof COLORS>> = {
  ...Object.fromEntries(['ok', 'sent', 'Finalized', 'Reconciled', 'Paid', '完成'].map((word) => [word, 'green'])),
  ...Object.fromEntries(['warn', 'look', 'PendingApproval', 'Submitted', '留意'].map((word) => [word, 'yellow'])),
  ...Object.fromEntries(['fail', 'failed', 'OPEN', 'Rejected', 'damaged', '待處理'].map((word) => [word, 'red'])),
};

/** Returns a word for a state, in its color. */
export function state(word: string): string {
  const tone = TONES[word.trim()];
  return tone === undefined ? word : paint(tone, word);
}

/** Prints a message on stderr, but not with --quiet or --json. */
export function say({ quiet, json }: { quiet?: unknown; json?: unknown }, message: string): void {
  if (!quiet && !json) process.stderr.write(`${printable(asTyped(message))}\n`);
}

/** Returns the text in bold if the terminal shows colors. */
export function bold(text: string): string {
  return usesColor() && text !== '' ? `\u001B[1m${text}\u001B[22m` : text;
}

const COLORS = { red: 31, green: 32, yellow: 33 } as const;

function paint(color: keyof typeof COLORS, text: string): string {
  return usesColor() ? `\u001B[${COLORS[color]}m${text}\u001B[39m` : text;
}
