import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, isFilled } from '../../../db/filters.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import { breathe, pagesByKey } from '../../../lib/chunks.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Page } from '../../../lib/page.ts';
import { ministryNames } from '../../church/ministries/joins.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import { fundNames } from '../../ledger/funds/joins.ts';
import { incomeCategoryNames } from '../../ledger/income-categories/joins.ts';
import { subCategoryNames } from '../../spending/categories/joins.ts';
import { rejectedReason } from '../../approvals/joins.ts';
import { waitsFor } from '../../approvals/two-people.ts';
import { APPROVABLE, fromStored, type StoredLine } from './rules.ts';
import {
  type JournalEntry,
  type JournalEntryQuery,
  type JournalLine,
  LINES_LISTED,
  type ListedJournalEntry,
} from './schema.ts';
import type { JournalEntryTable } from './table.ts';

type Head = Omit<JournalEntry, 'lines'>;

const selectHeads = prepared((db, ids: string) =>
  db
    .selectFrom('journalEntries')
    .select([
      'id',
      'date',
      'memo',
      'isYearEnd',
      'status',
      'shownOn',
      'amountMinor as amount',
      'lineCount',
      'approvedBy',
      'approvedAt',
      rejectedReason(APPROVABLE).as('rejectedReason'),
      'reversalOf',
      'createdAt',
      'modifiedAt',
      'createdBy',
      'modifiedBy',
    ])
    .select((eb) =>
      eb
        .selectFrom('journalEntries as reversal')
        .select('reversal.id')
        .whereRef('reversal.reversalOf', '=', 'journalEntries.id')
        .where('reversal.deletedAt', 'is', null)
        .limit(1)
        .as('reversedBy'),
    )
    .where('deletedAt', 'is', null)
    .where(isOneOf('id', ids)),
);

async function showHeads(db: Db, ids: string): Promise<Head[]> {
  return (await selectHeads(db, ids)).map(({ isYearEnd, ...row }) => ({ ...row, yearEnd: isYearEnd === 1 }));
}

