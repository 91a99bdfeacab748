import { amount, type Column, table } from '../../../cli/kit/print.ts';
import type { Minor } from '../../../lib/money.ts';
import type { JournalEntry, JournalLine, ListedJournalEntry } from './schema.ts';

/** Returns an entry with all its lines as text. */
export function printEntry(entry: JournalEntry): string {
  return `${table(COLUMNS, [entry])}\n\n${table(LINES, entry.lines)}`;
}

/** The columns of a list of entries. */
export const COLUMNS: readonly Column<ListedJournalEntry>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Memo', cell: ({ memo }) => memo },
  { title: 'Lines', align: 'right', cell: ({ lineCount }) => lineCount },
  { title: 'Amount', align: 'right', cell: (entry) => amount(entry.amount) },
  { title: 'Status', cell: ({ status }) => status },
  { title: '', cell: ({ yearEnd, reversedBy }) => noteOf(yearEnd, reversedBy) },
];

function noteOf(yearEnd: boolean, reversedBy: number | null): string {
  const notes = [...(yearEnd ? ['year-end'] : []), ...(reversedBy === null ? [] : [`reversed by ${reversedBy}`])];
  return notes.join(', ');
}

const sideOf = (side: Minor | null) => (side === null ? '' : amount(side));

const LINES: readonly Column<JournalLine>[] = [
  { title: 'Account or category', cell: ({ name }) => name ?? 'Net assets' },
  { title: 'Fund', cell: ({ fundName }) => fundName },
  { title: 'Ministry', cell: ({ ministryName }) => ministryName },
  { title: 'Class', cell: ({ functionalClass }) => functionalClass },
  { title: 'Debit', align: 'right', cell: ({ debit }) => sideOf(debit) },
  { title: 'Credit', align: 'right', cell: ({ credit }) => sideOf(credit) },
];
