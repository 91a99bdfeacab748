/** Describes the documents behind the entries of a ledger. The descriptions of givings do not name the givers. */
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import { inChunks, MANY } from '../lib/chunks.ts';
import { listGivingParts } from './giving-lines.ts';
import type { PostingType } from './account-postings.ts';
import type { Method } from './payment-methods.ts';

type Document = { type: PostingType; id: number };

/**
 * Returns a description of each document, by `TYPE/ID`. `categoryName` returns the name of a giving category. Lets other
 * requests run in between.
 */
export async function describeDocuments(
  db: Db,
  documents: readonly Document[],
  categoryName: (id: number) => string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [type, describe] of Object.entries(DESCRIBE) as [PostingType, Describe][]) {
    const ids = documents.filter((one) => one.type === type).map(({ id }) => id);
    await inChunks(
      ids,
      async (part) => {
        const described = await describe(db, JSON.stringify(part), categoryName);
        for (const { id, text } of described) texts.set(`${type}/${id}`, text);
      },
      MANY,
    );
  }
  return texts;
}

type Describe = (db: Db, ids: string, categoryName: (id: number) => string) => Promise<{ id: number; text: string }[]>;

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
      const text = `${categories.map(categoryName).join(', ')} (${NAMES[method]})`;
      return { id, text: reversalOf === null ? text : `${text}, reversal of ${reversalOf}` };
    });
  },
  Deposit: async (db, ids) => {
    const rows = await db.selectFrom('deposits').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: joined('Deposit', memo) }));
  },
  Expense: async (db, ids) => {
    const rows = await db
      .selectFrom('expenses')
      .select(['id', 'vendor', 'description'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, vendor, description }) => ({ id, text: joined(vendor, description) }));
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
    return rows.map(({ id, method, reference, voidedOn, paid }) => {
      const kind = (paid ?? 0) < 0 ? 'Refund' : method === null ? 'Payment' : NAMES[method];
      const how = [kind, reference].filter((text) => text !== null).join(' ');
      return { id, text: voidedOn === null ? how : `${how}, voided on ${voidedOn}` };
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
    }));
  },
  Transfer: async (db, ids) => {
    const rows = await db.selectFrom('transfers').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: joined('Transfer', memo) }));
  },
  JournalEntry: async (db, ids) => {
    const rows = await db.selectFrom('journalEntries').select(['id', 'memo']).where(isOneOf('id', ids)).execute();
    return rows.map(({ id, memo }) => ({ id, text: memo }));
  },
  Opening: async (db, ids) => {
    const rows = await db.selectFrom('bookOpening').select('id').where(isOneOf('id', ids)).execute();
    return rows.map(({ id }) => ({ id, text: 'Opening of the books' }));
  },
};
