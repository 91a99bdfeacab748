/** Describes the reports that list documents, and the comparison of giving with givers' statements. */
import { addMoney } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type {
  Interfund,
  LedgerItem,
  Payables,
  PaymentRegister,
  Releases,
  ReleaseType,
} from '../books/ledger-schema.ts';
import type { TieOut } from '../books/tie-out-schema.ts';
import type { ReportColumn, ReportRow } from '../formats/report.ts';
import { amountColumns, type BookTexts, type Described, type Setting, unlessZero } from './texts.ts';

const column = (title: string, kind: ReportColumn['kind'] = 'text'): ReportColumn => ({ title, kind });

/** The entries of a general ledger. `subject` is the account, the fund or the category. */
export type Ledger = {
  subject: string;
  from?: string | undefined;
  to?: string | undefined;
  items: readonly LedgerItem[];
};

/** Returns the description of the general ledger of an account, a fund or a category. */
export function describeGeneralLedger({ subject, from, to, items }: Ledger, { texts }: Setting): Described {
  return {
    title: texts.titles.generalLedger,
    about: [subject, ...spanOf(texts, from ?? items[0]?.date, to ?? items.at(-1)?.date), texts.booked],
    columns: [
      column(texts.date, 'date'),
      column(texts.document),
      column(texts.id),
      column(texts.payee),
      column(texts.description),
      ...amountColumns(texts.debit, texts.credit, texts.balance),
    ],
    rows: items.map(({ date, type, id, payee, debit, credit, balance, ...item }): ReportRow => {
      const words = [date, texts.documents[type], String(id), payee, describeEntry({ type, ...item })];
      const values = [...words, unlessZero(debit), unlessZero(credit), balance];
      return { kind: 'line', values, source: { type, id } };
    }),
    notes: [],
  };
}

/** Returns what an entry is. The description of a payment says how it was paid, so what it paid for is added. */
const describeEntry = ({ type, description, purpose }: Pick<LedgerItem, 'type' | 'description' | 'purpose'>) =>
  type === 'Payment' && purpose !== null ? `${description}: ${purpose}` : description;

function spanOf(texts: BookTexts, from: string | undefined, to: string | undefined): string[] {
  return from === undefined || to === undefined ? [] : [fill(texts.period, { from, to })];
}

/** Returns the description of what funds owe each other. */
export function describeInterfund({ at, items, total }: Interfund, { texts, say }: Setting): Described {
  return {
    title: texts.titles.interfund,
    about: [fill(texts.at, { at })],
    columns: [column(texts.borrower), column(texts.lender), ...amountColumns(texts.amount)],
    rows: [
      ...items.map(({ fromFund, toFund, toFundId, amount }): ReportRow => {
        const values = [say(toFund, 'funds'), say(fromFund, 'funds'), amount];
        return { kind: 'line', values, source: { type: 'Fund', id: toFundId } };
      }),
      { kind: 'total', values: [texts.all, null, total] },
    ],
    notes: [],
  };
}

/** The kind of document behind a release. */
const DOCUMENT_OF: Readonly<Record<Exclude<ReleaseType, 'Opening'>, 'Expense' | 'Transfer' | 'JournalEntry'>> = {
  Expense: 'Expense',
  Purchase: 'Expense',
  Principal: 'Expense',
  Transfer: 'Transfer',
  JournalEntry: 'JournalEntry',
};

/** Returns the description of what ended the restrictions of donors. */
export function describeReleases({ from, to, items, total }: Releases, { texts, say }: Setting): Described {
  return {
    title: texts.titles.releases,
    about: [fill(texts.period, { from, to })],
    columns: [
      column(texts.date, 'date'),
      column(texts.fund),
      column(texts.document),
      column(texts.id),
      column(texts.description),
      ...amountColumns(texts.amount),
    ],
    rows: [
      ...items.map(({ date, fund, type, id, description, amount }): ReportRow => {
        const isOpening = type === 'Opening';
        const number = isOpening ? null : String(id);
        const values = [date, say(fund, 'funds'), texts.releaseTypes[type], number, description, amount];
        return { kind: 'line', values, source: isOpening ? undefined : { type: DOCUMENT_OF[type], id } };
      }),
      { kind: 'total', values: [texts.all, null, null, null, null, total] },
    ],
    notes: [],
  };
}

/** Returns the description of the unpaid expenses and bills. */
export function describePayables({ at, items, total }: Payables, { texts }: Setting): Described {
  return {
    title: texts.titles.payables,
    about: [fill(texts.at, { at }), texts.booked],
    columns: [
      column(texts.dueSince, 'date'),
      column(texts.payee),
      column(texts.description),
      ...amountColumns(texts.amount),
    ],
    rows: [
      ...items.map(({ dueSince, payee, description, amount, expenseId, payableId }): ReportRow => {
        const what = description ?? (payableId === null ? null : texts.bill);
        const source = expenseId === null ? undefined : ({ type: 'Expense', id: expenseId } as const);
        return { kind: 'line', values: [dueSince, payee, what, amount], source };
      }),
      { kind: 'total', values: [null, texts.all, null, total] },
    ],
    notes: [],
  };
}

/** Returns the description of the payments of a period. `accounts` has the names of the accounts by id. */
export function describePaymentRegister(
  { from, to, items, gaps }: PaymentRegister,
  { texts, say }: Setting,
  accounts: ReadonlyMap<number, { name: string }>,
): Described {
  return {
    title: texts.titles.paymentRegister,
    about: [fill(texts.period, { from, to }), texts.unaudited],
    columns: [
      column(texts.date, 'date'),
      column(texts.account),
      column(texts.method),
      column(texts.reference),
      column(texts.payee),
      column(texts.voidedOn, 'date'),
      ...amountColumns(texts.amount),
    ],
    rows: [
      ...items.map(({ paymentId, date, accountId, method, reference, payee, voidedOn, voidOf, amount }): ReportRow => {
        const account = say(accounts.get(accountId)?.name ?? String(accountId), 'accounts');
        const paidBy = method === null ? null : (texts.methods[method] ?? method);
        const [how, voided] = voidOf === null ? [paidBy, voidedOn] : [texts.void, null];
        const values = [date, account, how, reference, payee, voided, amount];
        return { kind: 'line', values, source: { type: 'Payment', id: paymentId } };
      }),
      {
        kind: 'total',
        values: [null, null, null, null, texts.totalPaid, null, addMoney(...items.map(({ amount }) => amount))],
      },
    ],
    notes: gaps.length === 0 ? [] : [fill(texts.gaps, { numbers: gaps.join(', ') })],
  };
}

/**
 * Returns the description of the comparison: the giving in the books, the differences, and the sum of the givers'
 * statements.
 */
export function describeTieOut({ year, books, statements, differences }: TieOut, { texts }: Setting): Described {
  return {
    title: texts.titles.givingTieOut,
    about: [fill(texts.year, { year }), texts.booked],
    columns: [column(texts.item), ...amountColumns(texts.amount)],
    rows: [
      { kind: 'line', values: [texts.inBooks, books] },
      ...differences.map(({ code, amount }): ReportRow => {
        return { kind: 'line', indent: 1, values: [texts.differences[code], amount] };
      }),
      { kind: 'total', values: [texts.onStatements, statements] },
    ],
    notes: [],
  };
}
