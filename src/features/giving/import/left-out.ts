/**
 * Leaves out the rows of a file that are no gifts: pledges, payments that failed, and donations that were refunded. Only
 * files of other programs have such rows.
 */
import { isCurrency } from '../../../lib/currency.ts';
import { eachRow } from '../../../lib/chunks.ts';
import { headerKey } from '../../../lib/import-columns.ts';
import { faultAt, type ImportFault, OTHER_CURRENCY } from '../../../lib/import-table.ts';
import { formatMoney } from '../../../lib/money.ts';
import { readMoney } from '../../../lib/written-money.ts';
import type { LeftOut } from '../givings/schema.ts';
import type { GivingField } from './columns.ts';
import type { GivingTable, Row } from './rows.ts';
import { isOneOf } from './words.ts';

/** The rows that are gifts, with the faults of these rows, and the rows that are left out. */
type Sorted = { table: GivingTable; leftOut: LeftOut[] };

/**
 * Divides a table into gifts and rows that are left out. A donation of which only a part was refunded is a fault: the
 * file does not say in which month the money went back, nor, if the donation is for several funds, which of them is less.
 */
export async function withoutNoGifts(table: GivingTable, currency: string): Promise<Sorted> {
  const donations = donationsOf(table.rows);
  const saysPayments = table.rows.some(({ values }) => isOfPayment(keyOf(values.paymentStatus)));
  const leftOut: LeftOut[] = [];
  const faults: ImportFault[] = [];
  const marked = new Set(table.faults.flatMap(({ line, field, code }) => (isMarked(field, code) ? [line] : [])));
  const sort = (row: Row) => {
    const verdict =
      (marked.has(row.line) ? 'other_currency' : otherCurrency(row, currency)) ??
      verdictOn(row, { donations, isPayment: saysPayments || isPaymentStatus(table, row) });
    if (typeof verdict === 'string') leftOut.push(leftOutOf(row, verdict));
    else if (verdict) faults.push(faultAt(table, row, { path: refundFieldOf(row), ...verdict }));
  };
  await eachRow(table.rows, sort);
  if (leftOut.length === 0 && faults.length === 0) return { table, leftOut };
  const lines = new Set(leftOut.map(({ line }) => line));
  const isGift = ({ line }: { line: number }) => !lines.has(line);
  const kept = { ...table, rows: table.rows.filter(isGift), faults: [...table.faults.filter(isGift), ...faults] };
  return { table: kept, leftOut };
}

/** True for the fault of an amount that has a mark of another currency, such as `NT$1,200`. */
const isMarked = (field: string | null, code: string) => field === 'amount' && code === OTHER_CURRENCY;

type Verdict = LeftOut['reason'] | { code: string; message: string; path?: GivingField } | null;

/** What the rows of one donation say together. */
type Donation = { rows: number; total: number; refunds: Set<number> };

/** Returns the verdict on a row in another currency than that of the church, or null. */
function otherCurrency({ values }: Row, currency: string): Verdict {
  const said = values.currency === undefined ? currency : String(values.currency).trim().toUpperCase();
  if (said === currency) return null;
  return isCurrency(said) ? 'other_currency' : UNKNOWN_CURRENCY;
}

const UNKNOWN_CURRENCY = {
  code: 'invalid_value',
  message: 'is not known as a currency; write its code, such as USD or TWD, or say with --value what it means',
  path: 'currency',
} as const;

const keyOf = (value: string | number | undefined) => (value === undefined ? '' : headerKey(String(value)));

type About = { donations: ReadonlyMap<string, Donation>; isPayment: boolean };

function verdictOn({ values }: Row, { donations, isPayment }: About): Verdict {
  // Some programs have the status of a payment in the column of its method.
  const [method, status] = [keyOf(values.method), keyOf(values.paymentStatus)];
  if (values.pledgeOrPayment === 'Pledge' || isOneOf('pledged', method) || isOneOf('pledged', status)) return 'pledge';
  if (isOneOf('failed', status) || isOneOf('failed', method)) return 'failed';
  if (isOneOf('refunded', method)) return 'refunded';
  const said = readRefunded(String(values.refunded ?? ''));
  if (said === undefined) return { code: 'invalid_value', message: 'must be yes, no or the amount that was refunded' };
  const day = readRefunded(String(values.refundedOn ?? ''));
  if (day === undefined) return { code: 'invalid_value', message: 'must be the day of the refund', path: 'refundedOn' };
  const [isPartStatus, isRefunded] = [isOneOf('partly', status), isOneOf('refunded', status)];
  if (isPayment && status !== '' && !isPartStatus && !isRefunded && !isOneOf('paid', status)) return UNKNOWN_STATUS;
  const refunded = refundOf(values);
  if (refunded > 0) {
    const amount = Number(values.amount ?? 0);
    const { rows = 1, total = amount, refunds } = donations.get(String(values.donationId ?? '')) ?? {};
    if (refunded === total) return 'refunded';
    // If each row of a donation has the same amount, it may be that of the row or that of the donation.
    const isRepeated = rows > 1 && refunds?.size === 1;
    return refunded === amount && !isRepeated ? 'refunded' : partly(refunded, isRepeated ? total : amount);
  }
  if (said.isPartly || day.isPartly || isPartStatus) return PARTLY;
  return said.isWhole || isRefunded || day.isWhole || day.amount > 0 ? 'refunded' : null;
}

