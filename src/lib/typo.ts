/** Recognizes words that are misspelt by one letter. */
import { fold } from './fold.ts';

/** True if one letter was mistyped, left out, added, or swapped with the next one. */
export function isOneLetterOff(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  const without = [rest.slice(1), otherRest.slice(1)] as const;
  return without[0] === without[1] || without[0] === otherRest || rest === without[1] || isSwapped;
}

/** Shorter words differ from too many others in one letter. */
const SHORTEST = 4;

/** Returns the word that a text nearly is: one letter is wrong. Returns undefined if there is none. */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const wanted = fold(text);
  return wanted.length < SHORTEST ? undefined : words.find((word) => isOneLetterOff(wanted, fold(word)));
}

/** Returns a question such as `; did you mean Tithe?`, or else nothing. */
export function meaning(text: string, words: readonly string[]): string {
  const near = nearestWord(text, words);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
