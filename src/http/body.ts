import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { refusal } from '../validate.ts';

const JSON_LIMIT = 1024 * 1024;
/**
 * The maximum number of fields in a body: twice as many as in the largest valid request, an offering session of 1,000
 * givings. Parsing many more would delay other requests.
 */
const MOST_FIELDS = 30_000;

/** The bytes of a body, and the JSON value in them. */
export type Body = { raw: Uint8Array; json: unknown };

const EMPTY: Body = { raw: new Uint8Array(), json: {} };

/**
 * Reads a JSON body of at most 1 MiB. A missing body counts as an empty object. Raises 413, 415 or `malformed_json`.
 */
export async function readJson(request: IncomingMessage): Promise<Body> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return EMPTY;
  const raw = await readBody(request, JSON_LIMIT);
  if (raw.length === 0) return EMPTY;
  refuseOtherTypes(request);
  return { raw, json: parse(raw) };
}

/** Returns the bytes of a body unchanged. Raises `payload_too_large` before more than `limit` bytes are in memory. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError('payload_too_large', `The body is over ${limit / 1024} KiB.`);
  if (Number(request.headers['content-length']) > limit) throw tooLarge();
  // A small body has arrived as a whole, and reading it at once is faster than reading a stream.
  const whole = request.complete ? (request.read() as Buffer | null) : null;
  if (whole) return whole;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_json', 'The body ended too early.', { cause: error });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() === 'application/json' && isUtf8 && (headers['content-encoding'] ?? 'identity') === 'identity')
    return;
  throw new AppError('unsupported_media_type', 'Send the body as application/json in UTF-8, without compression.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(raw: Uint8Array): unknown {
  try {
    const text = utf8.decode(raw);
    refuseManyFields(text);
    refuseDeepNesting(text);
    return JSON.parse(refusableNumbers(text));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_json', 'The body is not valid JSON in UTF-8.', { cause: error });
  }
}

/**
 * Raises `validation_failed` for too many fields. Counts each `":` as a field, because strings rarely contain a
 * quotation mark followed by a colon.
 */
function refuseManyFields(text: string): void {
  if (text.length < MOST_FIELDS * NAME_BYTES) return;
  const fields = text.match(/"\s*:/g)?.length ?? 0;
  if (fields <= MOST_FIELDS) return;
  throw refusal([{ path: '', code: 'too_many_fields', message: `has over ${MOST_FIELDS} fields` }]);
}

/** The deepest nesting that is accepted. The deepest valid request, a list of givings with parts, needs far less. */
const DEEPEST = 64;

/**
 * Raises `malformed_json` for deeply nested lists or objects, because JSON.parse reads them far more slowly than any
 * other text. Takes time in proportion to the length of the text.
 */
function refuseDeepNesting(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === OPEN_LIST || char === OPEN_OBJECT) depth += 1;
    else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth -= 1;
    if (depth > DEEPEST)
      throw new AppError('malformed_json', `The body nests lists or objects more than ${DEEPEST} levels deep.`);
  }
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('"[]{}', (char) => char.charCodeAt(0));

/** The length of the shortest possible field: two quotation marks, a colon, a digit and a comma. */
const NAME_BYTES = 5;

/** A number of up to 15 decimal digits keeps all its digits when it is converted to a double and back. */
const DIGITS_KEPT = 15;
const MANY_DIGITS = /[\d.]{16}/;
const NUMBER_PART = /[\d.eE+-]/;
/** A number that every field refuses: an amount has at most two decimals, and other fields have none. */
const REFUSED = '0.001';

/**
 * Returns the text with each number of more than 15 digits replaced by one that every schema refuses, so that the error
 * names the right field. JSON.parse would round such numbers: 100.000000000000001 would pass as 100.
 */
function refusableNumbers(text: string): string {
  if (!MANY_DIGITS.test(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      at = endOfString(text, at);
    } else if (char >= '0' && char <= '9') {
      const start = at;
      while (at < text.length && NUMBER_PART.test(text.charAt(at))) at += 1;
      const [mantissa = ''] = text.slice(start, at).split(/[eE]/, 1);
      if (mantissa.replace('.', '').length > DIGITS_KEPT) {
        pieces.push(text.slice(copied, start), REFUSED);
        copied = at;
      }
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Returns the index of the quotation mark that ends a string, or the end of the text if the string is not closed. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
