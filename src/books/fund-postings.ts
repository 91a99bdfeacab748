/**
 * The fund side of the ledger: how each document changes the net assets of a fund, and by which category. Income is
 * positive, expenses are negative. Like the postings to accounts, these postings are derived from the documents. The
 * account side and the fund side of a document change net assets by the same amount.
 */
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { type EntryDate, entryWithin, IS_COUNTED, type PostingType } from './account-postings.ts';
import { GENERAL_FUND } from './fund-classes.ts';
import type { FunctionalClass } from './functional-classes.ts';

/** The column to which a posting belongs in a table of funds. */
export type FundPart = 'opening' | 'giving' | 'otherIncome' | 'expense' | 'transfer' | 'release' | 'adjustment';

export type FundPosting = {
  date: CalendarDate;
  part: FundPart;
  /**
   * The giving category, the category of other income or the subcategory of expenses. For a transfer and a release, the
   * fund from which the money was taken. Null for other parts, and for a year-end entry that a monthly statement shows later.
   */
  categoryId: number | null;
  /** Null for giving, because each giving category has a fund. */
  fundId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  amount: Minor;
  type: PostingType;
  /** The id of the document. */
  id: number;
};

/** Which fund postings are read: those of a range of days and, with `only`, of one part. */
export type WantedPostings = DateRange & { entryDate?: EntryDate | undefined; only?: 'expense' | undefined };

/**
 * Returns SQL for the fund postings of a range of days, with the columns of `FundPosting`. Gifts in kind are included
 * with the amount 0: they count as gifts, but they are not money.
 */
export function fundPostings({ only, ...wanted }: WantedPostings): RawBuilder<FundPosting> {
  const spent = [...expenseArms(wanted), entryArm(wanted)];
  const arms = only === 'expense' ? spent : [...givingArms(wanted), ...spent, ...otherArms(wanted)];
  return sql<FundPosting>`${sql.join(arms, sql` union all `)}`;
}

/**
 * SQL for whether a transfer `t` leaves the balances of its funds: a loan, or the repayment of a loan of these books. The
 * repayment of a loan from before them counts as any other transfer, because the opening has no such loan.
 */
export const staysOwed = sql<
  boolean | number
>`(t."loan" = 1 or exists (select 1 from "transfers" l where l."id" = t."repays"
  and not exists (select 1 from "bookOpening" o where o."date" > l."date")))`;

type Wanted = Omit<WantedPostings, 'only'>;
type Columns = Record<'date' | 'part' | 'categoryId' | 'fundId' | 'amount' | 'type' | 'id', RawBuilder<unknown>> &
  Partial<Record<'ministryId' | 'functionalClass', RawBuilder<unknown>>>;

const NO_ID = sql`cast(null as integer)`;
const NO_TEXT = sql`cast(null as text)`;

/** Returns a select of the columns of postings, from the tables and conditions in `rest`. */
function arm(columns: Columns, rest: RawBuilder<unknown>): RawBuilder<unknown> {
  const { date, part, categoryId, fundId, ministryId = NO_ID, functionalClass = NO_TEXT, amount, type, id } = columns;
  return sql`select ${date} as "date", ${part} as "part", ${categoryId} as "categoryId", ${fundId} as "fundId",
    ${ministryId} as "ministryId", ${functionalClass} as "functionalClass", ${amount} as "amount", ${type} as "type",
    ${id} as "id" from ${rest}`;
}

const within = (column: string, { from, to }: DateRange) => sql`${sql.ref(column)} between ${from} and ${to}`;
const ref = (column: string) => sql.ref(column);
const text = (value: PostingType | FundPart) => sql.lit(value);

function givingArms(wanted: Wanted): RawBuilder<unknown>[] {
  const money = (column: string) => sql`case when g."nonCashDescription" is null then ${ref(column)} else 0 end`;
  const common = { date: ref('g.date'), part: text('giving'), fundId: NO_ID, type: text('Giving'), id: ref('g.id') };
  return [
    arm(
      { ...common, categoryId: ref('g.categoryId'), amount: money('g.amountMinor') },
      sql`"givings" g where g."deletedAt" is null and g."categoryId" is not null and ${within('g.date', wanted)}`,
    ),
    arm(
      { ...common, categoryId: ref('i.categoryId'), amount: money('i.amountMinor') },
      sql`"givings" g join "givingParts" i on i."givingId" = g."id"
        where g."deletedAt" is null and g."categoryId" is null and ${within('g.date', wanted)}`,
    ),
  ];
}

