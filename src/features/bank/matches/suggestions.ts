import { type App, inSnapshot } from '../../../app.ts';
import { type AccountDocument, AT_ONCE, keyOf } from '../../../books/account-documents.ts';
import { partiesOf } from '../../../books/document-parties.ts';
import { breathe, inChunks, MANY } from '../../../lib/chunks.ts';
import { type CalendarDate, daysBetween } from '../../../lib/date.ts';
import type { Page } from '../../../lib/page.ts';
import { listPayees } from '../../spending/payments/payees.ts';
import { bankAccount } from '../accounts.ts';
import { listLines, listOpenLines } from '../lines/queries.ts';
import { folded, payeeIn } from '../lines/rules.ts';
import { findTexts } from '../lines/search.ts';
import type { BankLine, BankLineQuery } from '../lines/schema.ts';
import { hidesTexts, shownTo } from '../lines/shown.ts';
import { namedReferences, openDocuments, showDocuments } from './documents.ts';
import { listTaught } from './queries.ts';
import type { SuggestedLine, Suggestion } from './schema.ts';
import type { Candidate, Line, Taught } from './pair-rules.ts';
import { type Proposal, propose } from './suggestion-rules.ts';

/**
 * Returns a page of the lines of an account. Every open line has the documents that may belong to it. Raises
 * `not_found`, and `validation_failed` for an account without statements.
 */
export function listSuggestedLines(app: App, accountId: number, query: BankLineQuery): Promise<Page<SuggestedLine>> {
  return inSnapshot(app, async (app) => {
    await bankAccount(app, accountId);
    const { search, ...request } = query;
    const page = await listLines(
      app.db,
      accountId,
      request,
      search === undefined ? undefined : await findTexts(app, accountId, search),
    );
    const isOpen = page.items.some(({ status }) => status === 'Open');
    const suggestions = isOpen ? await suggestionsFor(app, accountId, page.items) : new Map<number, Suggestion[]>();
    // The response of a long page takes a turn of its own.
    await breathe();
    const isHidden = hidesTexts(app.actor);
    const withoutReasons = (suggestion: Suggestion): Suggestion => ({ ...suggestion, reasons: [] });
    const items = page.items.map((line) => {
      const found = suggestions.get(line.id) ?? [];
      return { ...shownTo(app.actor, line), suggestions: isHidden(line) ? found.map(withoutReasons) : found };
    });
    return { ...page, items };
  });
}

/**
 * Returns the suggestions for the wanted lines, by the id of the line. All open lines of the account are compared, so
 * that a document is suggested first for the line that it fits best.
 */
export async function suggestionsFor(app: App, accountId: number, wanted: readonly BankLine[]) {
  const dayOf = dayNumbers();
  const lines = await openLines(app, accountId, dayOf);
  const documents = await openDocuments(app, accountId);
  const taught = await taughtBy(app, accountId);
  const candidates = await candidatesFor(app, accountId, { lines, documents, taught, dayOf });
  const proposals = await propose(lines, candidates, taught);
  await breathe();
  const all = wanted.map(({ id }) => [id, proposals.get(id) ?? []] as const);
  return shown(app, accountId, { all, documents });
}

type DayOf = (date: CalendarDate) => number;

/** Returns a function that numbers days, and remembers the numbers. */
function dayNumbers(): DayOf {
  const numbers = new Map<CalendarDate, number>();
  return (date) => {
    const known = numbers.get(date);
    const day = known ?? daysBetween('1970-01-01', date);
    if (known === undefined) numbers.set(date, day);
    return day;
  };
}

/** Returns the open lines of an account as they are compared. */
async function openLines(app: App, accountId: number, dayOf: DayOf): Promise<Line[]> {
  const lines: Line[] = [];
  await inChunks(
    await listOpenLines(app.db, accountId),
    async (part) => {
      for (const { id, date, amount, checkNumber, description } of part) {
        const [text, payee] = [folded(description), payeeIn(description)];
        lines.push({ id, day: dayOf(date), amount, checkNumber, text, payee });
      }
    },
    MANY,
  );
  return lines;
}

type Compared = {
  lines: readonly Line[];
  documents: ReadonlyMap<string, AccountDocument>;
  taught: Taught;
  dayOf: DayOf;
};

/** Returns the documents as they are compared. A document has a party only if a line may have been taught to it. */
async function candidatesFor(app: App, accountId: number, { lines, documents, taught, dayOf }: Compared) {
  const referenceOf = await namedReferences(app, accountId, [...documents.values()]);
  await breathe();
  const amounts = new Set(lines.flatMap(({ amount, payee }) => (taught.has(payee) ? amount : [])));
  const partyOf = await partiesOf(
    app.db,
    [...documents.values()].filter(({ amount }) => amounts.has(amount)),
    listPayees,
  );
  const candidates: Candidate[] = [];
  const add = async (part: readonly [string, AccountDocument][]) => {
    for (const [key, document] of part) {
      const reference = referenceOf(document);
      candidates.push({
        key,
        day: dayOf(document.date),
        amount: document.amount,
        reference: reference === undefined ? null : folded(reference),
        party: partyOf(document) ?? null,
      });
    }
  };
  await inChunks([...documents], add, AT_ONCE);
  return candidates;
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
  const partyOf = await partiesOf(app.db, documents, listPayees);
  const taught = new Map<string, Set<string>>();
  for (const { description, type, documentId } of matches) {
    const party = partyOf({ type, id: documentId });
    if (party === undefined) continue;
    const text = payeeIn(description);
    taught.set(text, (taught.get(text) ?? new Set()).add(party));
  }
  return taught;
}
