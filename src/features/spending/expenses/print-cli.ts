import type { LocalTime } from '../../../cli/kit/action.ts';
import { amount, type Column, fieldTable, pairTable, state, table } from '../../../cli/kit/print.ts';
import { encode } from '../../../lib/encode.ts';
import { type EnteredExpense, Expense } from './schema.ts';
import type { ExpenseSplit } from './split-schema.ts';

const COLUMNS: readonly Column<Expense>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ expenseDate }) => expenseDate },
  { title: 'Status', cell: stateOf },
  { title: 'Amount', align: 'right', cell: (expense) => amount(expense.amount) },
  {
    title: 'Subcategory',
    cell: ({ subCategoryName, splits }) => splits?.map(purposeName).join(', ') ?? subCategoryName,
  },
  { title: 'Vendor', cell: ({ vendor }) => vendor },
  { title: 'By', cell: ({ submittedByName }) => submittedByName },
];

const purposeName = ({ subCategoryName, accountName }: ExpenseSplit) => subCategoryName ?? accountName;

function stateOf({ status, approvals }: Expense): string {
  return status === 'PendingApproval' && approvals.length > 0 ? `${state(status)}, 1 of 2` : state(status);
}

const SPLIT_COLUMNS: readonly Column<ExpenseSplit>[] = [
  { title: 'Part', cell: purposeName },
  { title: 'Amount', align: 'right', cell: (split) => amount(split.amount) },
  { title: 'Ministry', cell: ({ ministryName }) => ministryName },
  { title: 'Class', cell: ({ effectiveFunctionalClass }) => effectiveFunctionalClass },
  { title: 'Fund', cell: ({ fundName }) => fundName },
];

/** Returns expenses as a table for the terminal. */
export function printExpenses(expenses: readonly Expense[]): string {
  return table(COLUMNS, expenses);
}

/** Returns an expense with its parts and decisions as text for the terminal. `at` formats an instant. */
export function printExpense(expense: Expense, at: LocalTime): string {
  const {
    approvals: _approvals,
    rejections: _rejections,
    splits: _splits,
    settled,
    receipt,
    ...wire
  } = encode(Expense, expense);
  const paidBefore = settled && `${settled.accountName}, ${settled.date}, ${settled.method}`;
  const decided = [
    ...expense.approvals.map(({ byName, ...one }) => ['approval', `${byName}, ${at(one.at)}`] as const),
    ...expense.rejections.map(
      ({ byName, reason, ...one }) => ['rejection', `${byName}, ${at(one.at)}: ${reason}`] as const,
    ),
  ];
  const parts = expense.splits ? [table(SPLIT_COLUMNS, expense.splits)] : [];
  return [
    fieldTable('Expense', { ...wire, settled: paidBefore, receipt: receipt && receipt.fileName }, at),
    ...parts,
    ...(decided.length === 0 ? [] : [pairTable('Decision', decided)]),
  ].join('\n\n');
}

/** Returns an expense that was just entered or changed as text for the terminal, with the warnings. */
export function printEntered({ warnings = [], ...expense }: EnteredExpense, at: LocalTime): string {
  return [printExpense(expense, at), ...warnings.map(({ message }) => message)].join('\n\n');
}
