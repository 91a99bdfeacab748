import { type Insertable, type Selectable, sql } from 'kysely';
import { AUDITED } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, type Filter, isFilled, isListed } from '../../../db/filters.ts';
import { insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import type { Page } from '../../../lib/page.ts';
import type { BankLine, BankLineQuery, LineStatus } from './schema.ts';
import type { BankFeedTable, BankLineTable } from './table.ts';

const showLines = prepared((db, ids: string) =>
  db
    .selectFrom('bankLines')
    .select([
      'id',
      'accountId',
      'date',
      'amountMinor as amount',
      'description',
      'checkNumber',
      'bankId',
      'matchId',
      'ruleId',
    ])
    .select(
      sql<LineStatus>`case when "matchId" is not null then 'Matched' when "isIgnored" = 1 then 'Ignored' else 'Open' end`.as(
        'status',
      ),
    )
    .select(AUDITED)
    .where(isOneOf('id', ids)),
);

const BANK_LINES = {
  table: 'bankLines',
  id: 'id',
  holds: [],
  orders: { date: { columns: ['date'] }, amount: { columns: ['amountMinor'] }, id: { columns: [] } },
  show: showLines,
} satisfies List<BankLineQuery['sort']['field'], BankLine>;

const STATUS: Record<LineStatus, readonly (Filter | undefined)[]> = {
  Open: [isFilled('bankLines.matchId', false), equals('bankLines.isIgnored', 0)],
  Matched: [isFilled('bankLines.matchId', true)],
  Ignored: [equals('bankLines.isIgnored', 1)],
};

/** Returns a page of the lines of an account. With `among`, only the lines with these ids. */
export function listLines(
  db: Db,
  accountId: number,
  query: Omit<BankLineQuery, 'search'>,
  among?: readonly number[],
): Promise<Page<BankLine>> {
  const { status, from, to } = query;
  const filters = [
    equals('bankLines.accountId', accountId),
    compares('bankLines.date', '>=', from),
    compares('bankLines.date', '<=', to),
    ...(status ? STATUS[status] : []),
    isListed('bankLines.id', among),
  ];
  return readPage(db, BANK_LINES, { request: query, filters });
}

/** Returns how many open lines each account has, by the id of the account. Accounts without open lines are left out. */
export async function countAllOpen(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('bankLines')
    .select((eb) => ['accountId', eb.fn.countAll<number>().as('count')])
    .where('matchId', 'is', null)
    .where('isIgnored', '=', sql.lit(0))
    .groupBy('accountId')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}

/** Returns the lines with these ids, by id. Unknown ids are left out. */
export async function findLines(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BankLine>> {
  return new Map((await showLines(db, JSON.stringify(ids))).map((one) => [one.id, one]));
}

/** Returns the open lines of an account, ordered by date. Lets other requests run in between. */
export async function listOpenLines(db: Db, accountId: number): Promise<BankLine[]> {
  const rows = await db
    .selectFrom('bankLines')
    .select('id')
    .where('accountId', '=', accountId)
    .where('matchId', 'is', null)
    .where('isIgnored', '=', sql.lit(0))
    .orderBy('date')
    .orderBy('id')
    .execute();
  const all: BankLine[] = [];
  await inChunks(
    rows.map(({ id }) => id),
    async (part) => {
      const lines = await findLines(db, part);
      all.push(...part.flatMap((id) => lines.get(id) ?? []));
    },
    MANY,
  );
  return all;
}

/**
 * Returns the lines of an account in a range of days, ordered by id, as they are compared with a file. Lets other
 * requests run in between.
 */
export async function listKnownLines(db: Db, accountId: number, { from, to }: DateRange) {
  const ids = await db
    .selectFrom('bankLines')
    .select('id')
    .where('accountId', '=', accountId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('id')
    .execute();
  const lines: Awaited<ReturnType<typeof showKnownLines>> = [];
  await inChunks(
    ids.map(({ id }) => id),
    async (part) => {
      lines.push(...(await showKnownLines(db, JSON.stringify(part))));
    },
    MANY,
  );
  return lines;
}

const showKnownLines = prepared((db, ids: string) =>
  db
    .selectFrom('bankLines')
    .leftJoin('bankMatches', 'bankMatches.id', 'bankLines.matchId')
    .select(['bankLines.id', 'bankId', 'date', 'amountMinor as amount', 'description', 'checkNumber', 'isIgnored'])
    .select(['bankLines.matchId', 'bankMatches.reconciliationId'])
    .where(isOneOf('bankLines.id', ids))
    .orderBy('bankLines.id'),
);

/** Adds lines. */
export async function insertLines(db: Db, lines: readonly Insertable<BankLineTable>[]): Promise<void> {
  await insertRows(db, 'bankLines', lines);
}

/** Changes columns of lines. */
export async function updateLineColumns(
  db: Db,
  ids: readonly number[],
  columns: Partial<Omit<Selectable<BankLineTable>, 'id'>>,
): Promise<void> {
  await db
    .updateTable('bankLines')
    .set(columns)
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** Returns what is remembered about the files of an account, or undefined. */
export function findFeed(db: Db, accountId: number): Promise<Selectable<BankFeedTable> | undefined> {
  return db.selectFrom('bankFeeds').selectAll().where('accountId', '=', accountId).executeTakeFirst();
}

/** Stores what is remembered about the files of an account. */
export async function saveFeed(db: Db, feed: Insertable<BankFeedTable>): Promise<void> {
  await db
    .insertInto('bankFeeds')
    .values(feed)
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(feed))
    .execute();
}
