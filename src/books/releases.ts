/**
 * What ended the restriction of money: expenses of restricted funds, what they bought and paid back, and what they gave to
 * funds without restrictions (FASB ASC 958-205-45).
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { IS_COUNTED, type PostingType } from './account-postings.ts';
import { isNext, type Part } from './document-pages.ts';
import { releasedOn } from './expense-lines.ts';
import { fundPostings } from './fund-postings.ts';
import { portionsOf } from './posted-sums.ts';

/** A document that released money of a fund, on a day. A reversal is negative. */
export type Released = {
  date: CalendarDate;
  fundId: number;
  /** What released it: an expense, a gift to another fund, something bought, or the principal of a loan. */
  part: 'expense' | 'transfer' | 'purchase' | 'principal';
  type: PostingType;
  id: number;
  amount: Minor;
};

type Row = Omit<Released, 'amount'> & { sum: number | null };

/**
 * Returns what the documents of a range of days released from funds that donors restrict, by day and document. Transfers
 * between two such funds are left out, because they release nothing. `loanIds` are the accounts whose parts are principal.
 */
export async function listReleased(
  db: Db,
  range: DateRange,
  { restricted, loanIds }: { restricted: readonly number[]; loanIds: readonly number[] },
): Promise<Released[]> {
  const ids = JSON.stringify(restricted);
  const found = await listBought(db, range, { restricted: ids, loanIds });
  for await (const days of portionsOf(db, range, true)) {
    const { rows } = await sql<Row>`
      select "date", min("fundId") as "fundId", "part", "type", "id", - sum("amount") as "sum"
      from (${fundPostings(days)}) as "postings"
      where ${isOneOf('fundId', ids)}
        and ("part" = 'expense' or ("part" = 'transfer' and ${isOneOf('categoryId', ids)}))
      group by "date", "part", "type", "id", case when "part" = 'transfer' then 0 else "fundId" end
      having sum("amount") <> 0`.execute(db);
    found.push(...rows);
  }
  return found.toSorted(inOrder).map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** Returns what was bought, and the principal that was paid, on the days on which they released money. */
async function listBought(
  db: Db,
  { from, to }: DateRange,
  { restricted, loanIds }: { restricted: string; loanIds: readonly number[] },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${releasedOn} as "date", s."fundId", case when ${isOneOf('s.accountId', JSON.stringify(loanIds))} then 'principal' else 'purchase' end as "part",
      'Expense' as "type", e."id", sum(s."amountMinor") as "sum"
    from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
    where s."accountId" is not null and s."release" is not null and ${IS_COUNTED} and ${isOneOf('s.fundId', restricted)}
      and ${releasedOn} between ${from} and ${to}
    group by 1, 2, 3, 5 having sum(s."amountMinor") <> 0`.execute(db);
  return rows;
}

const inOrder = (one: Row, other: Row): number => {
  const [first, second] = [one, other].map(({ date, type }) => `${date} ${type}`) as [string, string];
  if (first !== second) return first < second ? -1 : 1;
  return one.id - other.id || one.fundId - other.fundId;
};

/** What an expense released on a day, for a journal: it becomes money without restriction, in the General fund. */
export type BookedRelease = {
  kind: 'release';
  /** The id of the expense. */
  id: number;
  date: CalendarDate;
  description: string;
  parts: readonly { fundId: number; amount: Minor }[];
};

/** Selects the days on which expenses released money, each once for an expense. */
export const releaseDays = (db: Db) =>
  db
    .selectFrom('expenseSplits as s')
    .innerJoin('expenses as e', 'e.id', 's.expenseId')
    .select(['e.id', releasedOn.as('date'), 'e.description'])
    .where('s.release', 'is not', null)
    .where(sql<boolean>`${IS_COUNTED} and ${releasedOn} is not null`)
    .groupBy(['e.id', releasedOn]);

/** Returns the next releases, ordered by day and expense. */
export async function listReleases(db: Db, part: Part): Promise<BookedRelease[]> {
  const rows = await db
    .selectFrom(releaseDays(db).as('days'))
    .select(['id', 'description', sql<CalendarDate>`"date"`.as('date')])
    .where(isNext(sql.ref('date'), sql.ref('id'), part))
    .orderBy('date')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  const all = await db
    .selectFrom('expenseSplits as s')
    .innerJoin('expenses as e', 'e.id', 's.expenseId')
    .select(['e.id', releasedOn.as('date'), 's.fundId', 's.amountMinor as amount'])
    .where(isOneOf('s.expenseId', JSON.stringify(rows.map(({ id }) => id))))
    .where('s.release', 'is not', null)
    .orderBy('s.expenseId')
    .orderBy('s.position')
    .execute();
  return rows.map((row) => ({
    kind: 'release',
    ...row,
    parts: all.filter(({ id, date }) => id === row.id && date === row.date),
  }));
}

/** A document that waits to release money, with the amount that waits after its reversals. */
export type WaitingExpense = { id: number; date: CalendarDate; amount: Minor };

/** What such a document paid for an account with money of a fund. */
export type UnreleasedPart = WaitingExpense & { fundId: number; accountId: number };

/** Accounts, and the funds that paid for them. */
type Wanted = { accountIds: readonly number[]; fundIds: readonly number[] };

/**
 * Returns the parts of expenses for these accounts and funds that are not released by the end of a day, the oldest first.
 * What was bought before the books is among them only if the fund holds the account in the opening.
 */
export async function listUnreleased(
  db: Db,
  day: CalendarDate,
  { accountIds, fundIds }: Wanted,
): Promise<UnreleasedPart[]> {
  const { rows } = await sql<Omit<UnreleasedPart, 'amount'> & { sum: number | null }>`
    select coalesce(e."reversalOf", e."id") as "id", min(e."bookedOn") as "date", s."fundId", s."accountId",
      sum(s."amountMinor") as "sum"
    from "expenseSplits" s join "expenses" e on e."id" = s."expenseId"
    where ${IS_COUNTED} and e."bookedOn" <= ${day}
      and ${isOneOf('s.accountId', JSON.stringify(accountIds))} and ${isOneOf('s.fundId', JSON.stringify(fundIds))}
      and coalesce(${releasedOn}, '9999') > ${day}
      and (not exists (select 1 from "bookOpening" o where o."date" > e."bookedOn") or exists (
        select 1 from "openingHoldings" h where h."accountId" = s."accountId" and h."fundId" = s."fundId"))
    group by 1, 3, 4 having sum(s."amountMinor") <> 0 order by 2, 1, 3, 4`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** What a transfer moved into an account for a fund. */
export type MovedPart = UnreleasedPart & { fromAccountId: number };

/** Returns the transfers for these funds into these accounts since the books began, up to a day, the oldest first. */
export async function listMovedInto(db: Db, day: CalendarDate, { accountIds, fundIds }: Wanted): Promise<MovedPart[]> {
  const { rows } = await sql<Omit<MovedPart, 'amount'> & { sum: number | null }>`
    select coalesce(t."reversalOf", t."id") as "id", min(t."date") as "date", t."fundId", t."toAccountId" as "accountId",
      t."fromAccountId", sum(t."amountMinor") as "sum" from "transfers" t
    where t."deletedAt" is null and t."status" = 'Posted' and t."date" <= ${day}
      and not exists (select 1 from "bookOpening" o where o."date" > t."date")
      and ${isOneOf('t.toAccountId', JSON.stringify(accountIds))} and ${isOneOf('t.fundId', JSON.stringify(fundIds))}
    group by 1, 3, 4, 5 having sum(t."amountMinor") <> 0 order by 2, 1`.execute(db);
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** Returns whether an approved expense of the fund paid for something that waits to be in use. */
export async function waitsForUse(db: Db, fundId: number): Promise<boolean> {
  const row = await db
    .selectFrom('expenseSplits as s')
    .innerJoin('expenses as e', 'e.id', 's.expenseId')
    .select('s.expenseId')
    .where('s.fundId', '=', fundId)
    .where('s.release', '=', 'InUse')
    .where('s.inUseOn', 'is', null)
    .where(sql<boolean>`${IS_COUNTED}`)
    .groupBy('s.accountId')
    .having((eb) => eb.fn.sum('s.amountMinor'), '<>', 0)
    .executeTakeFirst();
  return row !== undefined;
}
