/** Splits an OFX file, SGML or XML, into its tags. Nothing that a document type defines is used. */

/** A tag, and the text between it and the next tag. */
export type OfxToken = {
  kind: 'start' | 'end' | 'empty' | 'definition';
  /** The name in capitals, without the prefix of a name space. */
  name: string;
  text: string;
  line: number;
};

/** How many characters of a text are read. Texts of banks are much shorter. */
const LONGEST_TEXT = 10_000;
const TAG = /<(\/?)(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(?:\s[^<>]*?)?(\/?)>/y;
/** A document type that defines something of its own, such as an entity. */
const DEFINITION = /<!(?:ENTITY|DOCTYPE[^<>]*\[)/iy;

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,4}));/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Yields the tags of a text in order. An `&` or `<` that begins nothing is text. */
export function* ofxTokens(text: string): Generator<OfxToken> {
  let token: OfxToken | undefined;
  let [at, line] = [0, 1];
  const consume = (end: number) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < end; next = text.indexOf('\n', next + 1)) line += 1;
    at = end;
  };
  const add = (more: string) => {
    if (token && token.text.length < LONGEST_TEXT) token.text += more.slice(0, LONGEST_TEXT);
  };
  while (at < text.length) {
    const found = nextPiece(text, at);
    if (found.kind === 'tag') {
      if (token) yield token;
      token = { ...found.tag, text: '', line };
    } else if (found.kind === 'definition') {
      yield { kind: 'definition', name: '', text: '', line };
    } else add(found.text);
    consume(found.end);
  }
  if (token) yield token;
}

type Piece =
  | { kind: 'tag'; tag: Pick<OfxToken, 'kind' | 'name'>; end: number }
  | { kind: 'text'; text: string; end: number }
  | { kind: 'definition'; end: number };

function nextPiece(text: string, at: number): Piece {
  const next = text.indexOf('<', at);
  if (next !== at) return textPiece(text, at, next < 0 ? text.length : next);
  TAG.lastIndex = at;
  const [whole, slash, name = '', selfClosed] = TAG.exec(text) ?? [];
  if (whole !== undefined) {
    const kind = slash ? 'end' : selfClosed ? 'empty' : 'start';
    return { kind: 'tag', tag: { kind, name: name.toUpperCase() }, end: at + whole.length };
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(text, ']]>', at);
    return { kind: 'text', text: text.slice(at + 9, Math.max(end - 3, at + 9)), end };
  }
  if (text.startsWith('<!--', at)) return { kind: 'text', text: '', end: endOf(text, '-->', at) };
  if (text.startsWith('<?', at)) return { kind: 'text', text: '', end: endOf(text, '?>', at) };
  DEFINITION.lastIndex = at;
  if (DEFINITION.test(text)) return { kind: 'definition', end: endOf(text, '>', at) };
  if (text.startsWith('<!', at)) return { kind: 'text', text: '', end: endOf(text, '>', at) };
  const following = text.indexOf('<', at + 1);
  return textPiece(text, at, following < 0 ? text.length : following);
}

function textPiece(text: string, start: number, end: number): Piece {
  return { kind: 'text', text: withEntities(text.slice(start, Math.min(end, start + LONGEST_TEXT))), end };
}

/** Returns the index after the next `mark`, or the end of the text. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** Replaces the entities that OFX and XML know. Any other `&` is text. */
function withEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
