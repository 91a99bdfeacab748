/** File names for display. They are never used as paths on a disk. */
import { normalized, withoutInvisible } from './text.ts';

const LONGEST = 200;
/** Matches a file extension at the end of a name. `Mar.15` and `report.v2` have no extension. */
const EXTENSION = /\.([A-Za-z]{2,5})$/;

/**
 * Returns a file name for display, of at most 200 characters: the name that a client sent, without folders and
 * invisible characters. If the extension is missing or not in `extensions`, the first of `extensions` is used. If the
 * rest of the name is empty, `fallback` is used.
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
 * Cuts a name to a number of UTF-16 units without splitting a character. Removes dots and spaces at both ends, because
 * file systems drop or hide them.
 */
function cut(text: string, length: number): string {
  return text
    .replace(/^[\s.]+/, '')
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s.]+$/, '');
}
