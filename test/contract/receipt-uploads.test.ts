import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addExpense, done, booksOfFile, refusal } from './books.ts';
import {
  type Fields,
  LIMIT,
  MIB,
  PICTURES,
  getReceipt,
  handmadeForm,
  nameIn,
  pdf,
  putBytes,
  putFile,
  putForm,
  receiptOf,
  showsPath,
  storedFiles,
} from './receipt-files.ts';
import type { Answer } from '../support/daemon.ts';

const books = booksOfFile();

const draft = async (): Promise<number> => (await addExpense(books, { expenseDate: '2024-01-10' })).id;
const receipt = async (id: number) => (await done(books.admin.get(`/api/expenses/${id}`))).receipt;
const RAW = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="receipt.pdf"' };
const raw = (id: number, bytes: Buffer, headers: Record<string, string> = RAW) =>
  putBytes({ books, who: books.admin, id }, bytes, headers);
const WAYS: [string, (id: number, bytes: Buffer) => Promise<Answer>][] = [
  ['a form', (id, bytes) => putFile({ books, who: books.admin, id }, { bytes })],
  ['bytes', (id, bytes) => raw(id, bytes)],
];

/**
 * Expects that the service refuses an upload with one of these refusals, reveals no path, and keeps neither a file nor
 * a row.
 */
async function expectRefusedUpload(
  upload: (id: number) => Promise<Answer>,
  refusals: readonly string[],
): Promise<Answer> {
  const id = await draft();
  const files = storedFiles(books);
  const answer = await upload(id);
  expect(refusals).toContain(refusal(answer));
  expect(showsPath(books, answer.body)).toBe(false);
  expect(await receipt(id)).toBe(null);
  expect(storedFiles(books)).toEqual(files);
  return answer;
}

describe('a receipt', () => {
  test.each(WAYS)('of exactly 10 MiB is accepted as %s and can be read back', async (_label, send) => {
    const id = await draft();
    const bytes = pdf('ten', LIMIT);
    expect(bytes).toHaveLength(LIMIT);
    const { status, body } = await send(id, bytes);
    expect(status).toBe(200);
    expect(body.receipt.size).toBe(LIMIT);
    expect((await getReceipt(books, books.admin, id)).bytes.equals(bytes)).toBe(true);
  });

  test.each(WAYS)(
    'of 10 MiB and one byte, or of 11 MiB, is refused as %s, and nothing is stored',
    async (_label, send) => {
      for (const size of [LIMIT + 1, 11 * MIB]) {
        await expectRefusedUpload((id) => send(id, pdf('too large', size)), ['413 payload_too_large']);
      }
      expect((await books.admin.get('/api/auth/me')).status).toBe(200);
    },
  );

  test('of undeclared size is refused if it turns out to be larger than 10 MiB', async () => {
    await expectRefusedUpload(
      async (id) => {
        const parts = Array.from({ length: 11 }, (_value, index) =>
          index === 0 ? pdf('endless', MIB) : Buffer.alloc(MIB),
        );
        const answer = await fetch(books.daemon.url + receiptOf(id), {
          method: 'PUT',
          headers: { ...RAW, authorization: `Bearer ${books.admin.token}` },
          body: ReadableStream.from(parts.map((part) => new Uint8Array(part))),
          duplex: 'half',
        });
        return { status: answer.status, headers: answer.headers, body: await answer.json() };
      },
      ['413 payload_too_large'],
    );
  });

  test('of a few bytes and undeclared size is accepted', async () => {
    const id = await draft();
    const answer = await fetch(books.daemon.url + receiptOf(id), {
      method: 'PUT',
      headers: { ...RAW, authorization: `Bearer ${books.admin.token}` },
      body: ReadableStream.from([new Uint8Array(pdf('streamed'))]),
      duplex: 'half',
    });
    expect(answer.status).toBe(200);
    expect(await receipt(id)).toMatchObject({ size: pdf('streamed').length });
  });

  test.each(WAYS)('of zero bytes is refused as %s, and nothing is stored', async (_label, send) => {
    // An empty file is both an invalid field and an unknown type. The contract allows either refusal.
    const refusals = ['400 validation_failed', '415 unsupported_media_type'];
    await expectRefusedUpload((id) => send(id, Buffer.alloc(0)), refusals);
  });
});

