/** What the documents of an account are compared by with the lines of a bank: their references and the other party. */
import type { Db } from '../db/connect.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import { inChunks, MANY } from '../lib/chunks.ts';
import type { AccountDocument, BankedType } from './account-documents.ts';

type Named = Pick<AccountDocument, 'type' | 'id'>;

/** Returns the text of a document, or undefined if it has none. */
export type TextOf = (document: Named) => string | undefined;

/** Looks up the references of documents. Lets other requests run in between. */
export function referencesOf(db: Db, documents: readonly Named[]): Promise<TextOf> {
  return lookUp(db, documents, REFERENCES);
}

/** Returns the names of whom payments paid, by the id of the payment. `ids` is a JSON list. */
export type Payees = (db: Db, ids: string) => Promise<ReadonlyMap<number, string>>;

/**
 * Looks up the parties of documents: the giver, the payee or the payer. Documents of the same party have the same text.
 * Lets other requests run in between.
 */
export function partiesOf(db: Db, documents: readonly Named[], payees: Payees): Promise<TextOf> {
  const Payment: Lookup = async (db, ids) =>
    [...(await payees(db, ids))].map(([id, name]) => ({ id, text: partyOf('payee', name) }));
  return lookUp(db, documents, { ...PARTIES, Payment });
}

/** Returns a text for each document of a type. `ids` is a JSON list. */
type Lookup = (db: Db, ids: string) => Promise<{ id: number; text: string | null }[]>;
/** The texts to look up for each type of document. */
export type Lookups = Partial<Record<BankedType, Lookup>>;

/** Looks up texts of documents. Lets other requests run in between. */
export async function lookUp(db: Db, documents: readonly Named[], lookups: Lookups): Promise<TextOf> {
  const ids = new Map<BankedType, number[]>();
  for (const { type, id } of documents) {
    const list = ids.get(type);
    if (list) list.push(id);
    else ids.set(type, [id]);
  }
  const texts = new Map<BankedType, Map<number, string>>();
  for (const [type, list] of Object.entries(lookups) as [BankedType, Lookup][]) {
    const found = new Map<number, string>();
    texts.set(type, found);
    await inChunks(
      ids.get(type) ?? [],
      async (part) => {
        for (const { id, text } of await list(db, JSON.stringify(part))) if (text !== null) found.set(id, text);
      },
      MANY,
    );
  }
  return ({ type, id }) => texts.get(type)?.get(id);
}

const REFERENCES: Lookups = {
  Giving: prepared((db, ids: string) =>
    db
      .selectFrom('givings')
      .select((eb) => ['id', eb.fn.coalesce('checkNumber', 'zelleReference', 'payPalReference').as('text')])
      .where((eb) => eb(eb.fn.coalesce('checkNumber', 'zelleReference', 'payPalReference'), 'is not', null))
      .where(isOneOf('id', ids)),
  ),
  Deposit: prepared((db, ids: string) =>
    db
      .selectFrom('deposits')
      .leftJoin('offeringSessions', 'offeringSessions.id', 'deposits.sessionId')
      .select(['deposits.id', 'bankReference as text'])
      .where(isOneOf('deposits.id', ids)),
  ),
  Payment: prepared((db, ids: string) =>
    db
      .selectFrom('payments')
      .select(['id', 'reference as text'])
      .where('reference', 'is not', null)
      .where(isOneOf('id', ids)),
  ),
  OtherIncome: prepared((db, ids: string) =>
    db.selectFrom('otherIncome').select(['id', 'reference as text']).where(isOneOf('id', ids)),
  ),
};

const selectGivers = prepared((db, ids: string) =>
  db.selectFrom('givings').select(['id', 'memberId']).where('memberId', 'is not', null).where(isOneOf('id', ids)),
);

const partyOf = (kind: string, name: string | number | null) =>
  name === null ? null : `${kind}:${String(name).toLowerCase()}`;

const PARTIES: Lookups = {
  Giving: async (db, ids) => {
    const rows = await selectGivers(db, ids);
    return rows.map(({ id, memberId }) => ({ id, text: partyOf('member', memberId) }));
  },
  Deposit: async (db, ids) => {
    const rows = await db.selectFrom('deposits').select('id').where(isOneOf('id', ids)).execute();
    return rows.map(({ id }) => ({ id, text: 'deposit' }));
  },
  OtherIncome: async (db, ids) => {
    const rows = await db
      .selectFrom('otherIncome')
      .select(['id', 'payer', 'incomeCategoryId'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, payer, incomeCategoryId }) => {
      return { id, text: partyOf('payer', payer) ?? partyOf('income', incomeCategoryId) };
    });
  },
  Transfer: async (db, ids) => {
    const rows = await db
      .selectFrom('transfers')
      .select(['id', 'fromAccountId', 'toAccountId'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, fromAccountId, toAccountId }) => {
      return { id, text: `transfer:${fromAccountId}:${toAccountId}` };
    });
  },
};
