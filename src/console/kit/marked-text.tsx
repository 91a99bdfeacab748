const CHINESE = /(\p{Script=Han}+(?:[\p{P}\s]*\p{Script=Han}+)*)/u;

/** A text with its Chinese parts marked as Chinese, so that they are drawn and read out as such on an English page. */
export function MarkedText({ text }: { text: string }) {
  if (!CHINESE.test(text)) return text;
  // Of what is split by a group, each second piece is the group.
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
