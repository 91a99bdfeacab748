/** Reads the rows of a payment service, each by itself: what happened, for how much, and whether its amounts add up. */
import { createHash } from 'node:crypto';
import { eachRow } from '../../../lib/chunks.ts';
import { isCurrency } from '../../../lib/currency.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Program } from '../../imports/programs.ts';
import type { PayoutField } from './columns.ts';
import type { PayoutKind } from './table.ts';

export type PayoutTable = ImportTable<PayoutField>;
export type Row = ImportRow<PayoutField>;

/** What a row says. `net` is `gross` less `fee`; a fee of its own has no gross amount. */
export type Said = {
  row: Row;
  kind: PayoutKind;
  transactionId: string;
  charge: string | null;
  day: string;
  gross: Minor;
  fee: Minor;
  payout: string | null;
  /** The day on which the payout reached, or will reach, the bank. */
  payoutOn: string | null;
};

/** A row that is not read, and why. */
export type LeftOutRow = { line: number; reason: 'other_currency' | 'pending' | 'failed'; amount: Minor };

type Meaning = (word: string) => string | undefined;
type Words = Record<'kind' | 'status' | 'impact', Meaning>;
type Fault = { path: PayoutField; code: string; message: string };
type About = { words: Words; currency: string; program: Program | undefined };

/**
 * Returns what the rows of a table say, the rows that are left out, and the faults. A row is a fault if its words are not
 * known, or if its gross amount less its fee is not its net amount. Lets other work run in between.
 */
export async function readSaid(table: PayoutTable, { words, currency, program }: About) {
  const said: Said[] = [];
  const leftOut: LeftOutRow[] = [];
  const faults: ImportFault[] = [];
  const reading = {
    words,
    nameOf: namer(),
    isFeeNegative: program ? program.hasNegativeFees === true : hasNegativeFees(table),
  };
  // What is wrong in a row with a cell that cannot be read may follow from that cell.
  const unreadable = new Set(table.faults.map(({ line }) => line));
  const readRow = (row: Row) => {
    const reason = leftOutAs(row, words, currency);
    const read = reason ?? saidBy(table, row, reading);
    if (typeof read === 'string') leftOut.push({ line: row.line, reason: read, amount: amountOf(row, 'amount') });
    else if (!('code' in read)) said.push(read);
    else if (!unreadable.has(row.line)) faults.push(faultAt(table, row, read));
  };
  await eachRow(table.rows, readRow);
  const lines = new Set(leftOut.map(({ line }) => line));
  return { said, leftOut, faults: [...table.faults.filter(({ line }) => !lines.has(line)), ...faults] };
}

const textOf = ({ values }: Row, field: PayoutField): string | null => {
  const value = values[field];
  return value === undefined ? null : String(value);
};
const amountOf = ({ values }: Row, field: PayoutField): Minor => Number(values[field] ?? 0) as Minor;

/** Returns why a row is left out, a fault for a word that is not known, or null for a row that is read. */
function leftOutAs(row: Row, words: Words, currency: string): LeftOutRow['reason'] | Fault | null {
  const code = textOf(row, 'currency')?.toUpperCase() ?? currency;
  if (code !== currency) return isCurrency(code) ? 'other_currency' : UNKNOWN_CURRENCY;
  const status = textOf(row, 'status');
  const state = status === null ? 'Paid' : words.status(status);
  if (state === undefined) return unknown('status', 'as the state of a payment', 'Paid, Pending or Failed');
  if (state !== 'Paid') return state === 'Pending' ? 'pending' : 'failed';
  const impact = textOf(row, 'impact');
  const moved = impact === null ? 'Moved' : words.impact(impact);
  if (moved === undefined) return unknown('impact', 'as what a row does to the balance', 'Moved or Memo');
  return moved === 'Memo' || words.kind(textOf(row, 'kind') ?? '') === 'Held' ? 'pending' : null;
}

const UNKNOWN_CURRENCY: Fault = {
  path: 'currency',
  code: 'other_currency',
  message: 'is not known as a currency; write its code, such as USD or TWD, or say with --value what it means',
};