/** Returns the amount that a row says was refunded, or 0. */
function refundOf(values: Row['values']): number {
  return Math.abs(Number(values.refundAmount ?? 0)) || (readRefunded(String(values.refunded ?? ''))?.amount ?? 0);
}

const UNKNOWN_STATUS = {
  code: 'invalid_value',
  message:
    'is not known as the status of a payment; say with --value what it means, Paid or Failed, or ignore the column with --map',
  path: 'paymentStatus',
} as const;

/** True if a status is one that payments have, and givers do not. Then all others in its column are of payments, too. */
function isOfPayment(status: string): boolean {
  const isPaid = isOneOf('paid', status) && !isOneOf('paidOrOfGiver', status);
  return isPaid || (['failed', 'pledged', 'refunded', 'partly'] as const).some((list) => isOneOf(list, status));
}

/** True if the status of a row is that of a payment. A plain status may be that of the giver, such as Member. */
function isPaymentStatus({ headers }: GivingTable, { columns }: Row): boolean {
  return headerKey(columns?.paymentStatus ?? headers.paymentStatus ?? '') !== 'status';
}

const PARTLY = {
  code: 'partly_refunded',
  message:
    'says that a part of this donation was refunded; set the amount to what was kept, and empty the columns of the refund',
};

function partly(refunded: number, amount: number) {
  const [back, all] = [formatMoney(refunded as never), formatMoney(amount as never)];
  const message = `says that ${back} of ${all} was refunded; set the amount to what was kept, and empty the columns of the refund`;
  return { ...PARTLY, message };
}

/** What stands in the column of a refund if there was none: a dash or the empty date of a database. */
const NOTHING = /^[\s\-–—./:0]*$/;
const DAY = /\d{4}|\d{1,3}[-/.]\d{1,2}[-/.]\d{2}|\d{1,2}[- ][a-z]{3}[a-z]*[- ]\d{2}/i;

/** Reads a column that says yes, no, a word for a part, a day or an amount. Returns undefined for anything else. */
function readRefunded(cell: string) {
  const none = { isWhole: false, isPartly: false, amount: 0 };
  if (NOTHING.test(cell)) return none;
  const key = headerKey(cell);
  if (isOneOf('noRefund', key)) return none;
  if (isOneOf('wasRefunded', key) || isOneOf('refunded', key)) return { ...none, isWhole: true };
  if (isOneOf('partly', key)) return { ...none, isPartly: true };
  const amount = readMoney(cell);
  if (amount !== undefined) return { ...none, amount: Math.abs(amount) };
  return DAY.test(cell) ? { ...none, isWhole: true } : undefined;
}

/** Returns what the rows of each donation say together. A donation has a row for each of its funds. */
function donationsOf(rows: readonly Row[]): Map<string, Donation> {
  const donations = new Map<string, Donation>();
  for (const { values } of rows) {
    if (values.donationId === undefined) continue;
    const id = String(values.donationId);
    const { rows: before, total, refunds } = donations.get(id) ?? { rows: 0, total: 0, refunds: new Set<number>() };
    refunds.add(refundOf(values));
    donations.set(id, { rows: before + 1, total: total + Number(values.amount ?? 0), refunds });
  }
  return donations;
}

function refundFieldOf({ values }: Row) {
  const fields = ['refundAmount', 'refunded', 'paymentStatus', 'refundedOn'] as const;
  return fields.find((field) => values[field] !== undefined) ?? 'refunded';
}

function leftOutOf({ line, values }: Row, reason: LeftOut['reason']): LeftOut {
  const { date, amount } = values;
  return {
    line,
    reason,
    date: date === undefined ? null : String(date),
    amount: amount === undefined ? null : (Number(amount) as never),
  };
}
