import { type Column, table } from '../../../cli/kit/print.ts';
import { counted, printable } from '../../../lib/text.ts';
import { sizeOf } from '../backups/print.ts';
import type { TargetCopies, TargetCopy } from './schema.ts';

const COLUMNS: readonly Column<TargetCopy>[] = [
  { title: 'Copy', cell: ({ name }) => name },
  { title: 'Made (UTC)', cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ') },
  { title: 'Size', align: 'right', cell: ({ size }) => sizeOf(size) },
  { title: 'Has', cell: ({ holds }) => (holds === 'All' ? 'everything' : 'the books, no receipts') },
];

/** Returns the table of the copies at a place. */
export function printCopies({ place, copies }: TargetCopies): string {
  const where = printable(place);
  if (copies.length === 0) return `There is no copy at ${where}. To send one: vestry backup target send`;
  return `${table(COLUMNS, copies)}\n\n${counted(copies.length, 'copy', 'copies')} at ${where}`;
}
