/** Turns a row of a CSV file into a line of a statement. */
import { CURRENCIES } from '../../../lib/currency-codes.ts';
import { type ImportFault, OTHER_CURRENCY, TOO_WIDE } from '../../../lib/import-table.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { privateUseFault } from '../../../lib/text.ts';
import { otherCurrencyIn } from '../../../lib/written-money.ts';
import { readAmount } from './amounts.ts';
import { says } from './bank-words.ts';
import type { Column, Indexes } from './csv-columns.ts';
import { type StatementLine, wrongCurrency } from './statement.ts';
import type { StillOf } from './csv-service.ts';
import type { Survey } from './csv-survey.ts';
import { readBankDate } from './dates.ts';
import type { CsvMapping } from './schema.ts';
import { checkNumberOf, joined, saysPending, wordsOf } from './words.ts';

/** A line with the balance after it. */
export type Balanced = { entry: StatementLine; balance: Minor | null };

/** A line with its account, and its currency if that is another one than the account's; the faults of a row, or the reason why a row is not a line. */
export type RowResult = (Balanced & { account: string; other: string | null }) | { faults: ImportFault[] } | Unread;

type Unread = { reason: string; pending: boolean };

type Reading = {
  /** The cells of the header. Empty for a file without one. */
  header: readonly string[];
  indexes: Indexes;
  width: number;
  mapping: CsvMapping;
  survey: Survey;
  currency: string | undefined;
  stillOf: StillOf;
};

/** A row, how to read its cells, and whether a payment service holds its money back. */
type Row = { line: number; cell: (column: Column) => string; reading: Reading; isHeld: boolean };

const UNDATED = 'is pending and has no date yet';

/** Returns a function that reads a row of a file. */
export function rowReader(reading: Reading): (row: SheetRow) => RowResult {
  const { indexes, width } = reading;
  return ({ line, cells }) => {
    const still = reading.stillOf(cells);
    const cell = (column: Column) => cells[indexes[column] ?? -1] ?? '';
    const row = { line, reading, cell, isHeld: still === 'held' };
    if (cells.slice(width).some(Boolean)) return { faults: [{ line, ...TOO_WIDE }] };
    if (still === 'noted') return { reason: 'does not move the balance', pending: says('pending', cell('status')) };
    const reason = reasonNotToRead(row, cells);
    return reason === undefined ? readRow(row) : { reason, pending: reason === UNDATED };
  };
}

function reasonNotToRead({ cell, reading }: Row, cells: readonly string[]): string | undefined {
  const hasAmount = (['amount', 'debit', 'credit'] as const).some((column) => cell(column) !== '');
  const date = cell('date');
  const { header } = reading;
  if (header.length > 0 && cells.join('\n') === header.join('\n')) return 'repeats the header';
  if (date !== '' && date === reading.mapping.date) return 'repeats the header';
  if (says('void', cell('status'))) return `moved no money: ${cell('status')}`;
  if (says('pending', date)) return UNDATED;
  const hasDate = readBankDate(date, reading.mapping.dateFormat) !== undefined;
  if (!hasDate && cells.some((text) => says('total', text))) return 'is a total';
  if (hasAmount) return undefined;
  if (!hasDate) return 'has neither a date nor an amount';
  return says('balance', cell('description')) ? 'is a balance without an amount' : undefined;
}

