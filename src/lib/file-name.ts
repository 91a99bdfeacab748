/** Names of files as people see them; no path on a disk is ever made of one. */
import { normalized, withoutInvisible } from './text.ts';

const LONGEST = 200;
/** What reads as the extension of a kind of file; `Mar.15` or `report.v2` has none. */
const EXTENSION = /\.([A-Za-z]{2,5})$/;

/**
 * A name to show for a file whose kind has these extensions, the usual one first: what a client sent, without folders
 * and without what cannot be seen, at most 200 characters, and ending as its kind does. When nothing is left, `fallback`
 * with the usual extension.
 */
export function displayName(
  given: string | null,
  extensions: readonly [string, ...string[]],
  fallback: string,
): string {
  const [usual] = extensions;
  const last =
    withoutInvisible(given ?? '')
      .replace(/[\u2028\u2029]/g, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const name = normalized(last, 'NFC').replace(/[\s.]+$/, '');
  const own = EXTENSION.exec(name)?.[1];
  const isTrue = own !== undefined && extensions.includes(own.toLowerCase());
  const ending = `.${isTrue ? own : usual}`;
  const stem = cut(own === undefined ? name : name.slice(0, -own.length - 1), LONGEST - ending.length);
  return (stem || fallback) + ending;
}

/** At most so many UTF-16 units, no character cut in two, and no dots or blanks at the ends, which file systems drop or hide. */
function cut(text: string, length: number): string {
  return text
    .replace(/^[\s.]+/, '')
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s.]+$/, '');
}
