/**
 * The entries of a general ledger: the postings to one account, fund or category. Each document has one entry per day.
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { breathe } from '../lib/chunks.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../lib/money.ts';
import { accountPostings, type PostingType } from './account-postings.ts';
import { fundPostings } from './fund-postings.ts';
import { portionsOf } from './posted-sums.ts';

/** The account, fund or category that the ledger shows. `categoryIds` has the giving categories of the fund. */
export type Subject =
  | { kind: 'account'; id: number }
  | { kind: 'fund'; id: number; categoryIds: readonly number[] }
  | { kind: 'giving' | 'otherIncome' | 'expense'; id: number };

export type LedgerEntry = { date: CalendarDate; type: PostingType; id: number; amount: Minor };

/** The number and the sum of the entries in `days`, which are half of a month. */
export type LedgerMonth = { days: DateRange; count: number; sum: Minor };

/** Returns the number and the sum of the entries of each half of a month. Lets other requests run after each half. */
export async function countLedger(db: Db, subject: Subject, range: DateRange): Promise<LedgerMonth[]> {
  const months: LedgerMonth[] = [];
  for await (const days of portionsOf(db, range, true)) {
    const { rows } = await sql<{ count: number; sum: number | null }>`
      select count(*) as "count", sum("sum") as "sum" from (${entriesOf(subject, days)}) as "entries"`.execute(db);
    months.push({ days, count: rows[0]?.count ?? 0, sum: sumOf(rows[0]?.sum ?? null) });
  }
  return months;
}

/** A page of entries, and the sum of all entries before this page. */
export type LedgerPage = { entries: LedgerEntry[]; before: Minor };

/**
 * Returns the entries at `offset`, at most `limit`, ordered by date. An amount is positive for a debit to an account,
 * and for income of a fund or category. Reads only the half months that contain entries of the page.
 */
export async function readLedger(
  db: Db,
  subject: Subject,
  { months, offset, limit }: { months: readonly LedgerMonth[]; offset: number; limit: number },
): Promise<LedgerPage> {
  const entries: LedgerEntry[] = [];
  let [seen, before] = [0, ZERO];
  for (const { days, count, sum } of months) {
    const skipped = Math.min(count, Math.max(0, offset - seen));
    if (skipped === count) before = addMoney(before, sum);
    else if (entries.length < limit) {
      before = addMoney(before, await sumOfFirst(db, entriesOf(subject, days), skipped));
      const wanted = limit - entries.length;
      const { rows } = await sql<Row>`${entriesOf(subject, days)} ${ordered} limit ${wanted} offset ${skipped}`.execute(
        db,
      );
      entries.push(...rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) })));
      await breathe();
    }
    seen += count;
  }
  return { entries, before };
}

const ordered = sql`order by "date", "type", "id"`;

/** Returns the sum of the first `count` entries. */
async function sumOfFirst(db: Db, entries: RawBuilder<Row>, count: number): Promise<Minor> {
  if (count === 0) return ZERO;
  const { rows } = await sql<{ sum: number | null }>`
    select sum("sum") as "sum" from (${entries} ${ordered} limit ${count}) as "entries"`.execute(db);
  return sumOf(rows[0]?.sum ?? null);
}

type Row = Omit<LedgerEntry, 'amount'> & { sum: number | null };

function entriesOf(subject: Subject, days: DateRange): RawBuilder<Row> {
  const postings: RawBuilder<unknown> = subject.kind === 'account' ? accountPostings(days) : fundPostings(days);
  return sql<Row>`select "date", "type", "id", sum("amount") as "sum" from (${postings}) as "postings"
    where ${isOf(subject)} group by "date", "type", "id" having sum("amount") <> 0`;
}

function isOf(subject: Subject): RawBuilder<SqlBool> {
  if (subject.kind === 'account') return sql<SqlBool>`"accountId" = ${subject.id}`;
  if (subject.kind !== 'fund') return sql<SqlBool>`"part" = ${subject.kind} and "categoryId" = ${subject.id}`;
  const given = subject.categoryIds.length === 0 ? sql`0 = 1` : sql`"categoryId" in (${sql.join(subject.categoryIds)})`;
  return sql<SqlBool>`("fundId" = ${subject.id} or ("part" = 'giving' and ${given}))`;
}
