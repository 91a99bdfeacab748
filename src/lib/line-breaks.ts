const EACH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;

/** A Chinese or Japanese character, or a word of other letters, with the brackets, marks and spaces that stay with it. */
const PIECE = new RegExp(String.raw`[\p{Ps}\p{Pi}]*(?:[${EACH}]|[^\s${EACH}]+)[\p{Pe}\p{Pf}\p{Po}]*\s*`, 'gu');

/** The pieces of a text between which a line may break; joined they are the text without the spaces before it. */
export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}
