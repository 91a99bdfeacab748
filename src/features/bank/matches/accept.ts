import { type App, inTransaction } from '../../../app.ts';
import { keyOf } from '../../../books/account-documents.ts';
import { AppError } from '../../../errors.ts';
import { bankAccount } from '../accounts.ts';
import { listOpenLines } from '../lines/queries.ts';
import type { BankMatch, Reason, SuggestedLine, Suggestion } from './schema.ts';
import { storeMatch } from './service.ts';
import { suggestionsFor } from './suggestions.ts';

/**
 * Matches lines with their first suggestions, all or none. Raises `not_found` for a line that is not open or has no
 * suggestion of its own.
 */
export function acceptSuggestions(app: App, accountId: number, wanted: readonly number[]): Promise<BankMatch[]> {
  return inTransaction(app, async (app) => {
    const { suggestions } = await openSuggestions(app, accountId);
    const chosen = chosenFrom([...suggestions.values()].flatMap(([first]) => first ?? []));
    return storeAll(
      app,
      accountId,
      wanted.map((id) => chosen.get(id) ?? missing(id)),
    );
  });
}

/**
 * Matches all open lines whose first suggestion is sure and that no other line has, all or none. Returns the other lines
 * that have a suggestion, too.
 */
export function acceptSure(app: App, accountId: number): Promise<{ items: BankMatch[]; left: SuggestedLine[] }> {
  return inTransaction(app, async (app) => {
    const { open, suggestions } = await openSuggestions(app, accountId);
    const chosen = chosenFrom([...suggestions.values()].flatMap(([first]) => (first && isSure(first) ? first : [])));
    const left = open.flatMap((line) => {
      const own = suggestions.get(line.id) ?? [];
      return own.length > 0 && !chosen.has(line.id) ? [{ ...line, suggestions: own }] : [];
    });
    return { items: await storeAll(app, accountId, [...chosen.values()]), left };
  });
}

const SURE: ReadonlySet<Reason> = new Set(['date', 'checkNumber', 'reference']);

/** True if the day, the number of the check or the reference agrees, and not just the amount or the payee. */
const isSure = ({ reasons }: Suggestion) => reasons.some((reason) => SURE.has(reason));

async function openSuggestions(app: App, accountId: number) {
  await bankAccount(app, accountId);
  const open = await listOpenLines(app.db, accountId);
  return { open, suggestions: await suggestionsFor(app, accountId, open) };
}

async function storeAll(app: App, accountId: number, suggestions: readonly Suggestion[]): Promise<BankMatch[]> {
  const matches: BankMatch[] = [];
  for (const suggestion of new Set(suggestions)) matches.push(await storeMatch(app, accountId, suggestion));
  return matches;
}

/** Returns the suggestions by their lines, without those that name a line or a document of an earlier one. */
function chosenFrom(suggestions: readonly Suggestion[]): ReadonlyMap<number, Suggestion> {
  const chosen = new Map<number, Suggestion>();
  const used = new Set<string>();
  for (const one of suggestions) {
    const parts = [...one.lines.map(String), ...one.documents.map(keyOf)];
    if (parts.some((part) => used.has(part))) continue;
    for (const part of parts) used.add(part);
    for (const line of one.lines) chosen.set(line, one);
  }
  return chosen;
}

function missing(line: number): never {
  throw new AppError(
    'not_found',
    `Line ${line} is not open, or has no suggestion of its own. Nothing was changed. Name its documents with --document.`,
  );
}
