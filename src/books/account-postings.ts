/**
 * The account side of the ledger. Postings are not stored: each is derived from its document by one query, so the books
 * cannot contradict the documents. Debits are positive, credits are negative.
 *
 * Storing them was measured with 100,000 givings: writing became 1.19 to 1.33 times as slow, and the file 1.46 times as
 * large. Reading a year's income from derived postings took 0.4 to 1.0 times as long as from stored postings. Only
 * balances took longer, so each finalized month stores its balances (`balances.ts`).
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { PAID_EARLY, PAYABLE } from './account-kinds.ts';
import { COUNTED_STATUSES } from './counted.ts';

/** The kinds of documents that have postings. */
export type PostingType =
  | 'Giving'
  | 'Deposit'
  | 'Expense'
  | 'Payment'
  | 'OtherIncome'
  | 'Transfer'
  | 'JournalEntry'
  | 'Opening';

export type AccountPosting = {
  date: CalendarDate;
  accountId: number;
  /** Positive for a debit, negative for a credit. */
  amount: Minor;
  type: PostingType;
  /** The id of the document. */
  id: number;
};

/**
 * The date by which adjusting entries are selected. Monthly statements use `shownOn`, because a year-end entry may be
 * dated in a finalized month.
 */
export type EntryDate = 'date' | 'shownOn';

/** SQL for the condition that an expense `e` counts (see `counted.ts`). */
export const IS_COUNTED = sql`e."deletedAt" is null and e."bookedOn" is not null and e."status" in (${sql.join(COUNTED_STATUSES.map((status) => sql.lit(status)))})`;

/**
 * SQL for the condition that an adjusting entry `j` lies in a range of days. An entry dated before the opening of the
 * books is already part of the opening, so no month after the opening shows it.
 */
export function entryWithin(entryDate: EntryDate, { from, to }: DateRange): RawBuilder<SqlBool> {
  const isWithin = sql<SqlBool>`${sql.ref(`j.${entryDate}`)} between ${from} and ${to}`;
  if (entryDate === 'date') return isWithin;
  return sql<SqlBool>`${isWithin} and not exists
    (select 1 from "bookOpening" b where b."date" > j."date" and b."date" <= j."shownOn")`;
}

const payable = sql.lit(PAYABLE);
const early = sql.lit(PAID_EARLY);

/**
 * SQL for the account that a payment debits: accounts payable if the item was booked by that day, otherwise expenses
 * paid early.
 */
const contra = (day: 'date' | 'voidedOn') => sql`case
  when i."payableId" is not null or (${IS_COUNTED} and e."bookedOn" <= p.${sql.ref(day)}) then ${payable}
  else ${early} end`;

const paymentItems = sql`"payments" p join "paymentItems" i on i."paymentId" = p."id"
  left join "expenses" e on e."id" = i."expenseId"`;

/** SQL for expenses that were paid before they were booked, with their payments. */
const paidBefore = sql`"expenses" e join "paymentItems" i on i."expenseId" = e."id"
  join "payments" p on p."id" = i."paymentId" and p."deletedAt" is null
    and p."date" < e."bookedOn" and (p."voidedOn" is null or p."voidedOn" >= e."bookedOn")`;

/**
 * Returns SQL for the account postings of a range of days, with the columns `date`, `accountId`, `amount`, `type` and
 * `id`. A document may have several rows for one account.
 */
export function accountPostings({ from, to }: DateRange, entryDate: EntryDate = 'date'): RawBuilder<AccountPosting> {
  const within = (column: string) => sql`${sql.ref(column)} between ${from} and ${to}`;
  const entryDay = sql.ref(`j.${entryDate}`);
  return sql<AccountPosting>`
    select "date", "accountId", "amountMinor" as "amount", 'Giving' as "type", "id" from "givings"
      where "deletedAt" is null and "nonCashDescription" is null and ${within('date')}
    union all select d."date", d."accountId", i."amountMinor", 'Deposit', d."id"
      from "deposits" d join "depositItems" i on i."depositId" = d."id"
      where d."deletedAt" is null and ${within('d.date')}
    union all select d."date", i."sourceId", - i."amountMinor", 'Deposit', d."id"
      from "deposits" d join "depositItems" i on i."depositId" = d."id"
      where d."deletedAt" is null and ${within('d.date')}
    union all select p."date", p."accountId", - i."amountMinor", 'Payment', p."id"
      from "payments" p join "paymentItems" i on i."paymentId" = p."id"
      where p."deletedAt" is null and ${within('p.date')}
    union all select p."date", ${contra('date')}, i."amountMinor", 'Payment', p."id"
      from ${paymentItems} where p."deletedAt" is null and ${within('p.date')}
    union all select p."voidedOn", p."accountId", i."amountMinor", 'Payment', p."id"
      from "payments" p join "paymentItems" i on i."paymentId" = p."id"
      where p."deletedAt" is null and p."voidedOn" is not null and ${within('p.voidedOn')}
    union all select p."voidedOn", ${contra('voidedOn')}, - i."amountMinor", 'Payment', p."id"
      from ${paymentItems} where p."deletedAt" is null and p."voidedOn" is not null and ${within('p.voidedOn')}
    union all select e."bookedOn", ${early}, - i."amountMinor", 'Expense', e."id"
      from ${paidBefore} where ${IS_COUNTED} and ${within('e.bookedOn')}
    union all select e."bookedOn", ${payable}, i."amountMinor", 'Expense', e."id"
      from ${paidBefore} where ${IS_COUNTED} and ${within('e.bookedOn')}
    union all select e."bookedOn", ${payable}, - e."amountMinor", 'Expense', e."id"
      from "expenses" e where ${IS_COUNTED} and ${within('e.bookedOn')}
    union all select e."bookedOn", s."accountId", s."amountMinor", 'Expense', e."id"
      from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
      where s."accountId" is not null and ${IS_COUNTED} and ${within('e.bookedOn')}
    union all select "date", "accountId", "amountMinor", 'OtherIncome', "id" from "otherIncome"
      where "deletedAt" is null and ${within('date')}
    union all select "date", "fromAccountId", - "amountMinor", 'Transfer', "id" from "transfers"
      where "deletedAt" is null and "status" = 'Posted' and "fromAccountId" is not null and ${within('date')}
    union all select "date", "toAccountId", "amountMinor", 'Transfer', "id" from "transfers"
      where "deletedAt" is null and "status" = 'Posted' and "toAccountId" is not null and ${within('date')}
    union all select ${entryDay}, l."accountId", l."amountMinor", 'JournalEntry', j."id"
      from "journalEntries" j join "journalLines" l on l."entryId" = j."id"
      where j."deletedAt" is null and j."status" = 'Posted' and l."accountId" is not null
        and ${entryWithin(entryDate, { from, to })}
    union all select o."date", a."accountId", a."balanceMinor", 'Opening', o."id"
      from "bookOpening" o cross join "openingAccounts" a where ${within('o.date')}
    union all select o."date", ${payable}, - b."amountMinor", 'Opening', o."id"
      from "bookOpening" o cross join "payables" b where ${within('o.date')}
    union all select "date", ${payable}, - "unpaidMinor", 'Opening', "id" from "bookOpening" where ${within('date')}
    union all select "date", ${early}, "paidEarlyMinor", 'Opening', "id" from "bookOpening" where ${within('date')}`;
}
