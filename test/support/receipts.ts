/** Small receipt files of every type. */
import { deflateSync } from 'node:zlib';
import { type App, inTransaction } from '../../src/app.ts';
import type { Database } from '../../src/db/schema.ts';
import { NewExpense } from '../../src/features/spending/expenses/schema.ts';
import type { IncomingFile } from '../../src/storage.ts';
import { decode } from '../../src/validate.ts';
import type { Updateable } from 'kysely';

/** An expense as a client sends it. */
export const LUNCH = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-01-04', amount: 12.5, description: 'Lunch' };

/** Returns the expense `LUNCH` as a service function accepts it. */
export const lunch = () => decode(NewExpense, LUNCH);

/** Returns a file as the HTTP layer passes it on. */
export function incoming(bytes: Uint8Array, name: string | null = null): () => Promise<IncomingFile> {
  async function* content() {
    yield bytes;
  }
  return async () => ({ name, bytes: content() });
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
}

/** Returns a PNG of one pixel with a color profile of this many bytes before the picture. */
export function png(profile = 0): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('iCCP', Buffer.alloc(profile)),
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the beginning of an ISO media file with these brands, the major brand first. */
export function isoMedia(major: string, ...compatible: readonly string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

/** Returns a PDF of this many bytes. Each call returns a different PDF. */
export function pdf(size = 64): Buffer {
  serial += 1;
  const bytes = Buffer.alloc(size, `receipt ${serial} `);
  bytes.write('%PDF-1.7\n', 'latin1');
  return bytes;
}

let serial = 0;

/** One file of every type that a receipt may have, with its media type and extension. */
export const RECEIPTS = [
  ['application/pdf', 'pdf', pdf()],
  ['image/jpeg', 'jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])],
  ['image/png', 'png', png(5000)],
  ['image/webp', 'webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
  ['image/heic', 'heic', isoMedia('heic', 'mif1', 'heic')],
] as const;

/** Returns the row of the current receipt of an expense. */
export function storedReceipt(app: App, expenseId: number) {
  const rows = app.db.selectFrom('receipts').selectAll().where('expenseId', '=', expenseId);
  return rows.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** Changes the receipt rows of an expense directly in the database. */
export function tamperReceipt(
  app: App,
  expenseId: number,
  columns: Updateable<Database['receipts']>,
): Promise<unknown> {
  return inTransaction(app, ({ db }) =>
    db.updateTable('receipts').set(columns).where('expenseId', '=', expenseId).execute(),
  );
}
