/**
 * Helpers for the tests of receipts: small files of every accepted type, functions that upload and download them, and
 * functions that list the stored files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Books, Json, Staff } from './books.ts';
import type { Answer } from '../support/daemon.ts';

export const MIB = 1024 * 1024;
export const LIMIT = 10 * MIB;

const base64 = (text: string): Buffer => Buffer.from(text, 'base64');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/** Returns a PDF of one empty page with `text` in a comment, padded to `size` bytes if a size is given. */
export function pdf(text: string, size = 0): Buffer {
  const head = `%PDF-1.4\n%${text}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n`;
  const tail = '\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n';
  const filler = Math.max(0, size - Buffer.byteLength(head + tail) - 1);
  return Buffer.from(`${head}%${'x'.repeat(filler)}${tail}`);
}

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([length, content]);
};

/** Returns a file in the box format of HEIC, AVIF and MP4. Its first box contains these brands. */
export function boxes(brand: string, ...compatible: readonly string[]): Buffer {
  const brands = [brand, '\0\0\0\0', ...compatible].map((one) => Buffer.from(one, 'latin1'));
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('pict', 'latin1'), Buffer.alloc(13));
  return Buffer.concat([
    box('ftyp', ...brands),
    box('meta', Buffer.alloc(4), handler),
    box('mdat', Buffer.from([1, 2, 3])),
  ]);
}

/** A small file of each accepted image type. */
export const PICTURES = {
  jpeg: hex(`ffd8ffe000104a46494600010100000100010000ffdb00430003020202020203020202030303030406040404040408060605
    0609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc0006
    00101005ffda0008010100003f00d2cf20ffd9`),
  png: base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  webp: base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  heic: boxes('heic', 'mif1', 'heic'),
};

export const receiptOf = (id: number): string => `/api/expenses/${id}/receipt`;

type Headers = Record<string, string>;

async function answered(sent: Promise<Response>): Promise<Answer> {
  const answer = await sent;
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : text };
}

/**
 * The id of the expense, and the user who sends the request. Without `who`, the request has no token. With `keep`, the
 * file is added to the receipts of a draft.
 */
type Target = { books: Books; who?: Pick<Staff, 'token'>; id: number; keep?: boolean };

function upload({ books, who, id, keep }: Target, body: FormData | Uint8Array<ArrayBuffer>, headers: Headers) {
  const bearer: Headers = who === undefined ? {} : { authorization: `Bearer ${who.token}` };
  const url = `${books.daemon.url}${receiptOf(id)}${keep === true ? '?keep=true' : ''}`;
  return answered(fetch(url, { method: 'PUT', headers: { ...bearer, ...headers }, body }));
}

/** Sends bytes as the body of the request. */
export const putBytes = (target: Target, bytes: Buffer, headers: Headers): Promise<Answer> =>
  upload(target, new Uint8Array(bytes), headers);

type File = { bytes: Buffer; name?: string; type?: string };
export type Fields = readonly (readonly [string, File | string])[];

/** Sends a form with these fields, like a browser. */
export function putForm(target: Target, fields: Fields, headers: Headers = {}): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of fields) {
    if (typeof value === 'string') form.append(field, value);
    else {
      const type = value.type ?? 'application/octet-stream';
      form.append(field, new Blob([new Uint8Array(value.bytes)], { type }), value.name ?? 'receipt.pdf');
    }
  }
  return upload(target, form, headers);
}

/** Sends one file in the field `file`. */
export const putFile = (target: Target, sent: File, headers: Headers = {}): Promise<Answer> =>
  putForm(target, [['file', sent]], headers);

/** Returns a handmade form with one part. The file name may contain any characters. */
export function handmadeForm(fileName: string, bytes: Buffer): { bytes: Buffer; headers: Headers } {
  const boundary = 'handmadeform';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export type Download = { status: number; headers: globalThis.Headers; bytes: Buffer };

export async function getReceipt(books: Books, who: Staff, id: number): Promise<Download> {
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await fetch(books.daemon.url + receiptOf(id), { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Returns the file name in a Content-Disposition header, preferably from its extended form (RFC 6266). */
export function nameIn(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended.trim());
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? /filename=([^;"]+)/i.exec(disposition ?? '')?.[1]?.trim();
}

/** Returns the paths of all files below `receipts/` in the data directory. */
export function storedFiles({ daemon }: Books): string[] {
  const root = path.join(daemon.dataDir, 'receipts');
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted();
}

/** Returns the paths of the stored files that contain exactly these bytes. */
export function filesWith(books: Books, bytes: Buffer): string[] {
  const root = path.join(books.daemon.dataDir, 'receipts');
  return storedFiles(books)
    .map((name) => path.join(root, name))
    .filter((file) => readFileSync(file).equals(bytes));
}

/** True if a response reveals where the service stores its files. */
export const showsPath = (books: Books, body: Json): boolean => JSON.stringify(body).includes(books.daemon.dataDir);
