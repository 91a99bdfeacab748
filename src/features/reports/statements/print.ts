import type { LocalTime } from '../../../cli/kit/action.ts';
import { amount, bold, type Column, GAP, RULE, type Row, state, table, total } from '../../../cli/kit/print.ts';
import { formatMonth } from '../../../lib/date.ts';
import { formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { type PositionRow, positionRows } from './position-rows.ts';
import type { Statement, StatementItem } from './schema.ts';

type Line = { name: string; count?: number; amount: Minor };

const LINES: readonly Column<Line>[] = [
  { title: '', cell: ({ name }) => name },
  { title: 'Count', align: 'right', cell: ({ count = null }) => count },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
];
const INDENT = '  ';

/** Returns a statement as a table for the terminal. */
export function printStatement(statement: Statement, at: LocalTime): string {
  const { openingBalance, totalGiving, totalExpenses, netChange, closingBalance } = statement;
  const { totalOtherIncome, adjustments } = statement;
  const rows: Row<Line>[] = [
    { name: 'Opening balance', amount: openingBalance },
    GAP,
    ...statement.givingByCategory.map((one) => indented(one)),
    RULE,
    total({ name: 'Total giving', amount: totalGiving }),
    ...(totalOtherIncome ? [{ name: 'Other income', amount: totalOtherIncome }] : []),
    GAP,
    ...statement.expensesByGroup.flatMap((group) => [
      indented(group),
      ...group.subCategories.map((one) => indented(one, INDENT + INDENT)),
    ]),
    RULE,
    total({ name: 'Total expenses', amount: totalExpenses }),
    GAP,
    ...(adjustments ? [{ name: 'Adjustments', amount: adjustments }] : []),
    { name: 'Net change', amount: netChange },
    total({ name: 'Closing balance', amount: closingBalance }),
  ];
  return [heading(statement, at), table(LINES, rows), funds(statement), position(statement), remarks(statement)]
    .filter(Boolean)
    .join('\n\n');
}

const indented = ({ name, count, amount: sum }: Required<Line>, indent = INDENT): Line => ({
  name: indent + name,
  count,
  amount: sum,
});

function heading({ year, month, status, finalizedAt }: Statement, at: LocalTime): string {
  const since = finalizedAt === null ? '' : ` on ${at(finalizedAt).slice(0, 10)}`;
  return `${bold(`Statement of ${formatMonth({ year, month })}: ${state(status)}${since}`)}\nGifts count when received, approved expenses on their date. Unaudited.`;
}

type FundRow = Statement['funds'][number];

const FUND: Column<FundRow> = { title: 'Fund', cell: ({ name }) => name };
const SUMS: readonly [
  string,
  'opening' | 'giving' | 'otherIncome' | 'expenses' | 'transfers' | 'released' | 'adjustments' | 'closing',
][] = [
  ['Opening', 'opening'],
  ['Giving', 'giving'],
  ['Other income', 'otherIncome'],
  ['Expenses', 'expenses'],
  ['Transfers', 'transfers'],
  ['Released', 'released'],
  ['Adjustments', 'adjustments'],
  ['Closing', 'closing'],
];
const ALWAYS = new Set(['opening', 'giving', 'expenses', 'closing']);

/** Returns the table of funds. Columns in which no fund has an amount are left out. */
function funds({ funds }: Statement): string {
  if (funds.length === 0) return '';
  const shown = SUMS.filter(([, field]) => ALWAYS.has(field) || funds.some((fund) => fund[field]));
  return table(
    [
      FUND,
      ...shown.map(([title, field]): Column<FundRow> => ({
        title,
        align: 'right',
        cell: (fund) => amount(fund[field] ?? ZERO),
      })),
    ],
    funds,
  );
}

/** Returns the table of the available amount: the cash, less debts and the money that belongs to others or to funds. */
function position({ position }: Statement): string {
  if (position === null) return '';
  const lines = positionRows(position).flatMap(({ word, amount, isTotal }): Row<Line>[] => {
    const line = { name: POSITION_WORDS[word], amount };
    return isTotal ? [RULE, total(line)] : [line];
  });
  const printed = table(
    LINES.filter(({ title }) => title !== 'Count'),
    lines,
  );
  return [printed, ...todaysRule(position)].join('\n');
}

const POSITION_WORDS: Record<PositionRow['word'], string> = {
  cash: 'Cash',
  owed: 'Owed',
  heldForOthers: 'Held for others',
  restricted: 'Restricted',
  endowment: 'Endowment',
  designated: 'Designated',
  availableWithDesignated: 'Available with what the board set aside',
  available: 'Available',
};

function todaysRule({ todaysRule }: NonNullable<Statement['position']>): string[] {
  if (todaysRule === null) return [];
  const { available, availableWithDesignated } = todaysRule;
  return [
    `By the rule of today, ${formatMoney(available)} would be available, or ${formatMoney(availableWithDesignated)} with what the board set aside.`,
  ];
}

function remarks({ attendance, unpaid, notes }: Statement): string {
  const sundays = attendance.sundays === 1 ? '1 Sunday' : `${attendance.sundays} Sundays`;
  const lines = [`Attendance: ${attendance.total} on ${sundays}, ${attendance.average} on average`];
  if (unpaid.count > 0) lines.push(`Approved but not paid: ${amount(unpaid.amount)} (${unpaid.count})`);
  if (notes !== null) lines.push(`Notes: ${notes}`);
  return lines.join('\n');
}

const STATEMENTS: readonly Column<StatementItem>[] = [
  { title: 'Month', cell: formatMonth },
  { title: 'Status', cell: ({ status }) => state(status) },
  { title: 'Opening', align: 'right', cell: ({ openingBalance }) => amount(openingBalance) },
  { title: 'Giving', align: 'right', cell: ({ totalGiving }) => amount(totalGiving) },
  { title: 'Expenses', align: 'right', cell: ({ totalExpenses }) => amount(totalExpenses) },
  { title: 'Net change', align: 'right', cell: ({ netChange }) => amount(netChange) },
  { title: 'Closing', align: 'right', cell: ({ closingBalance }) => amount(closingBalance) },
];

/** Returns the saved statements as a table for the terminal. */
export function printStatements(items: readonly StatementItem[]): string {
  if (items.length === 0)
    return 'No statement is saved yet. To see the statement of a month: vestry statement show YYYY-MM';
  return table(STATEMENTS, items);
}
