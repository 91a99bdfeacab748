import { type App, inSnapshot } from '../../../app.ts';
import { type AccountDocument, keyOf } from '../../../books/account-documents.ts';
import { identifyDocuments } from '../../../books/document-parties.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import { bankAccount } from '../accounts.ts';
import { listLines, listOpenLines } from '../lines/queries.ts';
import { folded, payeeIn } from '../lines/rules.ts';
import type { BankLine, BankLineQuery } from '../lines/schema.ts';
import { identitiesOf, openDocuments, showDocuments } from './documents.ts';
import { listTaught } from './queries.ts';
import type { SuggestedLine, Suggestion } from './schema.ts';
import type { Candidate, Taught } from './pair-rules.ts';
import { type Proposal, propose } from './suggestion-rules.ts';

/**
 * Returns a page of the lines of an account. Every open line has the documents that may belong to it. Raises
 * `not_found`, and `validation_failed` for an account without statements.
 */
export function listSuggestedLines(app: App, accountId: number, query: BankLineQuery): Promise<Page<SuggestedLine>> {
  return inSnapshot(app, async (app) => {
    await bankAccount(app, accountId);
    const page = await listLines(app.db, accountId, query);
    const isOpen = page.items.some(({ status }) => status === 'Open');
    const suggestions = isOpen ? await suggestionsFor(app, accountId, page.items) : new Map<number, Suggestion[]>();
    // The response of a long page takes a turn of its own.
    await breathe();
    return { ...page, items: page.items.map((line) => ({ ...line, suggestions: suggestions.get(line.id) ?? [] })) };
  });
}

/** How many documents are prepared before other requests may run. */
const AT_ONCE = 2000;

/**
 * Returns the suggestions for the wanted lines, by the id of the line. All open lines of the account are compared, so
 * that a document is suggested first for the line that it fits best.
 */
export async function suggestionsFor(app: App, accountId: number, wanted: readonly BankLine[]) {
  const lines = await listOpenLines(app.db, accountId);
  const documents = await openDocuments(app, accountId);
  const identities = await identitiesOf(app, accountId, [...documents.values()]);
  const candidates: Candidate[] = [];
  await inChunks(
    [...documents],
    async (part) => {
      for (const [key, { date, amount }] of part) {
        const { reference = null, party = null } = identities.get(key) ?? {};
        candidates.push({ key, date, amount, reference: reference === null ? null : folded(reference), party });
      }
    },
    AT_ONCE,
  );
  const proposals = await propose(
    lines.map((line) => ({ ...line, text: folded(line.description), payee: payeeIn(line.description) })),
    candidates,
    await taughtBy(app, accountId),
  );
  await breathe();
  const all = wanted.map(({ id }) => [id, proposals.get(id) ?? []] as const);
  return shown(app, accountId, { all, documents });
}

/** Returns the proposals with their documents as they are shown. */
async function shown(
  app: App,
  accountId: number,
  {
    all,
    documents,
  }: { all: (readonly [number, readonly Proposal[]])[]; documents: ReadonlyMap<string, AccountDocument> },
): Promise<ReadonlyMap<number, Suggestion[]>> {
  const keys = new Set(all.flatMap(([, proposals]) => proposals.flatMap((proposal) => proposal.documents)));
  const named = [...keys].flatMap((key) => documents.get(key) ?? []);
  const texts = new Map((await showDocuments(app, accountId, named)).map((one) => [keyOf(one), one]));
  return new Map(
    all.map(([id, proposals]) => [
      id,
      proposals.map(({ lines, documents: wanted, reasons }) => {
        return { lines: [...lines], documents: wanted.flatMap((key) => texts.get(key) ?? []), reasons };
      }),
    ]),
  );
}

/** Returns which parties the lines of each text were matched with before. */
async function taughtBy(app: App, accountId: number): Promise<Taught> {
  const matches = await listTaught(app.db, accountId);
  const documents = matches.map(({ type, documentId }) => ({ type, id: documentId }));
  const identities = await identifyDocuments(app.db, documents);
  const taught = new Map<string, Set<string>>();
  for (const { description, type, documentId } of matches) {
    const party = identities.get(keyOf({ type, id: documentId }))?.party;
    if (party == null) continue;
    const text = payeeIn(description);
    taught.set(text, (taught.get(text) ?? new Set()).add(party));
  }
  return taught;
}
