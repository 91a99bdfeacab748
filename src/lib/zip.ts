/**
 * Checks a zip archive before another library unpacks it, because a small file can contain a hundred gigabytes of
 * zeros.
 */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const DEFLATED = 8;
const STORED = 0;

/** Returns whether the bytes begin like a zip archive. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL;
}

type Entry = { name: string; method: number; size: number; start: number };

/**
 * Returns the XML files of an archive by name, or undefined if together they are larger than `limit` bytes. Throws a
 * RangeError or a zlib error for a damaged archive.
 */
export function unzipXml(bytes: Buffer, limit: number): Map<string, Buffer> | undefined {
  const files = new Map<string, Buffer>();
  let left = limit;
  for (const { name, method, size, start } of entriesOf(bytes)) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    const packed = bytes.subarray(start, start + size);
    const content = method === DEFLATED ? inflated(packed, left) : packed;
    if (content === undefined || content.length > left) return undefined;
    if (method !== DEFLATED && method !== STORED) throw new RangeError('The compression method is unknown.');
    left -= content.length;
    files.set(name, content);
  }
  return files;
}

function inflated(packed: Buffer, limit: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** Returns the entries of the directory of the archive (PKWARE APPNOTE 4.3.12), which is at the end of the file. */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new RangeError('The archive has no end.');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new RangeError('The directory of the archive is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)),
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      start: local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}
