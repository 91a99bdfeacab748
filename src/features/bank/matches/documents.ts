/** The documents of an account that the bank's statements do not have yet. */
import type { App } from '../../../app.ts';
import {
  type AccountDocument,
  accountDocuments,
  accountDocumentsAt,
  AT_ONCE,
  type BookedDocument,
  keyOf,
} from '../../../books/account-documents.ts';
import { referencesOf, type TextOf } from '../../../books/document-parties.ts';
import { describeDocuments } from '../../../books/posting-texts.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { subtractMoney, ZERO } from '../../../lib/money.ts';
import { type Actor, can } from '../../../permissions.ts';
import { openingOf } from '../../accounting/opening/service.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { hidesTexts } from '../lines/shown.ts';
import { partyNamesOf } from './party-names.ts';
import { type ClearedSum, sumCleared } from './queries.ts';
import type { BankDocument } from './schema.ts';

type Documents = ReadonlyMap<string, BookedDocument>;

/**
 * Returns the documents of an account, by `TYPE/ID`, with the items of the opening: all of them, and as they were at the
 * end of a day. `originals` has the ids of the originals of corrections. Lets other requests run in between.
 */
export async function documentsAt(app: App, accountId: number, day: CalendarDate) {
  const { all, upTo, originals } = await accountDocumentsAt(app.db, accountId, day);
  const items = await outstandingItems(app, accountId);
  for (const item of items) all.set(keyOf(item), item);
  for (const item of items) if (item.date <= day) upTo.set(keyOf(item), item);
  return { all, upTo, originals };
}

/**
 * Returns what is open of the documents of an account, by `TYPE/ID`: their amounts less what the bank's statements have
 * of them. Lets other requests run in between.
 */
export async function openDocuments(app: App, accountId: number): Promise<OpenDocuments> {
  const all = await accountDocuments(app.db, accountId);
  for (const item of await outstandingItems(app, accountId)) all.set(keyOf(item), item);
  return takeOff(all, await sumCleared(app.db, accountId), all);
}

async function outstandingItems(app: App, accountId: number): Promise<BookedDocument[]> {
  const { items } = await openingOf(app, accountId);
  return items.map(({ id, date, amountMinor }) => {
    return { type: 'OutstandingItem', id, date, amount: amountMinor, changedOn: date };
  });
}

type OpenDocuments = ReadonlyMap<string, AccountDocument>;

/**
 * Returns the documents, less the amounts that were cleared. A document may be cleared before its day; then its amount
 * is negative. `all` has all documents of the account. Lets other requests run in between.
 */
export function lessCleared(documents: Documents, cleared: readonly ClearedSum[], all: Documents) {
  return takeOff(new Map(documents), cleared, all);
}

/** Takes cleared amounts off documents, and removes the documents of which nothing is left. */
async function takeOff(
  documents: Map<string, AccountDocument>,
  cleared: readonly ClearedSum[],
  all: Documents,
): Promise<OpenDocuments> {
  for (const { type, documentId: id, amount } of cleared) {
    const key = keyOf({ type, id });
    const date = all.get(key)?.date ?? '';
    const left = subtractMoney(documents.get(key)?.amount ?? ZERO, amount);
    documents.set(key, { type, id, date, amount: left });
  }
  const remove = async (part: readonly [string, AccountDocument][]) => {
    for (const [key, { amount }] of part) if (amount === 0) documents.delete(key);
  };
  await inChunks([...documents], remove, AT_ONCE);
  return documents;
}

/** Looks up the references of documents, also of the items of the opening. Lets other requests run in between. */
export async function namedReferences(
  app: App,
  accountId: number,
  documents: readonly AccountDocument[],
): Promise<TextOf> {
  const { items } = await openingOf(app, accountId);
  const before = new Map(items.map(({ id, reference }) => [id, reference]));
  const referenceOf = await referencesOf(app.db, documents);
  return (document) =>
    document.type === 'OutstandingItem' ? (before.get(document.id) ?? undefined) : referenceOf(document);
}

/** Returns the description of a document with the payee of a payment. Lists on paper do not name givers. */
export const withPayee = ({ payee, description }: BankDocument): string =>
  [description, payee].filter((text) => text !== null).join(': ');

/**
 * Returns documents with their references, parties and descriptions. Givers are named, and texts of money that came in
 * are shown, only to those who may read givings.
 */
export async function showDocuments<D extends AccountDocument>(
  app: App,
  accountId: number,
  documents: readonly D[],
): Promise<(D & BankDocument)[]> {
  const referenceOf = await namedReferences(app, accountId, documents);
  const categories = new Map((await listCategories(app, true)).items.map(({ id, name }) => [id, name]));
  const named = documents.flatMap(({ type, id }) => (type === 'OutstandingItem' ? [] : [{ type, id }]));
  const partyOf = await partyNamesOf(app.db, named, can(app.actor, 'giving.read'));
  const texts = await describeDocuments(app.db, named, (id) => categories.get(id) ?? '');
  const shown = documents.map((document) => {
    const party = partyOf(document) ?? null;
    return {
      ...document,
      reference: referenceOf(document) ?? null,
      party,
      payee: document.type === 'Payment' ? party : null,
      description: texts.get(keyOf(document))?.text ?? 'From before the books',
    };
  });
  return withoutHidden(app.actor, shown);
}

/** Leaves out the texts of money that came in and of gifts that were refunded, if the actor may not read givings. */
export function withoutHidden<D extends BankDocument>(actor: Actor, documents: readonly D[]): D[] {
  const isHidden = hidesTexts(actor);
  return documents.map((one) => (isHidden(one) ? { ...one, reference: null, party: null, description: null } : one));
}
