/** The documents of an account that the bank's statements do not have yet. */
import type { App } from '../../../app.ts';
import { type AccountDocument, keyOf, accountDocuments } from '../../../books/account-documents.ts';
import { identifyDocuments, type Identity } from '../../../books/document-parties.ts';
import { describeDocuments } from '../../../books/posting-texts.ts';
import { type CalendarDate, LAST_DAY } from '../../../lib/date.ts';
import { subtractMoney, ZERO } from '../../../lib/money.ts';
import { openingOf } from '../../accounting/opening/service.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { type ClearedSum, sumCleared } from './queries.ts';
import type { BankDocument } from './schema.ts';

type Documents = ReadonlyMap<string, AccountDocument>;

/**
 * Returns the documents of an account up to a day, by `TYPE/ID`, with the items of the opening. Lets other requests run
 * in between.
 */
export async function documentsOf(app: App, accountId: number, to: CalendarDate = LAST_DAY): Promise<Documents> {
  const { items } = await openingOf(app, accountId);
  const all = await accountDocuments(app.db, accountId, to);
  for (const { id, date, amountMinor } of items) {
    const item = { type: 'OutstandingItem' as const, id, date, amount: amountMinor };
    all.set(keyOf(item), item);
  }
  return all;
}

/**
 * Returns what is open of the documents of an account, by `TYPE/ID`: their amounts less what the bank's statements have
 * of them. Lets other requests run in between.
 */
export async function openDocuments(app: App, accountId: number): Promise<Documents> {
  const all = await documentsOf(app, accountId);
  return lessCleared(all, await sumCleared(app.db, accountId), all);
}

/**
 * Returns the documents, less the amounts that were cleared. A document may be cleared before its day; then its amount
 * is negative. `all` names all documents of the account.
 */
export function lessCleared(documents: Documents, cleared: readonly ClearedSum[], all: Documents): Documents {
  const open = new Map<string, AccountDocument>();
  for (const [key, document] of documents) if (document.amount !== 0) open.set(key, document);
  for (const { type, documentId, amount } of cleared) {
    const key = keyOf({ type, id: documentId });
    const date = all.get(key)?.date ?? '';
    const left = subtractMoney(documents.get(key)?.amount ?? ZERO, amount);
    if (left === 0) open.delete(key);
    else open.set(key, { type, id: documentId, date, amount: left });
  }
  return open;
}

/** Returns the reference and the party of each document, by `TYPE/ID`. Lets other requests run in between. */
export async function identitiesOf(
  app: App,
  accountId: number,
  documents: readonly AccountDocument[],
): Promise<ReadonlyMap<string, Identity>> {
  const { items } = await openingOf(app, accountId);
  const identities = new Map(await identifyDocuments(app.db, documents));
  for (const { id, reference } of items)
    identities.set(keyOf({ type: 'OutstandingItem', id }), { reference, party: null });
  return identities;
}

/** Returns documents with their references and descriptions. Givers are not named. */
export async function showDocuments(
  app: App,
  accountId: number,
  documents: readonly AccountDocument[],
): Promise<BankDocument[]> {
  const identities = await identitiesOf(app, accountId, documents);
  const categories = new Map((await listCategories(app, true)).items.map(({ id, name }) => [id, name]));
  const named = documents.flatMap(({ type, id }) => (type === 'OutstandingItem' ? [] : [{ type, id }]));
  const texts = await describeDocuments(app.db, named, (id) => categories.get(id) ?? '');
  return documents.map((document) => ({
    ...document,
    reference: identities.get(keyOf(document))?.reference ?? null,
    description: texts.get(keyOf(document)) ?? 'From before the books',
  }));
}