const unknown = (path: 'kind' | 'status' | 'impact', what: string, choices: string): Fault => ({
  path,
  code: 'status_unknown',
  message: `is not known ${what}; say with --value what it means: ${choices}`,
});

type Reading = { words: Words; nameOf: Namer; isFeeNegative: boolean };

function saidBy({ headers }: PayoutTable, row: Row, { words, nameOf, isFeeNegative }: Reading): Said | Fault {
  const missing = (['date', 'amount', 'net'] as const).find((field) => row.values[field] === undefined);
  if (missing) return { path: missing, code: 'required', message: 'is required' };
  const [gross, net] = [amountOf(row, 'amount'), amountOf(row, 'net')];
  const written = amountOf(row, 'fee');
  const fee = isFeeNegative ? negateMoney(written) : written;
  if (subtractMoney(gross, fee) !== net) return doesNotAddUp(row);
  // Without such a column, the sign says what a row is.
  const bySign = headers.kind === undefined ? (gross < 0 ? 'Refund' : 'Gift') : undefined;
  const kind = bySign ?? words.kind(textOf(row, 'kind') ?? '');
  if (kind === undefined) {
    return unknown('kind', 'as a kind of row', 'Gift, Refund, Returned, Regained, Fee, Payout or Open');
  }
  const booked = bookedAs(kind as PayoutKind, gross);
  const day = String(row.values.date);
  const source = textOf(row, 'object');
  const amounts = booked === 'Fee' ? { gross: ZERO, fee: negateMoney(net) } : { gross, fee };
  return {
    row,
    kind: booked,
    transactionId: textOf(row, 'transactionId') ?? nameOf(row, day),
    charge: textOf(row, 'charge') ?? (booked === 'Gift' ? source : null),
    day,
    ...amounts,
    // The object of a payout's own row is the payout.
    payout: textOf(row, 'payout') ?? (booked === 'Payout' ? source : null),
    payoutOn: textOf(row, 'payoutOn'),
  };
}

/**
 * True if a file of no known program writes what the service kept as a negative amount: the fee of its first gift with
 * one. Without such a gift, the net amount of its first fee shows it.
 */
function hasNegativeFees({ rows }: PayoutTable): boolean {
  const charged = rows.filter((row) => amountOf(row, 'fee') !== ZERO);
  const gift = charged.find((row) => amountOf(row, 'amount') > 0);
  const [first] = charged;
  if (gift || !first) return gift !== undefined && amountOf(gift, 'fee') < 0;
  return addMoney(amountOf(first, 'amount'), amountOf(first, 'fee')) === amountOf(first, 'net');
}

function doesNotAddUp(row: Row): Fault {
  const [gross, fee, net] = (['amount', 'fee', 'net'] as const).map((field) => formatMoney(amountOf(row, field)));
  const message = `does not add up: ${gross} and a fee of ${fee} do not leave ${net}; correct the row, or ask the service for the file again`;
  return { path: 'net', code: 'payout_does_not_add_up', message };
}

/** A payment with the wrong sign is no gift: the church paid somebody, or somebody paid it back. Nothing books it. */
function bookedAs(kind: PayoutKind, gross: Minor): PayoutKind {
  const isIn = kind === 'Gift' || kind === 'Regained';
  const isOut = kind === 'Refund' || kind === 'Returned';
  return (isIn && gross < 0) || (isOut && gross > 0) ? 'Open' : kind;
}

type Namer = (row: Row, day: string) => string;

/** Returns a function that names rows without an id of the service, the same way in each file that has them. */
function namer(): Namer {
  const seen = new Map<string, number>();
  return (row, day) => {
    const who = ['memberEmail', 'memberName', 'firstName', 'lastName', 'charge', 'kind'] as const;
    const key = [day, row.values.amount, row.values.net, ...who.map((field) => row.values[field] ?? '')].join(' ');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    // The name of a giver is not kept here.
    return createHash('sha256').update(`${key} ${count}`).digest('hex');
  };
}

/** Returns what a row added to, or took from, the money at the service. */
export const netOf = ({ gross, fee }: { gross: Minor; fee: Minor }): Minor => addMoney(gross, negateMoney(fee));
