/** What a file of a bank contains, whatever its format. */
import type { CalendarDate } from '../../../lib/date.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';

/** How many lines of a bank are handled before other requests may run. */
export const LINES_AT_ONCE = 200;

/** A movement of money on an account. Money that leaves the account is negative. */
export type StatementLine = {
  /** The id that the bank gives the line. Banks reuse ids, and change them when a pending line is posted. */
  bankId: string | null;
  date: CalendarDate;
  amount: Minor;
  /** What the bank says of the line, in one text. */
  description: string;
  /** The first text of the bank, without those that the description adds. */
  title: string | null;
  memo: string | null;
  /** The number of a check, without leading zeros. */
  checkNumber: string | null;
  /** The kind that the bank names, such as `DEBIT` in OFX, or the text of a CSV cell. */
  kind: string | null;
  /** Whether the bank may still change or remove the line. */
  pending: boolean;
  /** The line of the file in which the record begins. */
  line: number;
};

/** The movements of one currency other than that of the account, which are left out, with their lines in the file. */
export type OtherCurrency = { currency: string; count: number; total: Minor; lines: number[] };

/** The lines of one account. Account number, account type and currency are as in the file. */
export type BankStatement = {
  accountNumber: string | null;
  accountType: string | null;
  currency: string | null;
  /** The first and the last day that an OFX file names. CSV names none. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  balance: { amount: Minor; date: CalendarDate | null } | null;
  lines: StatementLine[];
  otherCurrencies: OtherCurrency[];
};

/** A row of the file that is not a line of the statement, and the reason. */
type Unread = {
  line: number;
  reason: string;
  /** Whether the row is a movement that the bank has not posted yet. */
  pending: boolean;
};

export type StatementFile = {
  format: 'OFX' | 'QFX' | 'CSV';
  statements: BankStatement[];
  /** Whether the file has its end. A CSV file has no mark of its end, so it always counts as complete. */
  complete: boolean;
  /** Faults, in the order of the file. A file with faults must not be imported. */
  problems: ImportFault[];
  /** Rows that contain no movement of money, such as an opening balance. */
  unread: Unread[];
};

/** Adds a movement in another currency to the list of what is left out. */
export function leaveOut(list: OtherCurrency[], currency: string, { line, amount }: StatementLine): void {
  let one = list.find((other) => other.currency === currency);
  if (!one) list.push((one = { currency, count: 0, total: ZERO, lines: [] }));
  one.count += 1;
  one.total = addMoney(one.total, amount);
  one.lines.push(line);
}

/** Returns the fault of a line whose currency is not that of the account. */
export function wrongCurrency(line: number, column: string | null, currency: string, wanted: string): ImportFault {
  const message = `is ${currency.slice(0, 10)}, but the account is in ${wanted}`;
  return { line, column, field: 'currency', code: 'other_currency', message };
}

/** The largest number of faults that are listed. */
const MOST_LISTED = 100;

/** Returns the faults in the order of their lines. If there are more than a hundred, the last one says how many more. */
export function listed(problems: readonly ImportFault[]): ImportFault[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line);
  const [next] = sorted.slice(MOST_LISTED);
  if (!next) return sorted;
  const message = `has the first of ${sorted.length - MOST_LISTED} more faults, which are not listed`;
  return [...sorted.slice(0, MOST_LISTED), { ...next, column: null, field: null, code: 'more_faults', message }];
}
