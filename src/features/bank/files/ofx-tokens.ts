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
  let [at, line, lineEnd] = [0, 1, text.indexOf('\n')];
  const consume = (end: number) => {
    // The next line end is remembered, because the whole file may be one line.
    for (; lineEnd >= 0 && lineEnd < end; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    at = end;
  };
  const add = (more: string) => {
    if (token?.text === '') token.text = more;
    else if (token && token.text.length < LONGEST_TEXT) token.text += more;
  };
  while (at < text.length) {
    const found = nextPiece(text, at);
    if (found.kind === 'tag' && found.tag.name === 'BR') {
      // Some banks break the lines of a text.
      add(' ');
    } else if (found.kind === 'tag') {
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
  const tag = plainTag(text, at) ?? tagAt(text, at);
  if (tag) return tag;
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(text, ']]>', at);
    return { kind: 'text', text: text.slice(at + 9, Math.max(end - 3, at + 9)).slice(0, LONGEST_TEXT), end };
  }
  if (text.startsWith('<!--', at)) return { kind: 'text', text: '', end: endOf(text, '-->', at) };
  if (text.startsWith('<?', at)) return { kind: 'text', text: '', end: endOfInstruction(text, at) };
  DEFINITION.lastIndex = at;
  if (DEFINITION.test(text)) return { kind: 'definition', end: endOf(text, '>', at) };
  if (text.startsWith('<!', at)) return { kind: 'text', text: '', end: endOf(text, '>', at) };
  const following = text.indexOf('<', at + 1);
  return textPiece(text, at, following < 0 ? text.length : following);
}

/** Reads a tag without a prefix or attributes, as almost all are. This is four times as fast as a regular expression. */
function plainTag(text: string, at: number): Piece | undefined {
  const isEnd = text.charCodeAt(at + 1) === SLASH;
  const start = at + (isEnd ? 2 : 1);
  let end = start;
  while (isNameCode(text.charCodeAt(end))) end += 1;
  if (end === start || text.charCodeAt(end) !== CLOSE) return undefined;
  return { kind: 'tag', tag: { kind: isEnd ? 'end' : 'start', name: text.slice(start, end) }, end: end + 1 };
}

const [SLASH, CLOSE] = [0x2f, 0x3e];

/** Returns whether a character is a capital letter or a digit. */
function isNameCode(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function tagAt(text: string, at: number): Piece | undefined {
  TAG.lastIndex = at;
  const [whole, slash, name = '', selfClosed] = TAG.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kind = slash ? 'end' : selfClosed ? 'empty' : 'start';
  return { kind: 'tag', tag: { kind, name: name.toUpperCase() }, end: at + whole.length };
}

function textPiece(text: string, start: number, end: number): Piece {
  return { kind: 'text', text: withEntities(text.slice(start, Math.min(end, start + LONGEST_TEXT))), end };
}

/** Returns the index after the next `mark`, or the end of the text. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** Returns the end of an instruction such as `<?OFX ...?>`. Some banks forget its last character before `<OFX>`. */
function endOfInstruction(text: string, at: number): number {
  const next = text.indexOf('<', at + 1);
  return Math.min(endOf(text, '?>', at), next < 0 ? text.length : next);
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
