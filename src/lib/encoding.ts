/** Which encoding a text file is in. What cannot be told is not guessed: wrong letters in names are worse than a question. */

type Recognised = {
  /** The encoding's name as the Encoding Standard has it. */
  encoding: string;
  text: string;
};

/** Reads bytes as UTF-8, UTF-16 or Big5, whichever they plainly are; undefined when that cannot be told. */
export function recogniseText(bytes: Uint8Array): Recognised | undefined {
  const encoding = markedEncoding(bytes);
  if (encoding !== undefined) return decodedAs(encoding, bytes);
  if (bytes.includes(0)) return unmarkedUtf16(bytes);
  return decodedAs('utf-8', bytes) ?? (isLikelyBig5(bytes) ? decodedAs('big5', bytes) : undefined);
}

/** Reads bytes in an encoding, without its byte order mark; undefined when they are not text in it. */
export function decodedAs(encoding: string, bytes: Uint8Array): Recognised | undefined {
  try {
    return { encoding, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return undefined;
  }
}

/** The standard's name of an encoding that this computer can read (`utf8` is `utf-8`), or undefined. */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Whether more than one character in a hundred is one that only binary files have; a stray one is a typing mistake. */
export function looksBinary(text: string): boolean {
  return (text.match(CONTROL)?.length ?? 0) * 100 > text.length;
}

/** Control characters but tab and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** Read in the wrong order, a line end or a separator is a letter of a script that no church list has. */
function unmarkedUtf16(bytes: Uint8Array): Recognised | undefined {
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const decoded = decodedAs(encoding, bytes);
    if (decoded && /[\t\r\n,;]/.test(decoded.text) && !looksBinary(decoded.text)) return decoded;
  }
  return undefined;
}

/**
 * Whether bytes that are not UTF-8 are likely Big5. The standard sorts characters by use: symbols and the 5,401 common
 * ones lie below C67F, and their second bytes spread over both of its ranges. Latin-1 has its small letters with accents
 * above, inside words; GB 18030 and EUC-KR have second bytes in the upper range only.
 */
function isLikelyBig5(bytes: Uint8Array): boolean {
  const seen = { all: 0, common: 0, low: 0, inWords: 0 };
  // Second bytes are often small letters as well: only a letter that stands by itself is one.
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
