/** What the documents of an account are compared by with the lines of a bank: their references and the other party. */
import type { Db } from '../db/connect.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import { inChunks, MANY } from '../lib/chunks.ts';
import { type AccountDocument, type BankedType, keyOf } from './account-documents.ts';

/** `party` identifies a giver, a payee or a payer. Documents of the same party have equal texts. */
export type Identity = { reference: string | null; party: string | null };

/** Returns the reference and the party of each document, by `TYPE/ID`. Lets other requests run in between. */
export async function identifyDocuments(
  db: Db,
  documents: readonly Pick<AccountDocument, 'type' | 'id'>[],
): Promise<ReadonlyMap<string, Identity>> {
  const found = new Map<string, Identity>();
  for (const [type, identify] of Object.entries(IDENTIFY) as [BankedType, Identify][]) {
    const ids = documents.filter((one) => one.type === type).map(({ id }) => id);
    await inChunks(
      ids,
      async (part) => {
        for (const { id, ...identity } of await identify(db, JSON.stringify(part))) {
          found.set(keyOf({ type, id }), identity);
        }
      },
      MANY,
    );
  }
  return found;
}

type Identify = (db: Db, ids: string) => Promise<(Identity & { id: number })[]>;

const partyOf = (kind: string, name: string | number | null) =>
  name === null ? null : `${kind}:${String(name).toLowerCase()}`;

const selectGivings = prepared((db, ids: string) =>
  db
    .selectFrom('givings')
    .select((eb) => [
      'id',
      'memberId',
      eb.fn.coalesce('checkNumber', 'zelleReference', 'payPalReference').as('reference'),
    ])
    .where(isOneOf('id', ids)),
);

const selectPayments = prepared((db, ids: string) =>
  db
    .selectFrom('payments')
    .innerJoin('paymentItems', 'paymentItems.paymentId', 'payments.id')
    .leftJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .leftJoin('payables', 'payables.id', 'paymentItems.payableId')
    .select(['payments.id', 'payments.reference'])
    .select((eb) => eb.fn.min(eb.fn.coalesce('expenses.vendor', 'payables.vendor')).as('vendor'))
    .where(isOneOf('payments.id', ids))
    .groupBy(['payments.id', 'payments.reference']),
);

const IDENTIFY: Partial<Record<BankedType, Identify>> = {
  Giving: async (db, ids) => {
    const rows = await selectGivings(db, ids);
    return rows.map(({ id, memberId, reference }) => ({ id, reference, party: partyOf('member', memberId) }));
  },
  Deposit: async (db, ids) => {
    const rows = await db
      .selectFrom('deposits')
      .leftJoin('offeringSessions', 'offeringSessions.id', 'deposits.sessionId')
      .select(['deposits.id', 'bankReference as reference'])
      .where(isOneOf('deposits.id', ids))
      .execute();
    return rows.map((row) => ({ ...row, party: 'deposit' }));
  },
  Payment: async (db, ids) => {
    const rows = await selectPayments(db, ids);
    return rows.map(({ id, reference, vendor }) => ({ id, reference, party: partyOf('vendor', vendor) }));
  },
  OtherIncome: async (db, ids) => {
    const rows = await db
      .selectFrom('otherIncome')
      .select(['id', 'reference', 'payer', 'incomeCategoryId'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ payer, incomeCategoryId, ...row }) => ({
      ...row,
      party: partyOf('payer', payer) ?? partyOf('income', incomeCategoryId),
    }));
  },
  Transfer: async (db, ids) => {
    const rows = await db
      .selectFrom('transfers')
      .select(['id', 'fromAccountId', 'toAccountId'])
      .where(isOneOf('id', ids))
      .execute();
    return rows.map(({ id, fromAccountId, toAccountId }) => {
      return { id, reference: null, party: `transfer:${fromAccountId}:${toAccountId}` };
    });
  },
};
