/**
 * What the words of a payment service mean: the kinds of its rows, the states of its payments, and its methods. Those of a
 * program are in `data/import-programs.json`, and those that people write in lists of their own in `data/payout-words.json`.
 */
import { METHOD_WORDS } from '../../../books/method-words.ts';
import { headerKey } from '../../../lib/import-columns.ts';
import { readShipped } from '../../../package.ts';
import { allPrograms, type Program } from '../../imports/programs.ts';

type Words = NonNullable<Program['words']>;

let common: Words | undefined;

/**
 * Returns a function that says what a word in a column means, or undefined for a word that is not known. A file of a known
 * program has the words of that program. Our own names of the meanings are always known.
 */
export function meanings(field: 'kind' | 'status' | 'impact' | 'method', program: Program | undefined) {
  common ??= readShipped('data/payout-words.json') as Words;
  const others = allPrograms().filter(({ kind }) => kind === 'payouts');
  const lists = program ? [program.words] : [common, ...others.map(({ words }) => words)];
  const known = new Map<string, string>();
  for (const words of [...lists, { method: METHOD_WORDS } as Words]) {
    for (const [meaning, all] of Object.entries(words?.[field] ?? {})) {
      for (const word of [meaning, ...all]) if (!known.has(headerKey(word))) known.set(headerKey(word), meaning);
    }
  }
  return (word: string): string | undefined => known.get(headerKey(word));
}
