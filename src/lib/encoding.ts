/**
 * Recognizes the encoding of a text file. It does not guess: asking the user is better than importing names with wrong
 * letters.
 */
type Recognised = {
  /** The name of the encoding in the Encoding Standard. */
  encoding: string;
  text: string;
};

/** Decodes bytes that are clearly UTF-8, UTF-16 or Big5. Returns undefined for any others. */
export async function recogniseText(bytes: Uint8Array): Promise<Recognised | undefined> {
  const encoding = markedEncoding(bytes);
  if (encoding?.startsWith('utf-16')) return decodedAs(encoding, bytes);
  if (bytes.includes(0)) return unmarkedUtf16(bytes);
  const own = withoutUtf8Mark(bytes);
  return (await decodedAs('utf-8', own)) ?? (isLikelyBig5(own) ? decodedAs('big5', own) : undefined);
}

/** Returns the bytes after a byte order mark of UTF-8, which some programs write before text in another encoding. */
export function withoutUtf8Mark(bytes: Uint8Array): Uint8Array {
  return markedEncoding(bytes) === 'utf-8' ? bytes.subarray(3) : bytes;
}

/**
 * Decodes bytes in the given encoding, without the byte order mark. Returns undefined if the bytes are not valid in
 * that encoding.
 */
export async function decodedAs(encoding: string, bytes: Uint8Array): Promise<Recognised | undefined> {
  try {
    const decode = await strictDecoder(encoding);
    return { encoding, text: decode(bytes) + decode() };
  } catch {
    return undefined;
  }
}

/** Decodes the parts of a text one after the other. Without a part, returns what is left over at the end. */
type Decoder = (part?: Uint8Array) => string;

/** Returns a decoder that drops the byte order mark, and throws for bytes that are not valid in the encoding. */
export async function strictDecoder(encoding: string): Promise<Decoder> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  if (decoder.encoding === 'big5') return big5Decoder();
  // At the end of a text, Node.js 20 decodes the bytes 80 to 9F of windows-1252 as control characters. No character of
  // windows-1252 has two bytes, so nothing is left over.
  const hasRest = decoder.encoding !== 'windows-1252';
  return (part) => (part ? decoder.decode(part, { stream: true }) : hasRest ? decoder.decode() : '');
}

/**
 * Returns a decoder of Big5 with the characters of Hong Kong, as the Encoding Standard has it. `TextDecoder` of Node.js reads
 * these characters as private-use characters, without a word.
 */
async function big5Decoder(): Promise<Decoder> {
  // Only this needs the package, which takes a while to load.
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder('big5-hkscs');
  return (part) => {
    const text = part ? decoder.write(Buffer.from(part)) : (decoder.end() ?? '');
    if (text.includes(REPLACEMENT)) throw new TypeError('The bytes are not Big5.');
    return text;
  };
}

/** What stands for bytes that could not be decoded. */
const REPLACEMENT = '\uFFFD';

/**
 * Returns the standard name of an encoding that this computer can decode, such as `utf-8` for `utf8`. Returns undefined
 * for any other name.
 */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether more than one character in a hundred is a control character, as in a binary file. A text file may
 * contain a few by mistake.
 */
export function looksBinary(text: string): boolean {
  return (text.match(CONTROL)?.length ?? 0) * 100 > text.length;
}

/** Control characters except tabs and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * Decodes UTF-16 without a byte order mark. Decoded in the wrong byte order, line ends and separators become letters of
 * other scripts. The right order is therefore the one in which the text contains line ends or separators.
 */
async function unmarkedUtf16(bytes: Uint8Array): Promise<Recognised | undefined> {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const decoded = await decodedAs(encoding, bytes);
    if (decoded && /[\t\r\n,;]/.test(decoded.text) && !looksBinary(decoded.text)) return decoded;
  }
  return undefined;
}

/**
 * Returns whether bytes that are not UTF-8 are probably Big5. In Big5, symbols and the 5,401 common characters have
 * codes up to C67E, and their second bytes use both the low and the high range. In Latin-1, accented small letters have
 * higher codes and are inside words. In EUC-KR, and in the common characters of GB 18030, second bytes are only in the
 * high range.
 */
function isLikelyBig5(bytes: Uint8Array): boolean {
  const seen = { all: 0, common: 0, low: 0, inWords: 0 };
  // A second byte often looks like a small letter, so only single-byte characters count as letters.
  let isAfterLetter = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) {
      isAfterLetter = isSmallLetter(lead);
      continue;
    }
    const trail = bytes[index + 1] ?? 0;
    seen.all += 1;
    if (lead >= 0xa1 && (lead << 8) + trail <= 0xc67e) seen.common += 1;
    if (trail <= 0x7e) seen.low += 1;
    if (isAfterLetter || isSmallLetter(bytes[index + 2])) seen.inWords += 1;
    isAfterLetter = false;
    index += 1;
  }
  return seen.common >= seen.all * 0.75 && seen.low > 0 && seen.inWords <= seen.all * 0.25;
}

function isSmallLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a;
}
