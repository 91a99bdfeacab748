const EACH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;

/**
 * Matches a Chinese or Japanese character, or a word of other letters, with the brackets, punctuation and spaces around
 * it.
 */
const PIECE = new RegExp(String.raw`[\p{Ps}\p{Pi}]*(?:[${EACH}]|[^\s${EACH}]+)[\p{Pe}\p{Pf}\p{Po}]*\s*`, 'gu');

/**
 * Returns the pieces of a text between which a line may break. Joined, the pieces are the text without its leading
 * spaces.
 */
export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}
