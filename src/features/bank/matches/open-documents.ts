import { type App, inSnapshot } from '../../../app.ts';
import { AT_ONCE, inOrder } from '../../../books/account-documents.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { formatMoney } from '../../../lib/money.ts';
import { type Page, placesOf, toPage } from '../../../lib/page.ts';
import { bankAccount } from '../accounts.ts';
import { finderOf } from '../lines/search.ts';
import { openDocuments, showDocuments } from './documents.ts';
import type { BankDocument, OpenDocumentQuery } from './schema.ts';

/**
 * Returns a page of the documents of an account that no bank statement has yet, with what is left of their amounts.
 * Raises `not_found`, and `validation_failed` for an account without statements.
 */
export function listOpenDocuments(app: App, accountId: number, query: OpenDocumentQuery): Promise<Page<BankDocument>> {
  return inSnapshot(app, async (app) => {
    await bankAccount(app, accountId);
    const all = [...(await openDocuments(app, accountId)).values()].toSorted(inOrder);
    const found = query.search === undefined ? all : await search(app, accountId, all, query.search);
    const { from, to } = placesOf(query, found.length);
    const picked = await showDocuments(app, accountId, found.slice(Math.max(0, from), Math.max(0, to)));
    return toPage(query.sort.descending ? picked.toReversed() : picked, found.length, query);
  });
}

async function search<D extends { date: string; amount: BankDocument['amount'] }>(
  app: App,
  accountId: number,
  all: readonly (D & Parameters<typeof showDocuments>[2][number])[],
  term: string,
) {
  const isWanted = finderOf(term);
  const found: (typeof all)[number][] = [];
  await inChunks(
    await showDocuments(app, accountId, all),
    async (part) => {
      for (const one of part) {
        if (isWanted(one.description, one.reference, one.party, formatMoney(one.amount), one.date)) found.push(one);
      }
    },
    AT_ONCE,
  );
  return found;
}
