/**
 * The fund side of the ledger: how each document changes the net assets of a fund, and for what. Income is positive,
 * expenses are negative. Like the postings to accounts, they are derived from the documents. The two sides of a document
 * are equal.
 */
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { type EntryDate, IS_COUNTED, type PostingType } from './account-postings.ts';
import type { FunctionalClass } from './functional-classes.ts';

/** The column of a fund table to which a posting belongs. */
export type FundPart = 'opening' | 'giving' | 'otherIncome' | 'expense' | 'transfer' | 'adjustment';

export type FundPosting = {
  date: CalendarDate;
  part: FundPart;
  /**
   * The giving category, the category of other income or the subcategory of expenses. Null for other parts, and for a
   * year-end entry that a monthly statement shows later.
   */
  categoryId: number | null;
  /** Null for giving, because the category decides the fund. */
  fundId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  amount: Minor;
  type: PostingType;
  /** The id of the document. */
  id: number;
};

/**
 * Returns SQL for the fund postings of a range of days, with the columns of `FundPosting`. Gifts in kind are included
 * with the amount 0, because they are counted, although they are no money.
 */
export function fundPostings({ from, to }: DateRange, entryDate: EntryDate = 'date'): RawBuilder<FundPosting> {
  const within = (column: string) => sql`${sql.ref(column)} between ${from} and ${to}`;
  const money = (amount: RawBuilder<unknown>) =>
    sql`case when g."nonCashDescription" is null then ${amount} else 0 end`;
  // A year-end entry that is shown in a later month belongs to no category of that month.
  const isLate = entryDate === 'shownOn' ? sql`j."shownOn" > j."date"` : sql`0 = 1`;
  return sql<FundPosting>`
    select g."date", 'giving' as "part", g."categoryId", cast(null as integer) as "fundId",
      cast(null as integer) as "ministryId", cast(null as text) as "functionalClass", ${money(sql`g."amountMinor"`)} as "amount", 'Giving' as "type", g."id"
      from "givings" g where g."deletedAt" is null and g."categoryId" is not null and ${within('g.date')}
    union all select g."date", 'giving', i."categoryId", null, null, null, ${money(sql`i."amountMinor"`)}, 'Giving', g."id"
      from "givings" g join "givingParts" i on i."givingId" = g."id"
      where g."deletedAt" is null and g."categoryId" is null and ${within('g.date')}
    union all select e."bookedOn", 'expense', e."subCategoryId", e."fundId", e."ministryId", e."functionalClass",
      - e."amountMinor", 'Expense', e."id"
      from "expenses" e where ${IS_COUNTED} and e."subCategoryId" is not null and ${within('e.bookedOn')}
    union all select e."bookedOn", 'expense', s."subCategoryId", s."fundId", s."ministryId", s."functionalClass",
      - s."amountMinor", 'Expense', e."id"
      from "expenses" e join "expenseSplits" s on s."expenseId" = e."id" and s."subCategoryId" is not null
      where ${IS_COUNTED} and e."subCategoryId" is null and ${within('e.bookedOn')}
    union all select "date", 'otherIncome', "incomeCategoryId", "fundId", null, null, "amountMinor", 'OtherIncome', "id"
      from "otherIncome" where "deletedAt" is null and ${within('date')}
    union all select "date", 'transfer', null, "fromFundId", null, null, - "amountMinor", 'Transfer', "id"
      from "transfers" where "deletedAt" is null and "status" = 'Posted' and "fromFundId" is not null and ${within('date')}
    union all select "date", 'transfer', null, "toFundId", null, null, "amountMinor", 'Transfer', "id"
      from "transfers" where "deletedAt" is null and "status" = 'Posted' and "toFundId" is not null and ${within('date')}
    union all select ${sql.ref(`j.${entryDate}`)},
      case when ${isLate} then 'adjustment' when l."subCategoryId" is not null then 'expense'
        when l."incomeCategoryId" is not null then 'otherIncome' else 'adjustment' end,
      case when ${isLate} then null else coalesce(l."subCategoryId", l."incomeCategoryId") end,
      l."fundId", l."ministryId", l."functionalClass", - l."amountMinor", 'JournalEntry', j."id"
      from "journalEntries" j join "journalLines" l on l."entryId" = j."id"
      where j."deletedAt" is null and j."status" = 'Posted' and l."accountId" is null and ${within(`j.${entryDate}`)}
    union all select o."date", 'opening', null, b."fundId", null, null, b."balanceMinor", 'Opening', o."id"
      from "bookOpening" o cross join "openingFunds" b where ${within('o.date')}`;
}
