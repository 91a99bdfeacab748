import {
  amount,
  bold,
  type Column,
  GAP,
  pageLine,
  RULE,
  type Row,
  state,
  table,
  total,
} from '../../../cli/kit/print.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import type { Session, SessionItem } from './schema.ts';

type SessionList = Page<SessionItem>;

const SESSIONS: readonly Column<SessionItem>[] = [
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Status', cell: ({ status }) => state(status) },
  { title: 'Attendance', align: 'right', cell: ({ sundayAttendanceCount }) => sundayAttendanceCount },
  { title: 'Gifts', align: 'right', cell: ({ givingCount }) => givingCount },
  { title: 'Amount', align: 'right', cell: ({ totalAmount }) => amount(totalAmount) },
];

/** Returns a page of sessions as a table for the terminal. */
export function printSessions(list: SessionList): string {
  return `${table(SESSIONS, list.items)}\n\n${pageLine(list, 'session')}`;
}

type Line = { name: string; count: number; amount: Minor };

const LINES: readonly Column<Line>[] = [
  { title: '', cell: ({ name }) => name },
  { title: 'Gifts', align: 'right', cell: ({ count }) => count },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
];

/** Returns a session with its sums as text for the terminal. */
export function printSession(session: Session): string {
  const { date, status, totals, countedBy, sundayAttendanceCount, depositedOn, bankReference } = session;
  const rows: Row<Line>[] = [
    ...totals.byCategory,
    RULE,
    total({ name: 'Total', count: totals.givingCount, amount: totals.totalAmount }),
    GAP,
    ...totals.byMethod.map(({ method, ...sum }) => ({ name: method, ...sum })),
  ];
  const remarks = [
    ...(sundayAttendanceCount === null ? [] : [`Attendance: ${sundayAttendanceCount}`]),
    ...(countedBy.length === 0 ? [] : [`Counted by ${countedBy.join(', ')}`]),
    ...(depositedOn === null
      ? []
      : [`Deposited on ${depositedOn}${bankReference === null ? '' : `, reference ${bankReference}`}`]),
  ];
  return [bold(`Offering session of ${date}: ${state(status)}`), table(LINES, rows), remarks.join('\n')]
    .join('\n\n')
    .trimEnd();
}
