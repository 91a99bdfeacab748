import { amount, type Column, table } from '../../../cli/kit/print.ts';
import type { OtherIncome } from './schema.ts';

const COLUMNS: readonly Column<OtherIncome>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Category', cell: ({ incomeCategoryName }) => incomeCategoryName },
  { title: 'Account', cell: ({ accountName }) => accountName },
  { title: 'Fund', cell: ({ fundName }) => fundName },
  { title: 'Amount', align: 'right', cell: (income) => amount(income.amount) },
  { title: 'Payer', cell: ({ payer }) => payer },
  { title: 'Memo', cell: ({ memo }) => memo },
];

/** Returns entries of other income as a table for the terminal. */
export function printIncome(entries: readonly OtherIncome[]): string {
  return table(COLUMNS, entries);
}
