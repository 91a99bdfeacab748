import { type App, inTransaction } from '../../../app.ts';
import { keyOf } from '../../../books/account-documents.ts';
import { AppError } from '../../../errors.ts';
import { bankAccount } from '../accounts.ts';
import { listOpenLines } from '../lines/queries.ts';
import type { BankMatch, Suggestion } from './schema.ts';
import { storeMatch } from './service.ts';
import { suggestionsFor } from './suggestions.ts';

/**
 * Matches lines with their first suggestions, all or none. With `all`, matches every open line whose first suggestion no
 * other line has. Raises `not_found` for a line that is not open or has no suggestion of its own.
 */
export function acceptSuggestions(
  app: App,
  accountId: number,
  wanted: readonly number[] | 'all',
): Promise<BankMatch[]> {
  return inTransaction(app, async (app) => {
    await bankAccount(app, accountId);
    const open = await listOpenLines(app.db, accountId);
    const chosen = chosenFrom(await suggestionsFor(app, accountId, open));
    const ids = wanted === 'all' ? [...chosen.keys()] : wanted;
    const matches: BankMatch[] = [];
    for (const suggestion of new Set(ids.map((id) => chosen.get(id) ?? missing(id)))) {
      matches.push(await storeMatch(app, accountId, suggestion));
    }
    return matches;
  });
}

/** Returns the first suggestion of each line, without those that name a line or a document of an earlier one. */
function chosenFrom(suggestions: ReadonlyMap<number, readonly Suggestion[]>): ReadonlyMap<number, Suggestion> {
  const chosen = new Map<number, Suggestion>();
  const used = new Set<string>();
  for (const [first] of suggestions.values()) {
    const parts = first ? [...first.lines.map(String), ...first.documents.map(keyOf)] : [];
    if (!first || parts.some((part) => used.has(part))) continue;
    for (const part of parts) used.add(part);
    for (const line of first.lines) chosen.set(line, first);
  }
  return chosen;
}

function missing(line: number): never {
  throw new AppError(
    'not_found',
    `Line ${line} is not open, or has no suggestion of its own. Nothing was changed. Name its documents with --document.`,
  );
}