describe('a form with a receipt', () => {
  const form = (fields: Fields) => (id: number) => putForm({ books, who: books.admin, id }, fields);
  const file = { bytes: pdf('in a form') };
  const BAD = ['400 validation_failed'];

  test('is refused without the field `file`', async () => {
    await expectRefusedUpload(form([]), [...BAD, '400 malformed_json', '415 unsupported_media_type']);
    await expectRefusedUpload(form([['receipt', file]]), BAD);
    await expectRefusedUpload(form([['note', 'no file at all']]), BAD);
  });

  test('is refused with text in the field `file`', async () => {
    await expectRefusedUpload(form([['file', 'only text']]), [...BAD, '415 unsupported_media_type']);
  });

  test('is refused with two files, in either order', async () => {
    const other = { bytes: PICTURES.png, name: 'other.png' };
    await expectRefusedUpload(
      form([
        ['file', file],
        ['file', other],
      ]),
      BAD,
    );
    await expectRefusedUpload(
      form([
        ['file', other],
        ['file', file],
      ]),
      BAD,
    );
  });

  test.each([
    [
      'before',
      [
        ['fiel', 'x'],
        ['file', file],
      ],
    ],
    [
      'after',
      [
        ['file', file],
        ['fiel', 'x'],
      ],
    ],
  ] as [string, Fields][])(
    'is refused with an unknown field %s the file, and the refusal names the field',
    async (_label, fields) => {
      const { body } = await expectRefusedUpload(form(fields), BAD);
      expect(body.errors).toMatchObject([{ path: 'fiel', code: 'unknown_field' }]);
    },
  );

  test('is refused if it is cut off before its end', async () => {
    const { bytes, headers } = handmadeForm('receipt.pdf', pdf('no end'));
    const cut = bytes.subarray(0, bytes.length - '\r\n--handmadeform--\r\n'.length);
    await expectRefusedUpload((id) => raw(id, cut, headers), [...BAD, '400 malformed_json']);
  });

  test.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with a wrong boundary', 'multipart/form-data; boundary=other'],
  ])('is refused %s', async (_label, type) => {
    const { bytes } = handmadeForm('receipt.pdf', pdf('boundary'));
    const refusals = [...BAD, '400 malformed_json', '415 unsupported_media_type'];
    await expectRefusedUpload((id) => raw(id, bytes, { 'content-type': type }), refusals);
  });

  test('is refused if it is sent as JSON', async () => {
    const bytes = Buffer.from(JSON.stringify({ file: pdf('json').toString('base64') }));
    const refusals = [...BAD, '415 unsupported_media_type'];
    await expectRefusedUpload((id) => raw(id, bytes, { 'content-type': 'application/json' }), refusals);
  });
});

/** Checks that a file name is safe to store and to show: it contains no path and no invisible characters. */
function expectSafe(name: unknown): void {
  expect(name).toEqual(expect.stringMatching(/\S/));
  expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u);
  expect(['.', '..']).not.toContain(name);
  expect(String(name).length).toBeLessThanOrEqual(255);
}

/**
 * Expects that the upload is either refused because of its file name or stored under a safe name, and that the response
 * reveals no path.
 */
async function expectSafeOutcome(send: (id: number, bytes: Buffer) => Promise<Answer>): Promise<void> {
  const id = await draft();
  const bytes = pdf(`named ${id}`);
  const answer = await send(id, bytes);
  expect(['200 undefined', '400 validation_failed']).toContain(refusal(answer));
  expect(showsPath(books, answer.body)).toBe(false);
  const stored = await receipt(id);
  expect(stored === null).toBe(answer.status === 400);
  if (stored === null) return;
  expectSafe(stored.fileName);
  const download = await getReceipt(books, books.admin, id);
  expect(download.status).toBe(200);
  expect(download.bytes.equals(bytes)).toBe(true);
  const disposition = download.headers.get('content-disposition');
  expect(disposition).toMatch(/^attachment\b/);
  if (nameIn(disposition) !== undefined) expectSafe(nameIn(disposition));
}

