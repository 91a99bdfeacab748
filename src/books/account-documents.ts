/**
 * The documents that move the money of an account, as a bank shows them: a correction changes the amount of its
 * original, and a voided payment has no amount.
 */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { breathe } from '../lib/chunks.ts';
import type { CalendarDate } from '../lib/date.ts';
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

/**
 * Returns the documents of an account up to a day, by `TYPE/ID`, in the order of their dates. Lets other requests run in
 * between. A document that is fully corrected or voided has the amount 0. The items of the opening are left out.
 */
export async function accountDocuments(
  db: Db,
  accountId: number,
  to: CalendarDate,
): Promise<Map<string, AccountDocument>> {
  const originals = await listCorrections(db, accountId);
  const documents = new Map<string, AccountDocument>();
  const from = (await findBeginning(db)) ?? '';
  for await (const days of portionsOf(db, { from, to }, true)) {
    const { rows } = await sql<{ type: BankedType; id: number; date: CalendarDate; sum: number | null }>`
      select "type", "id", min("date") as "date", sum("amount") as "sum" from (${accountPostings(days)}) as "postings"
      where "accountId" = ${accountId} and "type" <> 'Opening' group by "type", "id"`.execute(db);
    for (const { type, id: own, date, sum } of rows) {
      const id = originals.get(keyOf({ type, id: own })) ?? own;
      const key = keyOf({ type, id });
      const before = documents.get(key);
      if (before) before.amount = addMoney(before.amount, sumOf(sum));
      else documents.set(key, { type, id, date, amount: sumOf(sum) });
    }
    await breathe();
  }
  return documents;
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