function expenseArms(wanted: Wanted): RawBuilder<unknown>[] {
  const of = (table: 'e' | 's') => ({
    date: ref('e.bookedOn'),
    part: text('expense'),
    categoryId: ref(`${table}.subCategoryId`),
    fundId: ref(`${table}.fundId`),
    ministryId: ref(`${table}.ministryId`),
    functionalClass: ref(`${table}.functionalClass`),
    amount: sql`- ${ref(`${table}.amountMinor`)}`,
    type: text('Expense'),
    id: ref('e.id'),
  });
  const counted = sql`${IS_COUNTED} and ${within('e.bookedOn', wanted)}`;
  return [
    arm(of('e'), sql`"expenses" e where ${counted} and e."subCategoryId" is not null`),
    arm(
      of('s'),
      sql`"expenses" e join "expenseSplits" s on s."expenseId" = e."id" and s."subCategoryId" is not null
        where ${counted} and e."subCategoryId" is null`,
    ),
  ];
}

/** Returns SQL for the lines of adjusting entries that do not name an account. */
function entryArm({ entryDate = 'date', ...range }: Wanted): RawBuilder<unknown> {
  // A year-end entry that is shown in a later month belongs to no category of that month.
  const isLate = entryDate === 'shownOn' ? sql`j."shownOn" > j."date"` : sql`0 = 1`;
  return arm(
    {
      date: ref(`j.${entryDate}`),
      part: sql`case when ${isLate} then 'adjustment' when l."subCategoryId" is not null then 'expense'
        when l."incomeCategoryId" is not null then 'otherIncome' else 'adjustment' end`,
      categoryId: sql`case when ${isLate} then null else coalesce(l."subCategoryId", l."incomeCategoryId") end`,
      fundId: ref('l.fundId'),
      ministryId: ref('l.ministryId'),
      functionalClass: ref('l.functionalClass'),
      amount: sql`- ${ref('l.amountMinor')}`,
      type: text('JournalEntry'),
      id: ref('j.id'),
    },
    sql`"journalEntries" j join "journalLines" l on l."entryId" = j."id"
      where j."deletedAt" is null and j."status" = 'Posted' and l."accountId" is null
        and ${entryWithin(entryDate, range)}`,
  );
}

/**
 * Returns SQL for the parts of expenses that end the restriction of their fund: what the church bought is then without
 * restriction, in the General fund.
 */
function releaseArms(wanted: Wanted): RawBuilder<unknown>[] {
  const kinds = [
    { day: ref('e.bookedOn'), is: sql`s."release" = 'OnDate' and ${within('e.bookedOn', wanted)}` },
    { day: ref('s.inUseOn'), is: sql`s."release" = 'InUse' and ${within('s.inUseOn', wanted)}` },
  ];
  const sides = [
    { fundId: ref('s.fundId'), amount: sql`- ${ref('s.amountMinor')}` },
    { fundId: sql.lit(GENERAL_FUND), amount: ref('s.amountMinor') },
  ];
  return kinds.flatMap(({ day, is }) =>
    sides.map((side) =>
      arm(
        {
          date: day,
          part: text('release'),
          categoryId: ref('s.fundId'),
          ...side,
          type: text('Expense'),
          id: ref('e.id'),
        },
        sql`"expenseSplits" s join "expenses" e on e."id" = s."expenseId" where ${IS_COUNTED} and ${is}`,
      ),
    ),
  );
}

function otherArms(wanted: Wanted): RawBuilder<unknown>[] {
  const dated = { date: ref('date'), id: ref('id') };
  const transfer = (fund: 'fromFundId' | 'toFundId', amount: RawBuilder<unknown>) =>
    arm(
      {
        ...dated,
        part: text('transfer'),
        categoryId: ref('fromFundId'),
        fundId: ref(fund),
        amount,
        type: text('Transfer'),
      },
      sql`"transfers" t where "deletedAt" is null and "status" = 'Posted' and ${ref(fund)} is not null
        and not ${staysOwed} and ${within('date', wanted)}`,
    );
  return [
    ...releaseArms(wanted),
    arm(
      {
        ...dated,
        part: text('otherIncome'),
        categoryId: ref('incomeCategoryId'),
        fundId: ref('fundId'),
        amount: ref('amountMinor'),
        type: text('OtherIncome'),
      },
      sql`"otherIncome" where "deletedAt" is null and ${within('date', wanted)}`,
    ),
    transfer('fromFundId', sql`- ${ref('amountMinor')}`),
    transfer('toFundId', ref('amountMinor')),
    arm(
      {
        date: ref('o.date'),
        part: text('opening'),
        categoryId: NO_ID,
        fundId: ref('b.fundId'),
        amount: ref('b.balanceMinor'),
        type: text('Opening'),
        id: ref('o.id'),
      },
      sql`"bookOpening" o cross join "openingFunds" b where ${within('o.date', wanted)}`,
    ),
  ];
}