describe('the file name of a receipt', () => {
  const NAMES = [
    '../../../../etc/passwd',
    '../receipt.pdf',
    '..\\..\\windows\\system32\\receipt.pdf',
    '/etc/passwd',
    'C:\\Users\\x\\receipt.pdf',
    'folder/receipt.pdf',
    '..',
    '.',
    '....//....//vestry.db',
    'nul\u0000byte.pdf',
    'line\u0001break\u001F.pdf',
    '\u202Efdp.exe',
    '\u2067fdp\u2069.\u200Fpdf',
    `${'x'.repeat(500)}.pdf`,
    `${'據'.repeat(500)}.pdf`,
    '   ',
    '',
    'semi;colon; filename=other.pdf',
    '%2e%2e%2fsecret.pdf',
    '收據.pdf',
  ];

  test.each(NAMES)('%j in a form is refused or stored as a safe name', async (name) => {
    await expectSafeOutcome((id, bytes) => {
      const made = handmadeForm(name, bytes);
      return raw(id, made.bytes, made.headers);
    });
  });

  test.each(NAMES)('%j in an extended parameter is refused or stored as a safe name', async (name) => {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    await expectSafeOutcome((id, bytes) => raw(id, bytes, { ...RAW, 'content-disposition': disposition }));
  });

  test.each([
    'attachment; filename="../../etc/passwd"',
    'attachment; filename="..\\\\..\\\\boot.ini"',
    'attachment; filename=/etc/passwd',
    'attachment; filename=""',
    'attachment',
    'attachment; filename="unclosed.pdf',
    "attachment; filename*=UTF-8''%ff%fe.pdf",
    "attachment; filename*=UTF-8''%zz.pdf",
    "attachment; filename*=nothing''x.pdf",
    'attachment; filename="quote\\"inside.pdf"',
    `attachment; filename="${'y'.repeat(500)}.pdf"`,
  ])('from the header "%s" is refused or stored as a safe name', async (disposition) => {
    await expectSafeOutcome((id, bytes) => raw(id, bytes, { ...RAW, 'content-disposition': disposition }));
  });

  test('may be missing for raw bytes, which are then refused or get a name', async () => {
    await expectSafeOutcome((id, bytes) => raw(id, bytes, { 'content-type': 'application/pdf' }));
  });

  test('in the extended parameter takes precedence over the name in the plain parameter', async () => {
    const id = await draft();
    const disposition = `attachment; filename="plain.pdf"; filename*=UTF-8''${encodeURIComponent('收據 2024.pdf')}`;
    const { body } = await raw(id, pdf('extended'), { ...RAW, 'content-disposition': disposition });
    expect(body.receipt.fileName).toBe('收據 2024.pdf');
  });

  test('has no effect on any other file of the service', async () => {
    for (const name of ['../vestry.db', '../../vestry.db', '../secrets.json']) {
      const id = await draft();
      const made = handmadeForm(name, pdf('overwrites'));
      await raw(id, made.bytes, made.headers);
    }
    expect((await books.admin.get('/api/expenses')).status).toBe(200);
    expect((await books.as(['member'])).token).not.toBe('');
  });
});

describe('an upload that is cut off halfway', () => {
  /** Sends the head of a request and a part of its body, then destroys or ends the connection. */
  async function breakOff(id: number, how: 'destroy' | 'end', sent: { head: Record<string, string>; part: Buffer }) {
    const { hostname, port } = new URL(books.daemon.url);
    const lines = Object.entries({
      host: hostname,
      authorization: `Bearer ${books.admin.token}`,
      ...sent.head,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`PUT ${receiptOf(id)} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await new Promise((resolve) => socket.write(sent.part, resolve));
    const isWriting = () => storedFiles(books).some((file) => file.endsWith('.new'));
    await expect.poll(isWriting).toBe(true);
    if (how === 'destroy') socket.destroy();
    else socket.end();
    await expect.poll(isWriting).toBe(false);
    socket.destroy();
  }

  const part = pdf('broken off', 3 * MIB).subarray(0, 2 * MIB);
  const whole = { 'content-length': String(3 * MIB) };
  const inForm = handmadeForm('receipt.pdf', part);
  const KINDS: [string, { head: Record<string, string>; part: Buffer }][] = [
    ['raw bytes', { head: { ...RAW, ...whole }, part }],
    ['a form', { head: { ...inForm.headers, ...whole }, part: inForm.bytes.subarray(0, 2 * MIB) }],
    [
      'a chunked body',
      {
        head: { ...RAW, 'transfer-encoding': 'chunked' },
        part: Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part]),
      },
    ],
  ];

  test.each(KINDS)('leaves no file and no row behind if it was sent as %s', async (_label, sent) => {
    for (const how of ['destroy', 'end'] as const) {
      const id = await draft();
      const files = storedFiles(books);
      await breakOff(id, how, sent);
      await expect.poll(() => storedFiles(books)).toEqual(files);
      expect(await receipt(id)).toBe(null);
      expect(refusal(await books.admin.get(receiptOf(id)))).toBe('404 not_found');
      expect((await putFile({ books, who: books.admin, id }, { bytes: pdf('whole now') })).status).toBe(200);
    }
  });

  test('does not change the previous receipt', async () => {
    const id = await draft();
    const bytes = pdf('before');
    await done(putFile({ books, who: books.admin, id }, { bytes, name: 'before.pdf' }));
    const [files, before] = [storedFiles(books), await receipt(id)];
    await breakOff(id, 'destroy', { head: { ...RAW, ...whole }, part });
    await expect.poll(() => storedFiles(books)).toEqual(files);
    expect(await receipt(id)).toEqual(before);
    expect((await getReceipt(books, books.admin, id)).bytes.equals(bytes)).toBe(true);
  });
});
