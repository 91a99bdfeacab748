import { amount, type Column, table } from '../../../cli/kit/print.ts';
import type { EnteredTransfer, Transfer } from './schema.ts';

const pair = (from: string | null, to: string | null) => (from === null ? '' : `${from} -> ${to}`);

const COLUMNS: readonly Column<Transfer>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Accounts', cell: ({ fromAccountName, toAccountName }) => pair(fromAccountName, toAccountName) },
  { title: 'Funds', cell: ({ fromFundName, toFundName }) => pair(fromFundName, toFundName) },
  { title: 'Amount', align: 'right', cell: (transfer) => amount(transfer.amount) },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Memo', cell: ({ memo }) => memo },
];

/** Returns transfers as a table for the terminal. */
export function printTransfers(transfers: readonly Transfer[]): string {
  return table(COLUMNS, transfers);
}

/** Returns one transfer with its warnings as text for the terminal. */
export function printTransfer(transfer: EnteredTransfer): string {
  return [printTransfers([transfer]), ...(transfer.warnings ?? []).map(({ message }) => message)].join('\n\n');
}
