/** Text for terminals: tables that align, amounts as people write them. */
import Table from 'cli-table3';
import { formatMoney, type Minor } from '../lib/money.ts';
import type { Page } from '../lib/page.ts';
import { counted, printable } from '../lib/text.ts';

type Column = { title: string; align?: 'left' | 'right' };

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
  middle: '  ',
} as const;

/** A table without lines; cells wider than they look (East Asian text) still align. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true };
  const made = new Table({
    head: columns.map(({ title }) => bold(title)),
    colAligns: columns.map(({ align = 'left' }) => align),
    chars: PLAIN,
    style,
  });
  made.push(...rows.map((row) => [...row]));
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The fields of a resource as the API shows them, without those that are empty. */
export function fieldTable(title: string, wire: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(wire)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)]);
  return table([{ title }, { title: '' }], rows);
}

/** What stands below a page of a list: how many there are, and which page it is. */
export function pageLine(
  { page, totalPages, totalCount, totalIsCapped }: Omit<Page<unknown>, 'items'>,
  ...what: readonly [one: string, many?: string]
): string {
  return `${totalIsCapped ? 'more than ' : ''}${counted(totalCount, ...what)}, page ${page} of ${Math.max(totalPages, 1)}`;
}

/** An amount for a table cell. */
export function amount(minor: Minor): string {
  return formatMoney(minor);
}

/** A message beside the output; not for --quiet, nor for a script that reads JSON. */
export function say({ quiet, json }: { quiet?: unknown; json?: unknown }, message: string): void {
  if (!quiet && !json) process.stderr.write(`${printable(message)}\n`);
}

/** Text in bold on a terminal that shows colours. */
export function bold(text: string): string {
  return usesColor() ? `\u001B[1m${text}\u001B[22m` : text;
}

/** Whether standard output is a terminal that shows colours, and nobody said that they do not want any. */
export function usesColor(): boolean {
  return process.stdout.isTTY && !process.env.NO_COLOR && !process.argv.includes('--no-color');
}
