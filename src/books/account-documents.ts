/**
 * The documents that move the money of an account, as a bank shows them: a correction changes the amount of its
 * original, and a voided payment has no amount.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { breathe, inChunks } from '../lib/chunks.ts';
import { addDays, type CalendarDate, type DateRange, LAST_DAY } from '../lib/date.ts';
import { addMoney, type Minor } from '../lib/money.ts';
import { accountPostings, type PostingType } from './account-postings.ts';
import { findBeginning } from './balances.ts';
import { portionsOf } from './posted-sums.ts';

/** The kinds of documents that a bank statement can show. `OutstandingItem` is an item of the opening of the books. */
export const BANKED_TYPES = [
  'Giving',
  'Deposit',
  'Payment',
  'OtherIncome',
  'Transfer',
  'JournalEntry',
  'OutstandingItem',
] as const satisfies readonly (PostingType | 'OutstandingItem')[];
export type BankedType = (typeof BANKED_TYPES)[number];

/** A document, and its amount in one account: positive for money that the account received. */
export type AccountDocument = { type: BankedType; id: number; date: CalendarDate; amount: Minor };

/** Returns the key of a document: `TYPE/ID`. */
export const keyOf = ({ type, id }: Pick<AccountDocument, 'type' | 'id'>) => `${type}/${id}`;

/** Orders documents by date, those of a day by type. */
export const inOrder = (a: AccountDocument, b: AccountDocument): number =>
  (a.date === b.date ? 0 : a.date < b.date ? -1 : 1) || a.type.localeCompare(b.type) || a.id - b.id;

/** How many documents are looked at before other requests may run. */
export const AT_ONCE = 2000;

/** A document, and the day on which its amount last changed: the day of its last correction, or its own. */
export type BookedDocument = AccountDocument & { changedOn: CalendarDate };

type Booked = Map<string, BookedDocument>;

/**
 * Returns the documents of an account, by `TYPE/ID`, in the order of their dates. Lets other requests run in between. A
 * document that is fully corrected or voided has the amount 0. The items of the opening are left out.
 */
export async function accountDocuments(db: Db, accountId: number): Promise<Booked> {
  const documents: Booked = new Map();
  const of = { accountId, originals: await listCorrections(db, accountId) };
  await addDocuments(db, { of, from: (await findBeginning(db)) ?? '', to: LAST_DAY }, documents);
  return documents;
}

/**
 * Returns the documents of an account as `accountDocuments` does, and also as they were at the end of a day. `originals`
 * has the id of the original of each correction, by the key of the correction.
 */
export async function accountDocumentsAt(
  db: Db,
  accountId: number,
  day: CalendarDate,
): Promise<{ all: Booked; upTo: Booked; originals: ReadonlyMap<string, number> }> {
  const upTo: Booked = new Map();
  const originals = await listCorrections(db, accountId);
  const of = { accountId, originals };
  await addDocuments(db, { of, from: (await findBeginning(db)) ?? '', to: day }, upTo);
  const all: Booked = new Map();
  const copy = async (part: readonly [string, BookedDocument][]) => {
    for (const [key, document] of part) all.set(key, { ...document });
  };
  await inChunks([...upTo], copy, AT_ONCE);
  await addDocuments(db, { of, from: addDays(day, 1), to: LAST_DAY }, all);
  return { all, upTo, originals };
}

type Wanted = DateRange & { of: { accountId: number; originals: ReadonlyMap<string, number> } };

/** Adds what the postings of a range of days change. The postings of earlier days must be added first. */
async function addDocuments(db: Db, { of: { accountId, originals }, from, to }: Wanted, documents: Booked) {
  for await (const days of portionsOf(db, { from, to }, true)) {
    // Grouping the rows here takes less time than in SQL.
    const { rows } = await sql<{ type: BankedType; id: number; date: CalendarDate; amount: Minor }>`
      select "type", "id", "date", "amount" from (${accountPostings(days)}) as "postings"
      where "accountId" = ${accountId} and "type" <> 'Opening'`.execute(db);
    for (const { type, id, date, amount } of rows) {
      const own = keyOf({ type, id });
      const original = originals.get(own);
      const key = original === undefined ? own : keyOf({ type, id: original });
      const before = documents.get(key);
      if (!before) documents.set(key, { type, id: original ?? id, date, amount, changedOn: date });
      else {
        before.amount = addMoney(before.amount, amount);
        if (date < before.date) before.date = date;
        if (date > before.changedOn) before.changedOn = date;
      }
    }
    await breathe();
  }
}

/** Returns the ids of the originals of all corrections in an account, by the key of the correction. */
async function listCorrections(db: Db, accountId: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: BankedType; id: number; reversalOf: number }>`
    select 'Giving' as "type", "id", "reversalOf" from "givings"
      where "reversalOf" is not null and "reversalKind" = 'Correction' and "deletedAt" is null and "accountId" = ${accountId}
    union all select 'OtherIncome', "id", "reversalOf" from "otherIncome"
      where "reversalOf" is not null and "deletedAt" is null and "accountId" = ${accountId}
    union all select 'Transfer', "id", "reversalOf" from "transfers"
      where "reversalOf" is not null and "deletedAt" is null
        and ("fromAccountId" = ${accountId} or "toAccountId" = ${accountId})
    union all select 'JournalEntry', "id", "reversalOf" from "journalEntries"
      where "reversalOf" is not null and "deletedAt" is null`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row.reversalOf]));
}
