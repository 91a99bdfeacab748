/** The names of the other parties of documents: the givers of gifts and the payees of payments. */
import type { Db } from '../../../db/connect.ts';
import type { AccountDocument } from '../../../books/account-documents.ts';
import { lookUp, type Lookups, type TextOf } from '../../../books/document-parties.ts';
import { listGiverNames } from '../../giving/givings/giver-names.ts';
import { listPayees } from '../../spending/payments/payees.ts';

type Named = Pick<AccountDocument, 'type' | 'id'>;

const textsOf = (names: ReadonlyMap<number, string>) => [...names].map(([id, text]) => ({ id, text }));
const PAYEES: Lookups = { Payment: async (db, ids) => textsOf(await listPayees(db, ids)) };
const GIVERS: Lookups = { Giving: async (db, ids) => textsOf(await listGiverNames(db, ids)) };

/**
 * Looks up the names of the givers of gifts, if `isWithGivers` is true, and of the payees of payments. Other documents
 * have their party in their description. Lets other requests run in between.
 */
export function partyNamesOf(db: Db, documents: readonly Named[], isWithGivers: boolean): Promise<TextOf> {
  return lookUp(db, documents, isWithGivers ? { ...PAYEES, ...GIVERS } : PAYEES);
}
