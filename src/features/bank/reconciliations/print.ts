import { amount, type Column, pairTable, table } from '../../../cli/kit/print.ts';
import { withPayee } from '../matches/documents.ts';
import type { BankDocument } from '../matches/schema.ts';
import type { Reconciliation } from './schema.ts';

const COLUMNS: readonly Column<BankDocument>[] = [
  { title: 'Document', cell: ({ type, id }) => `${type}/${id}` },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Description', cell: withPayee },
  { title: 'Amount', align: 'right', cell: (document) => amount(document.amount) },
];

/** Returns a reconciliation as text: its balances, and what the statement has and does not have. */
export function printReconciliation(one: Reconciliation): string {
  const lists = [
    ['On the statement', one.cleared],
    ['Outstanding', one.outstanding],
  ] as const;
  return [
    pairTable(
      `Reconciliation ${one.id} of ${one.endDate}: ${one.reviewedAt === null ? one.status : 'Reviewed'}`,
      [
        ['Balance before', amount(one.startBalance)],
        ['Balance on the statement', amount(one.endBalance)],
        ['Balance in the books', amount(one.bookBalance)],
        ['Open bank lines', String(one.openLines)],
        ['Difference', amount(one.difference)],
      ],
      { lines: Infinity },
    ),
    ...lists.flatMap(([title, documents]) =>
      documents.length === 0 ? [] : [`${title}:\n${table(COLUMNS, documents)}`],
    ),
  ].join('\n\n');
}
