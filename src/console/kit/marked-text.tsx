const CHINESE = /(\p{Script=Han}+(?:[\p{P}\s]*\p{Script=Han}+)*)/u;

/** A Chinese text of at most this length is taken for a name, which is not broken over two lines. */
const LONGEST_NAME = 4;

/**
 * A text with its Chinese parts marked as Chinese. On an English page, browsers then draw these parts correctly, and
 * screen readers pronounce them correctly.
 */
export function MarkedText({ text }: { text: string }) {
  if (!CHINESE.test(text)) return text;
  // `split` with a group in the pattern puts the matches, which are Chinese, at the odd indexes.
  return text.split(CHINESE).map((piece, at) =>
    at % 2 === 1 ? (
      // eslint-disable-next-line react/no-array-index-key -- A piece has no key except its index.
      <span key={at} lang="zh-Hant" className={piece.length <= LONGEST_NAME ? 'unbroken' : undefined}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
