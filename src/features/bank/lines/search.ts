/** Finds the lines of an account by their text. */
import type { App } from '../../../app.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import { foldForSearch, wordsOf } from '../../../lib/fold.ts';
import { formatMoney } from '../../../lib/money.ts';
import { listKnownLines } from './queries.ts';
import { hidesTexts } from './shown.ts';

const ALWAYS = { from: '0000-01-01', to: '9999-12-31' };

/** Returns a function that is true for texts that contain all words of a search term. */
export function finderOf(term: string): (...texts: readonly (string | null)[]) => boolean {
  const words = wordsOf(term);
  return (...texts) => {
    const folded = texts.map((text) => foldForSearch(text ?? ''));
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}

/**
 * Returns the ids of the lines of an account whose text, check number or amount contains all words, among the lines whose
 * texts the caller may read. Lets other requests run in between.
 */
export async function findTexts(app: App, accountId: number, term: string): Promise<number[]> {
  const isWanted = finderOf(term);
  const isHidden = hidesTexts(app.actor);
  const found: number[] = [];
  await inChunks(
    await listKnownLines(app.db, accountId, ALWAYS),
    async (part) => {
      for (const { id, description, checkNumber, amount } of part) {
        if (!isHidden({ amount }) && isWanted(description, checkNumber, formatMoney(amount))) found.push(id);
      }
    },
    MANY,
  );
  return found;
}
