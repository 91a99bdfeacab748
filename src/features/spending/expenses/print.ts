import type { Exportable } from '../../../cli/kit/export.ts';
import { dateColumns, fieldColumns, plainColumns } from '../../../lib/export-columns.ts';
import { shownRows } from '../../imports/file-cli.ts';
import { encode } from '../../../lib/encode.ts';
import { formatMoney, ZERO } from '../../../lib/money.ts';
import { counted } from '../../../lib/text.ts';
import type { ExportedExpense } from './export-queries.ts';
import type { ExpenseImport } from '../import/schema.ts';
import { EXPENSE_COLUMNS } from './fields.ts';
import { Expense } from './schema.ts';
import { formatSplits } from './split-text.ts';

const [plain, dates] = [plainColumns<ExportedExpense>, dateColumns<ExportedExpense>];

/** The columns about approval and payment. An import ignores them. */
const FATE = ['status', 'bookedOn', 'approvedBy', 'approvedAt', 'rejectedReason', 'paidBy', 'paidOn'] as const;

/** The columns of an exported expenses file. An import recognizes them by these names. */
export const EXPENSE_EXPORT: Exportable<ExportedExpense> = {
  what: 'expense',
  toWire: (expense) => encode(Expense, expense),
  columns: [
    ...plain('id'),
    ...fieldColumns<ExportedExpense>(EXPENSE_COLUMNS, { splits: ({ splits }) => splits && formatSplits(splits) }),
    ...plain('reversalOf', 'submittedBy', 'submittedByName', 'status'),
    ...dates('bookedOn'),
    ...plain('approvedBy', 'approvedAt', 'rejectedReason', 'paidBy'),
    ...dates('paidOn'),
    { name: 'receiptFileName', cell: ({ receipt }) => receipt?.fileName ?? null },
    ...plain('createdAt', 'modifiedAt', 'createdBy', 'modifiedBy'),
  ],
};

/** Returns the result of an import as text for the terminal. */
export function printImport(result: ExpenseImport): string {
  const { dryRun, importId, created, totalAmount, submittedByName, skipped, duplicates, reversals, refunds } = result;
  const there = skipped - reversals.length;
  const lines = [
    `${counted(created, 'expense')} of ${formatMoney(totalAmount)} ${dryRun ? 'would be ' : ''}imported as ` +
      `${created === 1 ? 'a draft' : 'drafts'} of ${submittedByName}, ${there} skipped because they exist already.`,
  ];
  if (FATE.some((column) => result.ignoredColumns.includes(column))) {
    lines.push('The approvals and payments in the file are not imported: all expenses arrive as drafts.');
  }
  if (result.sameFileAs !== null) lines.push(`The same file was imported before, as import ${result.sameFileAs}.`);
  lines.push(
    ...shownRows(
      'Reversals are not imported. Check the drafts of the expenses that they reversed:',
      reversals.map(explainReversal),
    ),
    ...shownRows('Refunds, which are deducted from the expense that they refund:', refunds.map(explainRefund)),
    ...shownRows('Possible duplicates, which are imported anyway:', duplicates.map(explain)),
  );
  if (importId !== null) lines.push(`To undo this import: vestry import undo ${importId}`);
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}

function explainReversal({ line, amount, reversalOf }: ExpenseImport['reversals'][number]): string {
  return `line ${line}: ${formatMoney(amount)}, which reverses the expense that had the id ${reversalOf}`;
}

function explainRefund({ line, amount, refundOf, left }: ExpenseImport['refunds'][number]): string {
  const rest =
    left === ZERO
      ? `line ${refundOf}, which is not imported`
      : `line ${refundOf}, of which ${formatMoney(left)} is imported`;
  return `line ${line}: ${formatMoney(amount)}, from ${rest}`;
}

function explain({ line, date, amount, expenseId, duplicateOf }: ExpenseImport['duplicates'][number]): string {
  const twin = expenseId === null ? `line ${duplicateOf}` : `expense ${expenseId}`;
  return `line ${line}: ${formatMoney(amount)} on ${date}, like ${twin}`;
}
