/** Lists the bad rows of a refused file. Faults of one kind are one entry. */
import type { ImportFault } from '../../lib/import-table.ts';
import { printable } from '../../lib/text.ts';

/** The largest number of entries, and of lines and cells that one entry names. Any others are only counted. */
const ENTRIES_SHOWN = 100;
const LINES_SHOWN = 100;
const CELLS_SHOWN = 5;
const LONGEST_CELL = 60;

/** Returns the lines in which a terminal shows the faults. */
export function listOfFaults(rows: readonly ImportFault[]): string {
  const kinds = new Map<string, ImportFault[]>();
  for (const row of rows) kinds.set(kindOf(row), [...(kinds.get(kindOf(row)) ?? []), row]);
  const groups = [...kinds.values()];
  const lines = groups.slice(0, ENTRIES_SHOWN).map(entryOf);
  const more = groups.slice(ENTRIES_SHOWN).reduce((sum, group) => sum + group.length, 0);
  if (more > 0) lines.push(`and ${more} more (--json lists all)`);
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

/** Faults of one kind have the same column and code. A person whom a row may mean is one kind for each person. */
function kindOf({ column, field, code, message, cell }: ImportFault): string {
  const isAbout = code.startsWith('similar') ? (cell ?? message) : cell === undefined ? message : '';
  return JSON.stringify([column, field, code, isAbout]);
}

function entryOf(faults: readonly ImportFault[]): string {
  const [first, ...others] = faults;
  if (!first) return '';
  const { line, column, field, message } = first;
  const place = column === null ? (field ?? undefined) : `"${column}"`;
  const said = [...new Set(faults.flatMap(({ cell }) => (cell === undefined ? [] : [cell])))];
  const cells = saidIn(said, message);
  if (others.length === 0) {
    return place === undefined ? `line ${line} ${message}` : `line ${line}, ${place}: ${message}${cells}`;
  }
  const lines = faults.slice(0, LINES_SHOWN).map((one) => one.line);
  const rest = faults.length > LINES_SHOWN ? ` and ${faults.length - LINES_SHOWN} more (--json lists all)` : '';
  const where = place === undefined ? '' : `, ${place}`;
  return `${faults.length} rows, lines ${lines.join(', ')}${rest}${where}: ${withoutText(message, said)}${cells}`;
}

/** Returns a message without the text of the first cell at its end, if other cells say something else. */
function withoutText(message: string, [first = '', ...others]: readonly string[]): string {
  const end = `: "${first}"`;
  return others.length > 0 && message.endsWith(end) ? message.slice(0, -end.length) : message;
}

/** Returns what the cells say, unless the message names the only text. */
function saidIn(cells: readonly string[], message: string): string {
  const [only = '', ...others] = cells;
  if (cells.length === 0 || (others.length === 0 && message.includes(only))) return '';
  const shown = cells.slice(0, CELLS_SHOWN).map((cell) => `"${shortened(cell)}"`);
  const rest = cells.length > CELLS_SHOWN ? ` and ${cells.length - CELLS_SHOWN} more` : '';
  return ` (the ${others.length === 0 ? 'cell says' : 'cells say'} ${shown.join(', ')}${rest})`;
}

function shortened(cell: string): string {
  const characters = Array.from(cell);
  return characters.length > LONGEST_CELL ? `${characters.slice(0, LONGEST_CELL).join('')}…` : cell;
}
