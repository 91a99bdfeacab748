/** Decodes the file of a bank in small steps, so that a large file does not delay other requests. */
import { breathe } from '../../../lib/chunks.ts';
import { encodingNamed, recogniseText, strictDecoder, withoutUtf8Mark } from '../../../lib/encoding.ts';

/** How many bytes are decoded at once. */
const PART = 262_144;
const SAMPLE = 65_536;

type Decoded = { encoding: string; text: string };

/**
 * Decodes bytes with each line end as `\n`. UTF-8 and UTF-16 are recognized. Any other file is in the encoding `named`,
 * else in Big5 if it clearly is, else in the encoding `fallback`. Returns undefined if none of these is right.
 */
export async function decoded(
  marked: Uint8Array,
  { named, fallback }: { named?: string | undefined; fallback?: string | undefined },
): Promise<Decoded | undefined> {
  const bytes = withoutUtf8Mark(marked);
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide || bytes.subarray(0, SAMPLE).includes(0)) {
    const wide = await recogniseText(bytes.subarray(0, SAMPLE));
    return wide && wide.encoding !== 'utf-8' ? decodeIn(bytes, wide.encoding) : undefined;
  }
  const utf8 = await decodeIn(bytes, 'utf-8');
  if (utf8) return utf8;
  const label = named === undefined ? undefined : encodingNamed(named);
  const encoding = label ?? (await recogniseText(await sampleOf(bytes)))?.encoding ?? fallback;
  return encoding === undefined || encoding === 'utf-8' ? undefined : decodeIn(bytes, encoding);
}

/** Decodes bytes part by part. Returns undefined if they are not valid in that encoding. */
async function decodeIn(bytes: Uint8Array, encoding: string): Promise<Decoded | undefined> {
  const decode = await strictDecoder(encoding);
  const parts: string[] = [];
  let held = '';
  try {
    for (let start = 0; start < bytes.length; start += PART) {
      const part = held + decode(bytes.subarray(start, start + PART));
      // A `\r` at the end may belong to the `\n` of the next part.
      held = part.endsWith('\r') ? '\r' : '';
      parts.push(part.slice(0, part.length - held.length).replace(/\r\n?/g, '\n'));
      await breathe();
    }
    parts.push((held + decode()).replace(/\r\n?/g, '\n'));
  } catch {
    return undefined;
  }
  return { encoding, text: parts.join('') };
}

/** Returns the lines around the first byte that is not ASCII. */
async function sampleOf(bytes: Uint8Array): Promise<Uint8Array> {
  let at = -1;
  for (let start = 0; at < 0 && start < bytes.length; start += PART) {
    const found = bytes.subarray(start, start + PART).findIndex((byte) => byte >= 0x80);
    if (found >= 0) at = start + found;
    await breathe();
  }
  const start = bytes.lastIndexOf(0x0a, at) + 1;
  const end = bytes.lastIndexOf(0x0a, start + SAMPLE) + 1;
  return bytes.subarray(start, end > start ? end : start + SAMPLE);
}