const ENTRIES = {
  table: 'journalEntries',
  id: 'id',
  holds: [isFilled('journalEntries.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    amount: { columns: ['amountMinor'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showHeads,
} satisfies List<JournalEntryQuery['sort']['field'], Head>;

/** Returns one entry that is not deleted, with all its lines, or undefined. */
export async function findEntry(db: Db, id: number): Promise<JournalEntry | undefined> {
  const [head] = await showHeads(db, JSON.stringify([id]));
  return head && { ...head, lines: await listLines(db, id) };
}

/** Selects lines with the names of the records that they refer to. */
const selectLines = (db: Db) =>
  db
    .selectFrom('journalLines')
    .leftJoin(accountNames(db), 'account.id', 'journalLines.accountId')
    .leftJoin(subCategoryNames(db), 'subCategory.id', 'journalLines.subCategoryId')
    .leftJoin(incomeCategoryNames(db), 'incomeCategory.id', 'journalLines.incomeCategoryId')
    .leftJoin(fundNames(db), 'fund.id', 'journalLines.fundId')
    .leftJoin(ministryNames(db), 'ministry.id', 'journalLines.ministryId')
    .selectAll('journalLines')
    .select((eb) => [
      eb.fn.coalesce('account.name', 'subCategory.name', 'incomeCategory.name').as('name'),
      'fund.name as fundName',
      'ministry.name as ministryName',
    ]);

/** Reads the lines of an entry page by page, and lets other requests run in between. */
async function listLines(db: Db, entryId: number): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  const read = (after: number, limit: number) => selectPage(db, entryId, after, limit);
  for await (const page of pagesByKey(-1, ({ position }) => position, read)) {
    lines.push(...page.map(fromStored));
    if (lines.length > LINES_LISTED) await breathe();
  }
  return lines;
}

const selectPage = prepared((db, entryId: number, after: number, limit: number) =>
  selectLines(db).where('entryId', '=', entryId).where('position', '>', after).orderBy('position').limit(limit),
);

/** Returns the oldest entries that wait for the decision of a user, at most `limit`. */
export function listWaiting(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('journalEntries')
    .select(['id', 'date', 'memo', 'amountMinor as amount', 'createdBy', 'modifiedAt'])
    .where(waitsFor(APPROVABLE, userId))
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the sums of the lines of entries: by account, and by fund for lines that name no account. */
export const sumLines = prepared((db, entryIds: string) =>
  db
    .selectFrom('journalLines')
    .select(['entryId', 'accountId', sql<number | null>`case when "accountId" is null then "fundId" end`.as('fundId')])
    .select((eb) => eb.fn.sum<number>('amountMinor').as('sum'))
    .where(isOneOf('entryId', entryIds))
    .groupBy(['entryId', 'accountId', sql`3`]),
);

/** Returns a page of entries. The search looks in the memo. */
export async function listEntries(db: Db, query: JournalEntryQuery): Promise<Page<ListedJournalEntry>> {
  const { status, from, to } = query;
  const filters = [
    equals('journalEntries.status', status),
    compares('journalEntries.date', '>=', from),
    compares('journalEntries.date', '<=', to),
  ];
  const found = await look(db, 'journalEntry', query, false);
  const page = await readPage(db, ENTRIES, { request: query, filters, found });
  const short = page.items.filter(({ lineCount }) => lineCount <= LINES_LISTED);
  const lines = new Map<number, JournalLine[]>(short.map(({ id }) => [id, []]));
  for (const line of await selectLinesOf(db, JSON.stringify([...lines.keys()])))
    lines.get(line.entryId)?.push(fromStored(line));
  return { ...page, items: page.items.map((head) => ({ ...head, lines: lines.get(head.id) ?? null })) };
}

const selectLinesOf = prepared((db, entryIds: string) =>
  selectLines(db).where(isOneOf('entryId', entryIds)).orderBy('entryId').orderBy('position'),
);

/** Adds an entry without its lines. Returns its id. */
export function insertEntry(db: Db, entry: Insertable<JournalEntryTable>): Promise<number> {
  return insertRow(db, 'journalEntries', entry);
}

/** Adds the lines of an entry, and lets other requests run in between. */
export function insertLines(db: Db, entryId: number, lines: readonly StoredLine[]): Promise<void> {
  return insertRows(
    db,
    'journalLines',
    lines.map((line, position) => ({ entryId, position, ...line })),
  );
}

/** Removes the lines of an entry. */
export async function deleteLines(db: Db, entryId: number): Promise<void> {
  await db.deleteFrom('journalLines').where('entryId', '=', entryId).execute();
}

/** Changes columns of an entry. */
export async function updateEntryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<JournalEntryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('journalEntries').set(columns).where('id', '=', id).execute();
}

/** Returns the earliest day on which a posted entry affects a fund, or undefined if there is none. */
export async function findFirstDay(db: Db, fundId: number): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select min(j."shownOn") as "day" from "journalLines" l join "journalEntries" j on j."id" = l."entryId"
    where l."fundId" = ${fundId} and j."status" = 'Posted' and j."deletedAt" is null`.execute(db);
  return rows[0]?.day ?? undefined;
}

/** Returns the entries that wait for approval and that the monthly statements of a range of days would show. */
export function listPending(db: Db, { from, to }: DateRange) {
  return db
    .selectFrom('journalEntries')
    .select(['id', 'date'])
    .where('status', '=', 'PendingApproval')
    .where('deletedAt', 'is', null)
    .where('shownOn', '>=', from)
    .where('shownOn', '<=', to)
    .orderBy('date')
    .orderBy('id')
    .execute();
}

/** Returns the ids of those entries that were posted without an approval. Deleted entries are among them. */
export async function listPostedAlone(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('journalEntries')
    .select('id')
    .where(isOneOf('id', JSON.stringify(ids)))
    .where('status', '=', 'Posted')
    .where('approvedBy', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the year-end entries of a day that wait for approval, ordered by id. */
export function findPendingYearEnd(db: Db, day: CalendarDate) {
  return db
    .selectFrom('journalEntries')
    .select(['id', 'date', 'amountMinor as amount'])
    .where('status', '=', 'PendingApproval')
    .where('deletedAt', 'is', null)
    .where('isYearEnd', '=', 1)
    .where('date', '=', day)
    .orderBy('id')
    .execute();
}
