/** Describes the documents behind the entries of a ledger. Givers are not named. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import { inChunks, MANY } from '../lib/chunks.ts';
import { listGivingParts } from './giving-lines.ts';
import { OLD_BILL } from './payment-documents.ts';
import type { PostingType } from './account-postings.ts';
import type { Method } from './payment-methods.ts';

type Document = { type: PostingType; id: number };

/** What a document is, and what its money was for; the purpose is null if nothing says it. */
export type DocumentText = { text: string; purpose: string | null };

/**
 * Returns a description of each document, by `TYPE/ID`. `categoryName` returns the name of a giving category. Lets other
 * requests run in between.
 */
export async function describeDocuments(
  db: Db,
  documents: readonly Document[],
  categoryName: (id: number) => string,
): Promise<ReadonlyMap<string, DocumentText>> {
  const texts = new Map<string, DocumentText>();
  for (const [type, describe] of Object.entries(DESCRIBE) as [PostingType, Describe][]) {
    const ids = documents.filter((one) => one.type === type).map(({ id }) => id);
    await inChunks(
      ids,
      async (part) => {
        const described = await describe(db, JSON.stringify(part), categoryName);
        for (const { id, ...text } of described) texts.set(`${type}/${id}`, text);
      },
      MANY,
    );
  }
  return texts;
}

type Described = DocumentText & { id: number };
type Describe = (db: Db, ids: string, categoryName: (id: number) => string) => Promise<Described[]>;

const NAMES: Record<Method, string> = {
  Cash: 'Cash',
  Check: 'Check',
  Zelle: 'Zelle',
  PayPal: 'PayPal',
  Card: 'Card',
  BankTransfer: 'Bank transfer',
  Other: 'Other',
};

const joined = (...texts: readonly (string | null)[]) => texts.filter((text) => text !== null).join(': ');

const DESCRIBE: Partial<Record<PostingType, Describe>> = {
  Giving: async (db, ids, categoryName) => {
    const rows = await db
      .selectFrom('givings')
      .select(['id', 'categoryId', 'method', 'reversalOf'])
      .where(isOneOf('id', ids))
      .execute();
    const parts = await listGivingParts(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, categoryId, method, reversalOf }) => {
      const categories = categoryId === null ? (parts.get(id) ?? []).map((part) => part.categoryId) : [categoryId];
      const purpose = categories.map(categoryName).join(', ');
      const text = `${purpose} (${NAMES[method]})`;
      return { id, text: reversalOf === null ? text : `${text}, reversal of ${reversalOf}`, purpose };
    });
  },
  Deposit: async (db, ids) => {
    const rows = await db.selectFrom('deposits').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: joined('Deposit', memo), purpose: memo }));
  },
  Expense: async (db, ids) => {
    const rows = await db
      .selectFrom('expenses')
      .select(['id', 'vendor', 'description'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, vendor, description }) => ({ id, text: joined(vendor, description), purpose: description }));
  },
  Payment: async (db, ids) => {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'method', 'reference', 'voidedOn'])
      .select((eb) =>
        eb
          .selectFrom('paymentItems')
          .select(({ fn }) => fn.sum<number>('amountMinor').as('sum'))
          .whereRef('paymentId', '=', 'payments.id')
          .as('paid'),
      )
      .where(isOneOf('id', ids))
      .execute();
    const purposes = await purposesOf(db, ids);
    return rows.map(({ id, method, reference, voidedOn, paid }) => {
      const purpose = purposes.get(id) ?? null;
      const kind = (paid ?? 0) < 0 ? 'Refund' : method === null ? 'Payment' : NAMES[method];
      const how = [kind, reference].filter((text) => text !== null).join(' ');
      return { id, text: voidedOn === null ? how : `${how}, voided on ${voidedOn}`, purpose };
    });
  },
  OtherIncome: async (db, ids) => {
    const rows = await db
      .selectFrom('otherIncome')
      .select(['id', 'payer', 'reference', 'memo'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, payer, reference, memo }) => ({
      id,
      text: joined(payer, memo ?? reference) || 'Other income',
      purpose: memo,
    }));
  },
  Transfer: async (db, ids) => {
    const rows = await db.selectFrom('transfers').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: joined('Transfer', memo), purpose: memo }));
  },
  JournalEntry: async (db, ids) => {
    const rows = await db.selectFrom('journalEntries').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: memo, purpose: memo }));
  },
  Opening: async (db, ids) => {
    const rows = await db.selectFrom('bookOpening').select('id').where(isOneOf('id', ids)).execute();
    return rows.map(({ id }) => ({ id, text: 'Opening of the books', purpose: null }));
  },
};

/** Returns what each payment was for: the descriptions of the expenses that it paid. */
async function purposesOf(db: Db, ids: string): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('paymentItems')
    .leftJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .select((eb) => ['paymentId', eb.fn.coalesce('expenses.description', sql.lit(OLD_BILL)).as('description')])
    .where(isOneOf('paymentId', ids))
    .orderBy('paymentId')
    .orderBy('position')
    .execute();
  const purposes = new Map<number, string>();
  for (const { paymentId, description } of rows)
    purposes.set(paymentId, joinedBy(purposes.get(paymentId), description));
  return purposes;
}

const joinedBy = (before: string | undefined, text: string) => (before === undefined ? text : `${before}, ${text}`);
