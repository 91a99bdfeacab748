/**
 * Leaves out the rows of a file that are no gifts: pledges, payments that failed, and donations that were refunded. Only
 * files of other programs have such rows.
 */
import { headerKey } from '../../../lib/import-columns.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { formatMoney, readMoney } from '../../../lib/money.ts';
import type { LeftOut } from '../givings/schema.ts';
import type { GivingTable, Row } from './rows.ts';

/** The rows that are gifts, with the faults of these rows, and the rows that are left out. */
type Sorted = { table: GivingTable; leftOut: LeftOut[] };

/**
 * Divides a table into gifts and rows that are left out. A donation of which only a part was refunded is a fault: the
 * file does not say in which month the money went back, nor, if the donation is for several funds, which of them is less.
 */
export function withoutNoGifts(table: GivingTable): Sorted {
  const totals = totalsOf(table.rows);
  const leftOut: LeftOut[] = [];
  const faults: ImportFault[] = [];
  for (const row of table.rows) {
    const verdict = verdictOn(row, totals);
    if (typeof verdict === 'string') leftOut.push(leftOutOf(row, verdict));
    else if (verdict) faults.push(faultAt(table, row, { ...verdict, path: refundFieldOf(row) }));
  }
  if (leftOut.length === 0 && faults.length === 0) return { table, leftOut };
  const lines = new Set(leftOut.map(({ line }) => line));
  const isGift = ({ line }: { line: number }) => !lines.has(line);
  const kept = { ...table, rows: table.rows.filter(isGift), faults: [...table.faults.filter(isGift), ...faults] };
  return { table: kept, leftOut };
}

type Verdict = LeftOut['reason'] | { code: string; message: string } | null;

const REFUNDED = /^(?:fully)?refunded$|^refund$/;
const FAILED = /^(?:failed|declined|cancell?ed|void|voided|rejected|returned|disputed|chargedback|chargeback)$/;

function verdictOn({ values }: Row, totals: ReadonlyMap<string, number>): Verdict {
  if (values.pledgeOrPayment === 'Pledge') return 'pledge';
  const status = headerKey(String(values.paymentStatus ?? ''));
  if (FAILED.test(status)) return 'failed';
  const said = readRefunded(String(values.refunded ?? ''));
  if (said === undefined) return { code: 'invalid_value', message: 'must be yes, no or the amount that was refunded' };
  const refunded = Math.abs(Number(values.refundAmount ?? 0)) || said.amount;
  if (refunded > 0) {
    const amount = Number(values.amount ?? 0);
    const isWhole = refunded === amount || refunded === totals.get(String(values.donationId ?? ''));
    return isWhole ? 'refunded' : partly(refunded, amount);
  }
  if (said.isPartly || status.startsWith('partial')) return PARTLY;
  return said.isWhole || REFUNDED.test(status) || values.refundedOn !== undefined ? 'refunded' : null;
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

/** Reads a column that says yes, no, a word for a part, a day or an amount. Returns undefined for anything else. */
function readRefunded(cell: string) {
  const key = headerKey(cell);
  const none = { isWhole: false, isPartly: false, amount: 0 };
  if (['', 'no', 'n', 'false', '0', 'none', 'notrefunded', '否'].includes(key)) return none;
  if (['yes', 'y', 'true', '1', 'x', 'full', '是'].includes(key) || REFUNDED.test(key))
    return { ...none, isWhole: true };
  if (key.startsWith('part')) return { ...none, isPartly: true };
  const amount = readMoney(cell);
  if (amount !== undefined) return { ...none, amount: Math.abs(amount) };
  return /\d{4}/.test(cell) ? { ...none, isWhole: true } : undefined;
}

/** Returns the sum of each donation that has several rows, one for each fund. */
function totalsOf(rows: readonly Row[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { values } of rows) {
    const id = values.donationId;
    if (id !== undefined) totals.set(String(id), (totals.get(String(id)) ?? 0) + Number(values.amount ?? 0));
  }
  return totals;
}

function refundFieldOf({ values }: Row) {
  const fields = ['refundAmount', 'refunded', 'paymentStatus'] as const;
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
