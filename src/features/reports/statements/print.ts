import type { LocalTime } from '../../../cli/kit/action.ts';
import { amount, bold, RULE, type Row, state, table, total } from '../../../cli/kit/print.ts';
import { formatMonth } from '../../../lib/date.ts';
import type { Checklist, Statement, StatementItem } from './schema.ts';

const COLUMNS = [{ title: '' }, { title: 'Count', align: 'right' }, { title: 'Amount', align: 'right' }] as const;
const INDENT = '  ';

/** A statement as a table for the terminal. */
export function printStatement(statement: Statement, at: LocalTime): string {
  const { openingBalance, totalGiving, totalExpenses, netChange, closingBalance } = statement;
  const rows: Row[] = [
    ['Opening balance', '', amount(openingBalance)],
    ['', '', ''],
    ...statement.givingByCategory.map((one) => [INDENT + one.name, String(one.count), amount(one.amount)]),
    RULE,
    total(['Total giving', '', amount(totalGiving)]),
    ['', '', ''],
    ...statement.expensesByGroup.flatMap((group) => [
      [INDENT + group.name, String(group.count), amount(group.amount)],
      ...group.subCategories.map((one) => [INDENT + INDENT + one.name, String(one.count), amount(one.amount)]),
    ]),
    RULE,
    total(['Total expenses', '', amount(totalExpenses)]),
    ['', '', ''],
    ['Net change', '', amount(netChange)],
    total(['Closing balance', '', amount(closingBalance)]),
  ];
  return [heading(statement, at), table(COLUMNS, rows), funds(statement), remarks(statement)]
    .filter(Boolean)
    .join('\n\n');
}

function heading({ year, month, status, finalizedAt }: Statement, at: LocalTime): string {
  const since = finalizedAt === null ? '' : ` on ${at(finalizedAt).slice(0, 10)}`;
  return bold(`Statement of ${formatMonth({ year, month })}: ${state(status)}${since}`);
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

/** The saved statements as a table for the terminal. */
export function printStatements(items: readonly StatementItem[]): string {
  if (items.length === 0) return 'No statement is saved yet. Look at a month: vestry statement show YYYY-MM';
  const amounts = ['Opening', 'Giving', 'Expenses', 'Net change', 'Closing'];
  const columns = [
    { title: 'Month' },
    { title: 'Status' },
    ...amounts.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = items.map((one) => [
    formatMonth(one),
    state(one.status),
    ...[one.openingBalance, one.totalGiving, one.totalExpenses, one.netChange, one.closingBalance].map(amount),
  ]);
  return table(columns, rows);
}

const MARKS = { done: 'ok', look: 'look', open: 'OPEN' } as const;

/** What to look at before a month is finalized, as a table for the terminal. */
export function printChecklist({ checks, ...month }: Checklist): string {
  const rows = checks.map((check) => [state(MARKS[check.state]), check.message]);
  return `${bold(`Before finalizing ${formatMonth(month)}`)}\n\n${table([{ title: '' }, { title: '' }], rows, { lines: Infinity })}`;
}
