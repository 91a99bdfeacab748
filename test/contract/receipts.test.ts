import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Json, addExpense, done, etag, expense, move, booksOfFile, refusal } from './books.ts';
import {
  PICTURES,
  boxes,
  filesWith,
  getReceipt,
  handmadeForm,
  nameIn,
  pdf,
  putBytes,
  putFile,
  receiptOf,
  storedFiles,
} from './receipt-files.ts';
import { zipOf } from '../support/zip.ts';

const books = booksOfFile();

const ROUTE = '/api/expenses';
const draft = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await addExpense(books, { expenseDate: '2024-01-10', ...fields })).id;
const read = (id: number) => done(books.admin.get(`${ROUTE}/${id}`));
const put = (id: number, bytes: Buffer, name = 'receipt.pdf', headers = {}) =>
  putFile({ books, who: books.admin, id }, { bytes, name }, headers);
const raw = (id: number, bytes: Buffer, headers: Record<string, string>) =>
  putBytes({ books, who: books.admin, id }, bytes, headers);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const audited = async (id: number): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${id}&sort=id&pageSize=200`))).items;

describe('a receipt', () => {
  test('sent as a form returns the expense with the file’s name, type, size and hash', async () => {
    const id = await draft();
    const bytes = pdf('by form');
    const { status, body, headers } = await put(id, bytes, 'Office Depot 2024-01.pdf');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'Draft', description: 'Something needed' });
    expect(body.receipt).toEqual({
      fileName: 'Office Depot 2024-01.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
      sha256: sha256(bytes),
    });
    const seen = await books.admin.get(`${ROUTE}/${id}`);
    expect(seen.body).toEqual(body);
    expect(etag(seen)).toBe(headers.get('etag'));
  });

  test('sent as bytes is stored in the same way', async () => {
    const id = await draft();
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="raw receipt.pdf"',
    };
    const bytes = pdf('by bytes');
    const { status, body } = await raw(id, bytes, headers);
    expect(status).toBe(200);
    const { length: size } = bytes;
    const facts = { fileName: 'raw receipt.pdf', contentType: 'application/pdf', size, sha256: sha256(bytes) };
    expect(body.receipt).toEqual(facts);
    expect((await getReceipt(books, books.admin, id)).bytes).toEqual(bytes);
  });

  test('is downloaded unchanged, as an attachment of its stored type that browsers must not sniff', async () => {
    const id = await draft();
    const bytes = pdf('to the byte', 300_000);
    await done(put(id, bytes, 'byte.pdf'));
    const download = await getReceipt(books, books.admin, id);
    expect(download.status).toBe(200);
    expect(download.bytes.equals(bytes)).toBe(true);
    expect(download.headers.get('content-type')).toBe('application/pdf');
    expect(download.headers.get('content-disposition')).toMatch(/^attachment\b/);
    expect(nameIn(download.headers.get('content-disposition'))).toBe('byte.pdf');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(download.headers.get('x-request-id')).toMatch(/\S/);
  });

  test('is stored unchanged below the data directory, under a path without the name from the client', async () => {
    const id = await draft();
    const bytes = pdf('on disk');
    await done(put(id, bytes, 'very-telling-name.pdf'));
    const [stored, ...more] = filesWith(books, bytes);
    expect(stored).toBeDefined();
    expect(more).toEqual([]);
    expect(stored).not.toContain('telling');
  });

  test('is shown in every read of the expense, and an expense without a receipt shows null', async () => {
    const [id, bare] = [await draft({ expenseDate: '2023-01-05' }), await draft({ expenseDate: '2023-01-05' })];
    await done(put(id, pdf('lists')));
    for (const list of [ROUTE, `${ROUTE}/mine`]) {
      const { items } = await done(books.admin.get(`${list}?from=2023-01-01&to=2023-01-31&sort=id`));
      expect(items.map((row: Json) => [row.id, row.receipt?.contentType ?? null])).toEqual([
        [id, 'application/pdf'],
        [bare, null],
      ]);
    }
    expect(refusal(await books.admin.get(receiptOf(bare)))).toBe('404 not_found');
  });

  test('stays through changes and all workflow steps of the expense', async () => {
    const id = await draft();
    const bytes = pdf('stays');
    const { receipt } = await done(put(id, bytes));
    const body = expense(books, { expenseDate: '2024-01-11', amount: 11 });
    expect((await done(books.admin.put(`${ROUTE}/${id}`, body))).receipt).toEqual(receipt);
    for (const step of ['submit', 'approve', 'pay'] as const) {
      expect((await move(books, id, step)).receipt).toEqual(receipt);
    }
    expect((await getReceipt(books, books.admin, id)).bytes.equals(bytes)).toBe(true);
  });

  test('is stored for its own expense, even if ten receipts are sent at once for ten expenses', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => draft()));
    const files = ids.map((id) => pdf(`number ${id}`, 200_000));
    const answers = await Promise.all(ids.map((id, index) => put(id, files[index] ?? pdf(''))));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    for (const [index, id] of ids.entries()) {
      expect((await getReceipt(books, books.admin, id)).bytes.equals(files[index] ?? pdf(''))).toBe(true);
    }
  });
});

describe('a second receipt for a draft', () => {
  test('replaces the first receipt and its name, type and size', async () => {
    const id = await draft();
    await done(put(id, pdf('first'), 'first.pdf'));
    const { body } = await put(id, PICTURES.png, 'second.png');
    const second = { fileName: 'second.png', contentType: 'image/png', size: PICTURES.png.length };
    expect(body.receipt).toEqual({ ...second, sha256: sha256(PICTURES.png) });
    const download = await getReceipt(books, books.admin, id);
    expect(download.bytes.equals(PICTURES.png)).toBe(true);
    expect(download.headers.get('content-type')).toBe('image/png');
    expect(nameIn(download.headers.get('content-disposition'))).toBe('second.png');
  });

  test('does not replace the first receipt if the second is refused', async () => {
    const id = await draft();
    const bytes = pdf('kept');
    await done(put(id, bytes, 'kept.pdf'));
    const before = await read(id);
    expect(refusal(await put(id, Buffer.from('<html></html>'), 'evil.pdf'))).toBe('415 unsupported_media_type');
    expect(await read(id)).toEqual(before);
    expect((await getReceipt(books, books.admin, id)).bytes.equals(bytes)).toBe(true);
  });

  test('that is sent at the same time as the first leaves one of the two receipts, which is complete', async () => {
    const id = await draft();
    const files = [pdf('one', 500_000), pdf('two', 400_000)];
    await Promise.all(files.map((bytes) => put(id, bytes)));
    const { receipt } = await read(id);
    const { bytes } = await getReceipt(books, books.admin, id);
    expect(files.some((file) => file.equals(bytes))).toBe(true);
    expect(receipt).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
  });

  test('with the same bytes for another draft is independent of the first receipt', async () => {
    const bytes = pdf('twice');
    const [one, two] = [await draft(), await draft()];
    await done(put(one, bytes));
    await done(put(two, bytes));
    expect((await books.admin.del(receiptOf(one))).status).toBe(204);
    expect((await getReceipt(books, books.admin, two)).bytes.equals(bytes)).toBe(true);
  });
});

describe('deleting a receipt', () => {
  test('returns 204 and leaves the expense without a receipt', async () => {
    const id = await draft();
    await done(put(id, pdf('deleted')));
    const gone = await books.admin.del(receiptOf(id));
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect((await read(id)).receipt).toBe(null);
    expect(refusal(await books.admin.get(receiptOf(id)))).toBe('404 not_found');
    expect((await put(id, pdf('again'))).status).toBe(200);
  });

  test('happens automatically when its expense is deleted', async () => {
    const id = await draft();
    await done(put(id, pdf('gone with it')));
    await done(books.admin.del(`${ROUTE}/${id}`));
    expect(refusal(await books.admin.get(receiptOf(id)))).toBe('404 not_found');
    expect(refusal(await books.admin.del(receiptOf(id)))).toBe('404 not_found');
    const before = storedFiles(books);
    expect(refusal(await put(id, pdf('too late')))).toBe('404 not_found');
    expect(storedFiles(books)).toEqual(before);
  });

  test('returns 404 for an unknown expense, and so do reading and storing a receipt', async () => {
    const before = storedFiles(books);
    expect(refusal(await put(999_999, pdf('nowhere')))).toBe('404 not_found');
    expect(refusal(await books.admin.get(receiptOf(999_999)))).toBe('404 not_found');
    expect(refusal(await books.admin.del(receiptOf(999_999)))).toBe('404 not_found');
    expect(storedFiles(books)).toEqual(before);
  });
});

describe('the type of a receipt is the type of its content', () => {
  test.each([
    ['a PDF named as a picture', pdf('typed'), 'photo.jpg', /^application\/pdf$/],
    ['a JPEG named as a PDF', PICTURES.jpeg, 'scan.pdf', /^image\/jpeg$/],
    ['a PNG without a file extension', PICTURES.png, 'scan', /^image\/png$/],
    ['a WebP named as an HTML page', PICTURES.webp, 'index.html', /^image\/webp$/],
    ['a HEIC picture', PICTURES.heic, 'IMG_0001.HEIC', /^image\/heic$/],
    // A phone may write the general brand before the HEIC brand.
    ['a HEIC picture of the general brand', boxes('mif1', 'mif1', 'heic'), 'IMG_0002.HEIC', /^image\/hei[cf]$/],
  ])('%s is stored with its true type', async (_label, bytes, name, type) => {
    const id = await draft();
    const { status, body } = await putFile({ books, who: books.admin, id }, { bytes, name, type: 'text/html' });
    expect(status).toBe(200);
    expect(body.receipt).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    expect(body.receipt.contentType).toMatch(type);
    const download = await getReceipt(books, books.admin, id);
    expect(download.headers.get('content-type')).toBe(body.receipt.contentType);
    expect(download.bytes.equals(bytes)).toBe(true);
  });

  test('bytes that are sent with a wrong type are stored with their true type', async () => {
    const id = await draft();
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="x.png"' };
    const { status, body } = await raw(id, PICTURES.webp, headers);
    expect(status).toBe(200);
    expect(body.receipt.contentType).toBe('image/webp');
  });

  const html = '<!doctype html><html><body><script>alert(1)</script></body></html>';
  const REFUSED: [string, Buffer][] = [
    ['an HTML page', Buffer.from(html)],
    ['an HTML page after a byte-order mark', Buffer.from(`\uFEFF${html}`)],
    ['a zip archive', zipOf({ 'receipt.pdf': '%PDF-1.4' })],
    ['a zip archive of a great many zeros', zipOf({ 'zeros.pdf': '\0'.repeat(20 * 1024 * 1024) })],
    ['a gzip archive', Buffer.from('1f8b08000000000000030300000000000000000000', 'hex')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')],
    ['a video in the same container format as HEIC', boxes('isom', 'isom', 'mp41')],
    [
      'an audio file in the same container format as WebP',
      Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'latin1'),
    ],
    ['plain text', Buffer.from('Paid 12.00, thank you')],
    ['JSON', Buffer.from('{"receipt":true}')],
    ['a program', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
    ['the beginning of a PDF’s signature', Buffer.from('%PD')],
    ['the beginning of a PNG’s signature', PICTURES.png.subarray(0, 5)],
    ['zeros', Buffer.alloc(4096)],
  ];

  test.each(REFUSED)('%s is refused, in a form and as bytes, and nothing is stored', async (_label, bytes) => {
    const id = await draft();
    const [files, before] = [storedFiles(books), await read(id)];
    expect(refusal(await put(id, bytes))).toBe('415 unsupported_media_type');
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="receipt.pdf"' };
    expect(refusal(await raw(id, bytes, headers))).toBe('415 unsupported_media_type');
    expect(await read(id)).toEqual(before);
    expect(storedFiles(books)).toEqual(files);
  });
});

describe('the If-Match of a receipt', () => {
  // A receipt has the ETag of its expense, and an upload returns the expense with its new ETag.
  test('prevents storing and deleting if it is stale', async () => {
    const id = await draft();
    const stale = { 'if-match': etag(await books.admin.get(`${ROUTE}/${id}`)) };
    const first = await put(id, pdf('first'), 'first.pdf', stale);
    expect(first.status).toBe(200);
    expect(etag(first)).not.toBe(stale['if-match']);
    const files = storedFiles(books);
    expect(refusal(await put(id, pdf('late'), 'late.pdf', stale))).toBe('412 stale_version');
    expect(refusal(await books.admin.del(receiptOf(id), stale))).toBe('412 stale_version');
    expect(await read(id)).toEqual(first.body);
    expect(storedFiles(books)).toEqual(files);
    expect((await books.admin.del(receiptOf(id), { 'if-match': etag(first) })).status).toBe(204);
  });
});

describe('the audit log', () => {
  test('records who stored, replaced and deleted a receipt, but no refusal', async () => {
    const id = await draft();
    const before = (await audited(id)).length;
    await done(put(id, pdf('first'), 'audit-first.pdf'));
    await put(id, Buffer.from('no receipt'), 'audit-refused.pdf');
    await done(put(id, pdf('second'), 'audit-second.pdf'));
    await done(books.admin.del(receiptOf(id)));
    const entries = (await audited(id)).slice(before);
    expect(entries).toHaveLength(3);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actorId: books.admin.userId, entityType: 'Expense' });
      expect(entry.action).toMatch(/^([A-Z][a-z0-9]+)+$/);
    }
    const text = JSON.stringify(entries);
    for (const name of ['audit-first.pdf', 'audit-second.pdf']) expect(text).toContain(name);
    expect(text).not.toContain('audit-refused.pdf');
    expect(text).not.toContain(books.daemon.dataDir);
  });
});

test('a receipt keeps a file name that the browser sends as UTF-8 in a form', async () => {
  const id = await draft();
  const { bytes, headers } = handmadeForm('收據 März 2024 🧾.pdf', pdf('utf-8'));
  const { body } = await raw(id, bytes, headers);
  expect(body.receipt.fileName).toBe('收據 März 2024 🧾.pdf');
  const download = await getReceipt(books, books.admin, id);
  expect(nameIn(download.headers.get('content-disposition'))).toBe('收據 März 2024 🧾.pdf');
});
