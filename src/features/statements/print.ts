import { amount, bold, table } from '../../cli/print.ts';
import { formatMonth } from '../../lib/date.ts';
import type { Statement } from './schema.ts';

const COLUMNS = [{ title: '' }, { title: 'Count', align: 'right' }, { title: 'Amount', align: 'right' }] as const;
const INDENT = '  ';

/** A statement as a table for the terminal. */
export function printStatement(statement: Statement): string {
  const { openingBalance, totalGiving, totalExpenses, netChange, closingBalance } = statement;
  const rows = [
    ['Opening balance', '', amount(openingBalance)],
    ['', '', ''],
    ...statement.givingByCategory.map((one) => [INDENT + one.name, String(one.count), amount(one.amount)]),
    ['Total giving', '', amount(totalGiving)],
    ['', '', ''],
    ...statement.expensesByGroup.flatMap((group) => [
      [INDENT + group.name, String(group.count), amount(group.amount)],
      ...group.subCategories.map((one) => [INDENT + INDENT + one.name, String(one.count), amount(one.amount)]),
    ]),
    ['Total expenses', '', amount(totalExpenses)],
    ['', '', ''],
    ['Net change', '', amount(netChange)],
    ['Closing balance', '', amount(closingBalance)],
  ];
  return [heading(statement), table(COLUMNS, rows), funds(statement), remarks(statement)].filter(Boolean).join('\n\n');
}

function heading({ year, month, status, finalizedAt }: Statement): string {
  const since = finalizedAt === null ? '' : ` on ${finalizedAt.slice(0, 10)}`;
  return bold(`Statement of ${formatMonth({ year, month })}: ${status}${since}`);
}

function funds({ funds }: Statement): string {
  if (funds.length === 0) return '';
  const titles = ['Opening', 'Giving', 'Expenses', 'Closing'].map((title) => ({ title, align: 'right' as const }));
  const rows = funds.map((fund) => [
    fund.name,
    ...[fund.opening, fund.giving, fund.expenses, fund.closing].map(amount),
  ]);
  return table([{ title: 'Restricted fund' }, ...titles], rows);
}

function remarks({ attendance, unpaid, notes }: Statement): string {
  const sundays = attendance.sundays === 1 ? '1 Sunday' : `${attendance.sundays} Sundays`;
  const lines = [`Attendance: ${attendance.total} on ${sundays}, ${attendance.average} on average`];
  if (unpaid.count > 0) lines.push(`Approved and not paid: ${amount(unpaid.amount)} (${unpaid.count})`);
  if (notes !== null) lines.push(`Notes: ${notes}`);
  return lines.join('\n');
}