function readRow(row: Row): RowResult {
  const { line, cell, reading } = row;
  const { mapping, currency } = reading;
  const date = readBankDate(cell('date'), mapping.dateFormat);
  const amount = amountOf(row);
  const named = cell('currency').toUpperCase();
  const isNamed = named !== '' && (mapping.currency !== null || CURRENCIES.has(named));
  const marked = currency === undefined ? undefined : foreignAmount(row, currency);
  const other = currency !== undefined && isNamed && named !== currency ? named : (marked?.code ?? null);
  const faults = 'faults' in amount ? amount.faults : [];
  if (marked && (other === null || (isNamed && named !== other))) {
    const message = `shows another currency than ${currency}: "${marked.text.slice(0, 40)}"; enter what it was in ${currency}, or leave the row out`;
    faults.push(fault(row, marked.column, OTHER_CURRENCY, message));
  }
  if (date === undefined)
    faults.push(fault(row, 'date', 'invalid_date', `must be a date in the order ${mapping.dateFormat}`));
  if (other !== null && !CURRENCIES.has(other)) {
    faults.push(wrongCurrency(line, reading.header[reading.indexes.currency ?? -1] ?? null, other, currency ?? ''));
  }
  for (const column of ['description', 'payee', 'memo'] as const) {
    const lost = privateUseFault(cell(column));
    if (lost) faults.push(fault(row, column, lost.code, lost.message));
  }
  if (date === undefined || 'faults' in amount || faults.length > 0) return { faults };
  const balance = readAmount(cell('balance'), reading.survey.decimal);
  const [payee, memo, kind] = [wordsOf(cell('payee')), wordsOf(cell('memo')), wordsOf(cell('kind'))];
  const title = wordsOf(cell('description'));
  const description = joined([title, payee, memo]) ?? kind ?? '';
  const number = wordsOf(cell('checkNumber'));
  const entry = {
    bankId: wordsOf(cell('bankId')),
    date,
    amount: amount.amount,
    description,
    title,
    memo,
    checkNumber: checkNumberOf(number, title, payee, memo),
    kind,
    pending: row.isHeld || says('pending', cell('status')) || saysPending(title ?? description),
    line,
  };
  return {
    entry,
    account: wordsOf(cell('account')) ?? '',
    other,
    balance: 'amount' in balance ? balance.amount : null,
  };
}

/** Returns the first amount of a row that has a mark of another currency, with the code of that currency if it is certain. */
function foreignAmount({ cell }: Row, currency: string) {
  for (const column of ['amount', 'debit', 'credit'] as const) {
    const text = cell(column);
    const found = otherCurrencyIn(text, currency);
    if (found) return { column, text, ...found };
  }
  return undefined;
}

type AmountRead = { amount: Minor } | { faults: ImportFault[] };

/** Returns the amount of a row: of one column, with its direction if another column says it, or of two columns. */
function amountOf(row: Row): AmountRead {
  const { indexes, mapping } = row.reading;
  if (indexes.amount === undefined) return ofTwoColumns(row);
  const read = cellAmount(row, 'amount');
  if ('faults' in read) return read;
  const signed = indexes.direction === undefined ? read : directed(row, read.amount);
  if ('faults' in signed || !mapping.reversed) return signed;
  return { amount: negateMoney(signed.amount) };
}

function directed(row: Row, amount: Minor): AmountRead {
  const text = row.cell('direction');
  if (says('out', text)) return { amount: negateMoney(Math.abs(amount) as Minor) };
  if (says('in', text)) return { amount: Math.abs(amount) as Minor };
  return { faults: [fault(row, 'direction', 'invalid_value', 'must say debit or credit')] };
}

function ofTwoColumns(row: Row): AmountRead {
  const { negative } = row.reading.survey;
  const [debit, credit] = [cellAmount(row, 'debit'), cellAmount(row, 'credit')];
  if ('faults' in debit || 'faults' in credit) {
    return { faults: [debit, credit].flatMap((one) => ('faults' in one ? one.faults : [])) };
  }
  if (row.cell('debit') === '' && row.cell('credit') === '') {
    return { faults: [fault(row, 'debit', 'missing', 'must have an amount, or the column for credits must')] };
  }
  if (debit.amount !== 0 && credit.amount !== 0) {
    return { faults: [fault(row, 'debit', 'both_sides', 'has an amount, and the column for credits has one, too')] };
  }
  const [out, into] = [
    negative.debit ? negateMoney(debit.amount) : debit.amount,
    negative.credit ? negateMoney(credit.amount) : credit.amount,
  ];
  return { amount: subtractMoney(addMoney(into), out) };
}

/** Reads a cell with an amount. An empty cell is zero if the other of two columns has the amount. */
function cellAmount(row: Row, column: 'amount' | 'debit' | 'credit'): AmountRead {
  const text = row.cell(column);
  if (text === '' && column !== 'amount') return { amount: ZERO };
  const read = readAmount(text, row.reading.survey.decimal);
  if (!('fault' in read)) return read;
  return { faults: [fault(row, column, 'invalid_amount', `${read.fault}: "${text.slice(0, 40)}"`)] };
}

function fault({ line, cell, reading }: Row, field: Column, code: string, message: string): ImportFault {
  const text = cell(field);
  return { line, column: reading.mapping[field] ?? null, field, code, message, ...(text !== '' && { cell: text }) };
}
