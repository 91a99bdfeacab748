/** The columns of a bank's CSV file: those that its headers name, and those of a mapping. */
import { headerKey, type ImportField, matchColumns } from '../../../lib/import-columns.ts';
import type { CsvMapping } from './schema.ts';

/** The fields of a mapping that name a column, with the headers of banks for each, the best one first. */
const HEADERS = {
  date: {
    aliases:
      'Posting Date, Posted Date, Post Date, Date Posted, Date Processed, Booking Date, Buchungstag, Buchungsdatum, Booking, ' +
      '記帳日, 記帳日期, 入帳日, 入帳日期, 帳務日期, 交易日期, 日期, Transaction Date, Trans Date, Date, Datum, Valutadatum',
  },
  description: {
    aliases:
      'Description, Transaction Description, Original Description, Verwendungszweck, 摘要, 交易摘要, 說明, Narrative, ' +
      'Transaction, Details, Beschreibung, Text, Payee, Name, Memo',
  },
  amount: {
    aliases:
      'Net, Netto, Amount, Transaction Amount, Amount (USD), Betrag, Betrag (€), Umsatz, 交易金額, 金額, Gross, Brutto, Amt, Value',
  },
  debit: {
    aliases:
      'Debit, Debits, Debit Amount, Amount Debit, Withdrawal, Withdrawals, Withdrawal Amount, Money Out, Paid Out, Soll, ' +
      '支出, 支出金額, 提出, 提款, 提款金額, 借方',
  },
  credit: {
    aliases:
      'Credit, Credits, Credit Amount, Amount Credit, Deposit, Deposits, Deposit Amount, Money In, Paid In, Haben, ' +
      '存入, 存入金額, 存款, 存款金額, 收入, 貸方',
  },
  direction: { aliases: 'Credit Debit Indicator, Debit/Credit, DR/CR, Transaction Type, Soll/Haben, 借貸別' },
  payee: { aliases: 'Payee, Beguenstigter/Zahlungspflichtiger, Auftraggeber/Empfänger, Merchant, Name, 對方戶名' },
  memo: { aliases: 'Memo, Notes, Note, Extended Description, Comments, 備註, 附註' },
  checkNumber: {
    aliases: 'Check Number, Check or Slip #, Check #, Check No, Check, Cheque Number, 票據號碼, 支票號碼, Number',
  },
  bankId: {
    aliases: 'Transaction ID, Unique Id, Fitid, Transaktionscode, Reference Number, Reference, Transaction Number',
  },
  kind: { aliases: 'Type, Typ, Transaction Type, Buchungstext, 交易別, Subcategory' },
  status: { aliases: 'Status, Info, 狀態' },
  balance: {
    aliases: 'Balance, Running Bal., Running Balance, Saldo, Saldo nach Buchung, Guthaben, 餘額, 結餘, 結存, 帳戶餘額',
  },
  currency: { aliases: 'Currency, Waehrung, Währung, 幣別' },
  account: { aliases: 'Account Number, Account, Auftragskonto, 帳號' },
};
export type Column = keyof typeof HEADERS;

/** The fields by which headers are recognized. Several columns may fill one; the best of them is taken. */
export const FIELDS: readonly ImportField<Column>[] = Object.entries(HEADERS).map(([name, { aliases }]) => ({
  name: name as Column,
  aliases: aliases.split(', '),
  ranked: true,
}));
const COLUMNS = FIELDS.map(({ name }) => name);

/** The index of each column that a mapping names. */
export type Indexes = Partial<Record<Column, number>>;

/** Returns the index of each column in a header. `missing` lists the columns that the header does not have. */
export function indexesIn(header: readonly string[], mapping: CsvMapping): { indexes: Indexes; missing: string[] } {
  const indexes: Indexes = {};
  const missing: string[] = [];
  for (const column of COLUMNS) {
    const name = mapping[column];
    if (name === null || name === undefined) continue;
    const index = placeOf(name, header);
    if (index < 0) missing.push(name);
    else indexes[column] = index;
  }
  return { indexes, missing };
}

/**
 * Returns the index of the column with the currency: the one that the mapping names, or else the only one that is titled
 * so. Amounts of several currencies would otherwise be added.
 */
export function currencyIn(header: readonly string[], { currency }: Indexes): Pick<Indexes, 'currency'> {
  const titled = matchColumns(
    header,
    FIELDS.filter(({ name }) => name === 'currency'),
    new Map(),
  ).columns;
  const [index, ...more] = currency === undefined ? titled.map((column) => column.index) : [currency];
  return index === undefined || more.length > 0 ? {} : { currency: index };
}

/** Returns whether a mapping names its columns by their places only, as for a file without a header. */
export function namesPlaces(mapping: CsvMapping): boolean {
  return COLUMNS.every((column) => PLACE.test(mapping[column] ?? '#1'));
}

const PLACE = /^#([1-9]\d{0,3})$/;

/** Returns the index of a column, which is named by its header or its place, or -1. */
export function placeOf(name: string, header: readonly string[]): number {
  const exact = header.indexOf(name);
  if (exact >= 0) return exact;
  const [, place] = PLACE.exec(name) ?? [];
  return place === undefined ? header.findIndex((one) => headerKey(one) === headerKey(name)) : Number(place) - 1;
}
