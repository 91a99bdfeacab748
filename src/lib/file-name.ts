/** File names as people see them. They are never used as a path on a disk. */
import { normalized, withoutInvisible } from './text.ts';

const LONGEST = 200;
/** What looks like the extension of a file type; `Mar.15` and `report.v2` have none. */
const EXTENSION = /\.([A-Za-z]{2,5})$/;

/**
 * A file name to show: the name that a client sent, without folders and invisible characters, of at most 200
 * characters, and with one of these extensions (the usual one first). If nothing remains, `fallback` with the usual
 * extension.
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

/**
 * Cuts a name to a number of UTF-16 units without splitting a character, and removes dots and spaces at the ends, which
 * file systems drop or hide.
 */
function cut(text: string, length: number): string {
  return text
    .replace(/^[\s.]+/, '')
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s.]+$/, '');
}
