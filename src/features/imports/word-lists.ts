import { headerKey } from '../../lib/import-columns.ts';
import { readShipped } from '../../package.ts';

/**
 * Returns a function that returns whether a list has a word, which is in the form that `headerKey` returns. The lists are in
 * a file of the package, which is read at the first call.
 */
export function wordLists(file: string): (list: string, key: string) => boolean {
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (list, key) => {
    known ??= new Map(
      Object.entries(readShipped(file) as Record<string, readonly string[]>).map(([name, words]) => [
        name,
        new Set(words.map(headerKey)),
      ]),
    );
    return known.get(list)?.has(key) === true;
  };
}
