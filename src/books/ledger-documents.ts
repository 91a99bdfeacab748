/** Reads the opening of the books, and reads other income, transfers and adjusting entries page by page. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { isNext, type Part } from './document-pages.ts';
import { staysOwed } from './fund-postings.ts';
import type { FunctionalClass } from './functional-classes.ts';

export type BookedIncome = {
  kind: 'income';
  id: number;
  date: CalendarDate;
  /** Negative in a reversal. */
  amount: Minor;
  incomeCategoryId: number;
  accountId: number;
  fundId: number;
  payer: string | null;
  reference: string | null;
  memo: string | null;
  reversalOf: number | null;
};

/**
 * Money that was moved between two accounts, two funds, or both. If only accounts are involved, both fund ids are null.
 * If only funds are involved, both account ids are null.
 */
export type BookedTransfer = {
  kind: 'transfer';
  id: number;
  date: CalendarDate;
  /** Negative in a reversal. */
  amount: Minor;
  fromAccountId: number | null;
  toAccountId: number | null;
  fromFundId: number | null;
  toFundId: number | null;
  /** Whether the balances of the two funds stay: a loan between funds, or its repayment. */
  staysOwed: boolean;
  memo: string;
  reversalOf: number | null;
};

/** A line of an adjusting entry. A line with no account, subcategory or income category changes net assets directly. */
export type EntryLine = {
  accountId: number | null;
  subCategoryId: number | null;
  incomeCategoryId: number | null;
  fundId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  /** Positive for a debit, negative for a credit. */
  amount: Minor;
};

export type BookedEntry = {
  kind: 'entry';
  id: number;
  date: CalendarDate;
  memo: string;
  reversalOf: number | null;
  lines: readonly EntryLine[];
};

/** What the church had and owed when its books began. The amounts of accounts are debits less credits. */
export type BookedOpening = {
  kind: 'opening';
  id: number;
  date: CalendarDate;
  accounts: readonly { accountId: number; amount: Minor }[];
  funds: readonly { fundId: number; amount: Minor }[];
  payables: readonly { vendor: string; amount: Minor }[];
  /** The unpaid part of expenses that were booked before the opening. */
  unpaid: Minor;
  /** The amount paid before the opening for expenses that were booked later. */
  paidEarly: Minor;
};

/** Selects the other income that counts. */
export const liveIncome = (db: Db) => db.selectFrom('otherIncome').where('deletedAt', 'is', null);

/** Selects the transfers that count. */
export const postedTransfers = (db: Db) =>
  db.selectFrom('transfers as t').where('deletedAt', 'is', null).where('status', '=', 'Posted');

/** Selects the adjusting entries that count. */
export const postedEntries = (db: Db) =>
  db.selectFrom('journalEntries').where('deletedAt', 'is', null).where('status', '=', 'Posted');

/** Returns the next page of other income, ordered by date and id. */
export async function listIncome(db: Db, part: Part): Promise<BookedIncome[]> {
  const rows = await liveIncome(db)
    .select(['id', 'date', 'amountMinor as amount', 'incomeCategoryId', 'accountId', 'fundId'])
    .select(['payer', 'reference', 'memo', 'reversalOf'])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .orderBy('date')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'income', ...row }));
}

/** Returns the next posted transfers, ordered by date and id. */
export async function listPostedTransfers(db: Db, part: Part): Promise<BookedTransfer[]> {
  const rows = await postedTransfers(db)
    .select(['id', 'date', 'amountMinor as amount', 'fromAccountId', 'toAccountId', 'fromFundId', 'toFundId'])
    .select(['memo', 'reversalOf', staysOwed.as('staysOwed')])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .orderBy('date')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'transfer', ...row, staysOwed: Boolean(row.staysOwed) }));
}

/** Returns the next posted adjusting entries with their lines, ordered by date and id. */
export async function listPostedEntries(db: Db, part: Part): Promise<BookedEntry[]> {
  const rows = await postedEntries(db)
    .select(['id', 'date', 'memo', 'reversalOf'])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .orderBy('date')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const lines = new Map<number, EntryLine[]>(rows.map(({ id }) => [id, []]));
  const all = await db
    .selectFrom('journalLines')
    .select(['entryId', 'accountId', 'subCategoryId', 'incomeCategoryId', 'fundId', 'ministryId', 'functionalClass'])
    .select('amountMinor as amount')
    .where(isOneOf('entryId', JSON.stringify([...lines.keys()])))
    .orderBy('entryId')
    .orderBy('position')
    .execute();
  for (const { entryId, ...line } of all) lines.get(entryId)?.push(line);
  return rows.map((row) => ({ kind: 'entry', ...row, lines: lines.get(row.id) ?? [] }));
}

/** Returns a list that contains only the opening of the books, or an empty list if the opening is not within `part`. */
export async function listOpening(db: Db, part: Part): Promise<BookedOpening[]> {
  const row = await db
    .selectFrom('bookOpening')
    .select(['id', 'date', 'unpaidMinor as unpaid', 'paidEarlyMinor as paidEarly'])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .executeTakeFirst();
  if (!row) return [];
  const accounts = db.selectFrom('openingAccounts').select(['accountId', 'balanceMinor as amount']);
  const funds = db.selectFrom('openingFunds').select(['fundId', 'balanceMinor as amount']);
  const payables = db.selectFrom('payables').select(['vendor', 'amountMinor as amount']);
  return [
    {
      kind: 'opening',
      ...row,
      accounts: await accounts.orderBy('accountId').execute(),
      funds: await funds.orderBy('fundId').execute(),
      payables: await payables.orderBy('id').execute(),
    },
  ];
}
