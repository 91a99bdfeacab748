const CHINESE = /(\p{Script=Han}+(?:[\p{P}\s]*\p{Script=Han}+)*)/u;

/**
 * A text whose Chinese parts are marked as Chinese, so that they are drawn and read out correctly on an English page.
 */
export function MarkedText({ text }: { text: string }) {
  if (!CHINESE.test(text)) return text;
  // When a text is split by a group, every second piece is the group.
  return text.split(CHINESE).map((piece, at) =>
    at % 2 === 1 ? (
      // eslint-disable-next-line react/no-array-index-key -- A piece has no name but its place.
      <span key={at} lang="zh-Hant">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
