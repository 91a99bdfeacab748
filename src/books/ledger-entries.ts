/** The entries of a general ledger: the postings to one account, fund or category, one entry for each document and day. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../lib/money.ts';
import { accountPostings, type PostingType } from './account-postings.ts';
import { fundPostings } from './fund-postings.ts';
import { portionsOf } from './posted-sums.ts';

/** What the ledger is about. The categories of a fund are those of givings. */
export type Subject =
  | { kind: 'account'; id: number }
  | { kind: 'fund'; id: number; categoryIds: readonly number[] }
  | { kind: 'giving' | 'otherIncome' | 'expense'; id: number };

export type LedgerEntry = { date: CalendarDate; type: PostingType; id: number; amount: Minor };

/** A part of the entries: how many come before it, and the sum of those. */
export type LedgerPage = { entries: LedgerEntry[]; before: Minor; totalCount: number };

/**
 * Returns the entries at `offset`, at most `limit`, ordered by date. Amounts are debits for an account, and income for
 * everything else. Reads month by month, so that other requests run in between.
 */
export async function readLedger(
  db: Db,
  subject: Subject,
  { range, offset, limit }: { range: DateRange; offset: number; limit: number },
): Promise<LedgerPage> {
  const entries: LedgerEntry[] = [];
  let [count, before] = [0, ZERO];
  for await (const portion of portionsOf(db, range)) {
    const { rows } = await entriesOf(subject, portion).execute(db);
    const first = Math.max(0, offset - count);
    before = addMoney(before, ...rows.slice(0, first).map(({ sum }) => sumOf(sum)));
    const shown = rows.slice(first, first + limit - entries.length);
    entries.push(...shown.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) })));
    count += rows.length;
  }
  return { entries, before, totalCount: count };
}

type Row = Omit<LedgerEntry, 'amount'> & { sum: number | null };

function entriesOf(subject: Subject, portion: DateRange) {
  const postings: RawBuilder<unknown> = subject.kind === 'account' ? accountPostings(portion) : fundPostings(portion);
  return sql<Row>`select "date", "type", "id", sum("amount") as "sum" from (${postings}) as "postings"
    where ${isOf(subject)} group by "date", "type", "id" having sum("amount") <> 0 order by "date", "type", "id"`;
}

function isOf(subject: Subject): RawBuilder<SqlBool> {
  if (subject.kind === 'account') return sql<SqlBool>`"accountId" = ${subject.id}`;
  if (subject.kind !== 'fund') return sql<SqlBool>`"part" = ${subject.kind} and "categoryId" = ${subject.id}`;
  const given = subject.categoryIds.length === 0 ? sql`0 = 1` : sql`"categoryId" in (${sql.join(subject.categoryIds)})`;
  return sql<SqlBool>`("fundId" = ${subject.id} or ("part" = 'giving' and ${given}))`;
}
