import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type App, inSnapshot, inTransaction, modified } from '../../../../src/app.ts';
import { AppError } from '../../../../src/errors.ts';
import { updateExpenseColumns } from '../../../../src/features/spending/expenses/queries.ts';
import { attachReceipt, openReceipt, removeReceipt } from '../../../../src/features/spending/receipts/service.ts';
import type { ExpenseStatus } from '../../../../src/features/spending/expenses/schema.ts';
import { createExpense, getExpense } from '../../../../src/features/spending/expenses/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { fileNameOf } from '../../../../src/lib/disposition.ts';
import { sha256Hex } from '../../../../src/lib/secret.ts';
import type { Role } from '../../../../src/permissions.ts';
import { as, fileApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/daemon.ts';
import {
  incoming,
  isoMedia,
  lunch,
  pdf,
  png,
  RECEIPTS,
  storedReceipt,
  tamperReceipt,
} from '../../../support/receipts.ts';
import { serveApp } from '../../../support/server.ts';
import { zipOf } from '../../../support/zip.ts';
import { withResolvers } from '../../../support/held.ts';

const MIB = 1024 * 1024;
const LIMIT = 10 * MIB;
const PASSWORD = 'a long enough password';

let app: TestApp;
let url: string;
let close: () => Promise<void>;
const people = new Map<string, { app: App; token: string }>();
const logged: object[] = [];

beforeAll(async () => {
  const made = await fileApp();
  const note = (fields: object) => void logged.push(fields);
  app = { ...made.app, log: { info: () => {}, warn: note, error: note } };
  const server = await serveApp(app);
  ({ url } = server);
  close = async () => {
    server.close();
    await made.close();
  };
  for (const [name, role] of Object.entries(ROLES)) await addPerson(name, role);
});
afterAll(() => close());
beforeEach(() => void (logged.length = 0));

const ROLES = {
  owner: 'member',
  stranger: 'member',
  elder: 'elder',
  auditor: 'auditor',
  approver: 'expense_approver',
  treasurer: 'treasurer',
  finance: 'finance',
  admin: 'super_admin',
} as const satisfies Record<string, Role>;

async function addPerson(name: string, role: Role): Promise<void> {
  const email = `${name}@example.org`;
  const { user } = await createUser(app, { email, displayName: name, roles: [role], memberId: null }, PASSWORD);
  people.set(name, { app: as(app, user.id, role), token: await signIn(url, email, PASSWORD) });
}

const person = (name: string) => people.get(name) ?? { app, token: '' };

/** Adds an expense of the owner and returns its id. */
async function addExpense(status: ExpenseStatus = 'Draft'): Promise<number> {
  const { id } = await createExpense(person('owner').app, lunch());
  await inTransaction(app, ({ db }) => updateExpenseColumns(db, id, { status, bookedOn: '2026-11-01' }));
  return id;
}

const attach = (id: number, bytes: Uint8Array = pdf(), name: string | null = null) =>
  attachReceipt(person('owner').app, id, incoming(bytes, name));

const pathOf = async (id: number) => (await storedReceipt(app, id)).path;

const tamper = (id: number, columns: Parameters<typeof updateExpenseColumns>[2]) =>
  inTransaction(app, ({ db }) => updateExpenseColumns(db, id, columns));

/** Returns the paths of all files in the receipts folder. */
function files(): string[] {
  const { receipts } = app.paths;
  return readdirSync(receipts, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !statSync(path.join(receipts, name), { throwIfNoEntry: false })?.isDirectory(),
  );
}

type Sent = {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  problem: { code?: string; detail?: string };
};

async function received(answer: IncomingMessage): Promise<Sent> {
  const { statusCode: status = 0, headers } = answer;
  const body = await buffer(answer);
  const isJson = headers['content-type']?.includes('json') === true;
  return { status, headers, body, problem: isJson ? (JSON.parse(String(body)) as Sent['problem']) : {} };
}

/** Sends a request whose body is written by `send`. */
function ask(name: string, id: number, options: RequestOptions, send: (request: ClientRequest) => void): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${person(name).token}`, ...(options.headers as object) };
    const request = httpRequest(
      `${url}/api/expenses/${id}/receipt`,
      { agent: false, ...options, headers },
      (answer) => {
        void received(answer).then(resolve, reject);
      },
    );
    request.once('error', reject);
    send(request);
  });
}

const put = (name: string, id: number, body: Uint8Array, headers: Record<string, string> = {}) =>
  ask(name, id, { method: 'PUT', headers: { 'content-type': 'application/pdf', ...headers } }, (sent) =>
    sent.end(body),
  );

const call = (name: string, id: number, method: string, headers: Record<string, string> = {}) =>
  ask(name, id, { method, headers }, (sent) => sent.end());

const BOUNDARY = 'vestry-boundary';
const asForm = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

type Part = { name: string; fileName?: string; content: Uint8Array };

function form(parts: readonly Part[]): Buffer {
  const head = ({ name, fileName }: Part) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`;
  const lines = parts.map((part) => Buffer.concat([Buffer.from(head(part)), part.content, Buffer.from('\r\n')]));
  return Buffer.concat([...lines, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const refusal = ({ status, problem }: Sent) => `${status} ${problem.code}`;

/** Returns `done` if an attempt succeeds, and otherwise the code of its error. */
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a receipt', () => {
  test.each(RECEIPTS)(
    'of type %s is returned unchanged, under a file name with the correct extension',
    async (type, extension, bytes) => {
      const id = await addExpense();
      const stored = await put('owner', id, form([{ name: 'file', fileName: '../收據.exe', content: bytes }]), asForm);
      expect(stored.status).toBe(200);
      const fileName = `收據.${extension}`;
      const receipt = { fileName, contentType: type, size: bytes.length, sha256: sha256Hex(bytes) };
      expect(JSON.parse(String(stored.body))).toMatchObject({ id, receipt });
      const { status, headers, body } = await call('owner', id, 'GET');
      expect(status).toBe(200);
      expect(body.equals(bytes)).toBe(true);
      expect(headers).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(fileNameOf(headers['content-disposition'])).toBe(fileName);
    },
  );

  test('may be sent without a form, with its name in a header and any content type', async () => {
    const id = await addExpense();
    const headers = {
      'content-type': 'text/html',
      'content-disposition': `attachment; filename*=UTF-8''Caf%C3%A9.jpg`,
    };
    const { status, headers: answered } = await put('owner', id, png(), headers);
    expect(status).toBe(200);
    expect((await getExpense(app, id)).receipt).toMatchObject({ fileName: 'Café.png', contentType: 'image/png' });
    const reader = await fetch(`${url}/api/expenses/${id}`, {
      headers: { authorization: `Bearer ${person('owner').token}` },
    });
    expect(answered['etag']).toBe(reader.headers.get('etag'));
  });

  test('sent without a name is named receipt.pdf', async () => {
    const id = await addExpense();
    expect((await put('owner', id, pdf())).status).toBe(200);
    expect((await getExpense(app, id)).receipt?.fileName).toBe('receipt.pdf');
  });

  test.each([
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['a page with a comment in front', '<!-- %PDF-1.7 --><html></html>'],
    ['plain text', 'Lunch 12.50'],
    ['an empty file', ''],
    ['a single byte', '%'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;'],
    ['a program', 'MZ\x90\0'],
    ['an archive', zipOf({ 'receipt.pdf': '%PDF-1.7' })],
    ['an archive that unpacks to a thousand times its size', zipOf({ 'a.pdf': '0'.repeat(10 * MIB) })],
    ['AVIF', isoMedia('avif', 'mif1', 'avif')],
    ['AVIF with the generic brand', isoMedia('mif1', 'mif1', 'avif')],
    ['a video', isoMedia('isom', 'isom', 'mp42')],
  ])('cannot be %s', async (_what, content) => {
    const id = await addExpense();
    const before = files();
    const bytes = Buffer.from(content as string, 'latin1');
    const sent = typeof content === 'string' ? bytes : content;
    const named = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="receipt.pdf"' };
    for (const answer of [
      await put('owner', id, sent, named),
      await put('owner', id, form([{ name: 'file', fileName: 'receipt.pdf', content: sent }]), asForm),
    ]) {
      expect(refusal(answer)).toBe('415 unsupported_media_type');
      expect(answer.problem.detail).toMatch(sent.length === 0 ? /empty/ : /PDF, JPEG, PNG, WebP or HEIC/);
    }
    expect((await getExpense(app, id)).receipt).toBeNull();
    expect(files()).toEqual(before);
  });

  test('from a phone may be HEIC with the generic brand', async () => {
    const id = await addExpense();
    const expense = await attach(id, isoMedia('mif1', 'mif1', 'heic'), 'IMG_1.HEIF');
    expect(expense.receipt).toMatchObject({ fileName: 'IMG_1.HEIF', contentType: 'image/heic' });
  });
});

describe('permission for a receipt', () => {
  /** The user, the status of the expense, and the outcomes of adding, removing and reading a receipt. */
  const MATRIX: [string, ExpenseStatus, string, string, string][] = [
    ['owner', 'Draft', 'done', 'done', 'done'],
    ['owner', 'PendingApproval', 'done', 'receipt_locked', 'done'],
    ['owner', 'Approved', 'receipt_locked', 'receipt_locked', 'done'],
    ['owner', 'Paid', 'receipt_locked', 'receipt_locked', 'done'],
    ['stranger', 'Draft', 'not_found', 'not_found', 'not_found'],
    ['stranger', 'Paid', 'not_found', 'not_found', 'not_found'],
    ['elder', 'PendingApproval', 'forbidden', 'forbidden', 'done'],
    ['auditor', 'Approved', 'forbidden', 'forbidden', 'done'],
    ['approver', 'PendingApproval', 'forbidden', 'forbidden', 'done'],
    ['treasurer', 'Draft', 'done', 'done', 'done'],
    ['finance', 'Approved', 'done', 'receipt_locked', 'done'],
    ['finance', 'Paid', 'done', 'receipt_locked', 'done'],
    ['admin', 'Paid', 'done', 'receipt_locked', 'done'],
  ];

  test.each(MATRIX)('for the user %s when the expense is %s: adding: %s, removing: %s, reading: %s', async (...row) => {
    const [name, status, add, remove, look] = row;
    const id = await addExpense();
    await attach(id);
    await tamper(id, { status });
    const { app: acting } = person(name);
    const reading = openReceipt(acting, id).then(({ stream }) => stream.destroy());
    expect(await codeOf(reading)).toBe(look);
    expect(await codeOf(attachReceipt(acting, id, incoming(pdf())))).toBe(add);
    expect(await codeOf(removeReceipt(acting, id))).toBe(remove);
  });

  test('is checked before the file is read, so a refusal does not wait for the rest of the body', async () => {
    const [draft, paid] = [await addExpense(), await addExpense('Paid')];
    const cases = [
      ['stranger', draft, '404 not_found'],
      ['auditor', draft, '403 forbidden'],
      ['owner', paid, '409 receipt_locked'],
      ['owner', 999_999, '404 not_found'],
    ] as const;
    for (const [name, id, refused] of cases) {
      const headers = { 'content-type': 'application/pdf', 'content-length': String(MIB) };
      // The rest of the body is never sent.
      const answer = await ask(name, id, { method: 'PUT', headers }, (sent) => sent.write('%PDF-1.7'));
      expect(refusal(answer)).toBe(refused);
    }
  });

  test('is refused to everyone if the expense is deleted, and the file is kept', async () => {
    const id = await addExpense();
    await attach(id);
    const before = files();
    await tamper(id, { deletedAt: '2026-11-18T00:00:00.000Z' });
    for (const method of ['GET', 'DELETE']) expect(refusal(await call('admin', id, method))).toBe('404 not_found');
    expect(refusal(await put('admin', id, pdf()))).toBe('404 not_found');
    expect(files()).toEqual(before);
  });
});

describe('the size of a receipt', () => {
  test.each([LIMIT, 64])('may be %i bytes, with or without a form', async (size) => {
    const id = await addExpense();
    const bytes = pdf(size);
    expect((await put('owner', id, bytes)).status).toBe(200);
    expect((await put('owner', id, form([{ name: 'file', content: bytes }]), asForm)).status).toBe(200);
    expect((await call('owner', id, 'GET')).body.equals(bytes)).toBe(true);
  });

  test.each([
    ['without a form', {}, (bytes: Buffer) => bytes],
    ['in a form', asForm, (bytes: Buffer) => form([{ name: 'file', content: bytes }])],
  ])('cannot exceed 10 MiB %s, with or without a Content-Length header', async (_how, headers, wrap) => {
    const id = await addExpense();
    const before = files();
    const body = wrap(pdf(LIMIT + 1));
    expect(refusal(await put('owner', id, body, headers))).toBe('413 payload_too_large');
    const chunked = { method: 'PUT', headers: { ...headers, 'transfer-encoding': 'chunked' } };
    expect(refusal(await ask('owner', id, chunked, (sent) => sent.end(body)))).toBe('413 payload_too_large');
    expect(files()).toEqual(before);
    expect((await getExpense(app, id)).receipt).toBeNull();
  });

  test('is refused because of the Content-Length header alone, before the body arrives', async () => {
    const headers = { 'content-type': 'application/pdf', 'content-length': String(LIMIT + 1) };
    const id = await addExpense();
    const answer = await ask('owner', id, { method: 'PUT', headers }, (sent) => sent.write('%PDF-1.7'));
    expect(refusal(answer)).toBe('413 payload_too_large');
  });
});

describe('a form for a receipt', () => {
  const whole = form([{ name: 'file', fileName: 'a.pdf', content: pdf() }]);

  test.each([
    ['without the file', form([]), ['file']],
    [
      'with other fields before the file',
      form([
        { name: 'note', content: pdf() },
        { name: 'file', content: pdf() },
      ]),
      ['note'],
    ],
    [
      'with other fields after the file',
      form([
        { name: 'file', content: pdf() },
        { name: 'note', content: pdf() },
      ]),
      ['note'],
    ],
    ['with a file in the wrong field', form([{ name: 'scan', fileName: 'b.pdf', content: pdf() }]), ['scan', 'file']],
    [
      'with the file twice',
      form([
        { name: 'file', content: pdf() },
        { name: 'file', content: pdf() },
      ]),
      ['file'],
    ],
    ['that ends within the file', whole.subarray(0, -12), ['file']],
    ['that ends before the file', whole.subarray(0, 30), ['file']],
    ['whose body is not a form', Buffer.from('not a form'), ['file']],
    ['whose body is empty', Buffer.alloc(0), ['file']],
  ])('%s is refused, and nothing is stored', async (_how, body, paths) => {
    const id = await addExpense();
    const before = files();
    const answer = await put('owner', id, body, asForm);
    expect(refusal(answer)).toBe('400 validation_failed');
    const { errors } = answer.problem as { errors: { path: string }[] };
    expect(errors.map((error) => error.path)).toEqual(paths);
    expect(files()).toEqual(before);
    expect((await getExpense(app, id)).receipt).toBeNull();
  });

  test('without a boundary is refused', async () => {
    const answer = await put('owner', await addExpense(), whole, { 'content-type': 'multipart/form-data' });
    expect(refusal(answer)).toBe('400 validation_failed');
  });

  test('that is compressed is refused', async () => {
    const answer = await put('owner', await addExpense(), whole, { ...asForm, 'content-encoding': 'gzip' });
    expect(refusal(answer)).toBe('415 unsupported_media_type');
  });

  test('with thousands of fields is refused with a short response', async () => {
    const fields = Array.from({ length: 5000 }, (_, n) => ({ name: `field${n}`, content: Buffer.alloc(1) }));
    const answer = await put('owner', await addExpense(), form(fields), asForm);
    expect(refusal(answer)).toMatch(/^(400 validation_failed|413 payload_too_large)$/);
    expect(answer.body.length).toBeLessThan(10_000);
  });
});

describe('an interrupted upload', () => {
  test.each([
    ['without a form', {}, pdf(200_000)],
    ['in a form', asForm, form([{ name: 'file', content: pdf(200_000) }])],
    ['that stops after its first byte', {}, Buffer.from('%')],
  ])('%s leaves no file and no row', async (_how, extra, body) => {
    const id = await addExpense();
    const before = files();
    const headers = { 'content-type': 'application/pdf', ...extra, 'content-length': String(MIB) };
    const { promise: written, resolve: tell } = withResolvers<ClientRequest>();
    const gone = ask('owner', id, { method: 'PUT', headers }, (sent) => {
      sent.write(body, () => tell(sent));
    });
    const request = await written;
    // The service begins a file when it knows the type, which a single byte does not tell.
    const begun = body.length > 1 ? 1 : 0;
    await expect.poll(() => files().filter((file) => file.endsWith('.new'))).toHaveLength(begun);
    request.destroy();
    await expect(gone).rejects.toThrow('socket hang up');
    await expect.poll(files).toEqual(before);
    expect((await getExpense(app, id)).receipt).toBeNull();
    expect(logged).toEqual([]);
  });
});

describe('a new receipt for an expense that already has a receipt', () => {
  test('removes the earlier file, and both receipts are in the audit log', async () => {
    const id = await addExpense();
    await attach(id, pdf(), 'first.pdf');
    const first = await pathOf(id);
    await attach(id, png(), 'second.png');
    const second = await pathOf(id);
    expect(files()).toContain(second);
    expect(files()).not.toContain(first);
    await removeReceipt(person('owner').app, id);
    expect(files()).not.toContain(second);
    expect((await getExpense(app, id)).receipt).toBeNull();
    const entries = await app.db
      .selectFrom('auditLogs')
      .select(['action', 'changes'])
      .where('entityType', '=', 'Expense')
      .where('entityId', '=', String(id))
      .where('action', 'like', 'Receipt%')
      .orderBy('id')
      .execute();
    const changes = entries.map((entry) => [entry.action, JSON.parse(entry.changes ?? '{}')]);
    const named = (fileName: string) => expect.objectContaining({ fileName });
    expect(changes).toEqual([
      ['ReceiptAttached', { receipt: [null, named('first.pdf')] }],
      ['ReceiptAttached', { receipt: [named('first.pdf'), named('second.png')] }],
      ['ReceiptRemoved', { receipt: [named('second.png'), null] }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(first);
  });

  test('sent by many requests at once leaves one row and one file', async () => {
    const id = await addExpense();
    const before = files();
    const uploads = Array.from({ length: 8 }, () => pdf(100_000));
    const answers = await Promise.all(uploads.map((bytes) => put('owner', id, bytes)));
    expect(answers.map(({ status }) => status)).toEqual(uploads.map(() => 200));
    expect(files().filter((file) => !before.includes(file))).toEqual([await pathOf(id)]);
    const { body } = await call('owner', id, 'GET');
    expect(uploads.some((bytes) => bytes.equals(body))).toBe(true);
    expect((await getExpense(app, id)).receipt?.sha256).toBe(sha256Hex(body));
  });

  test('does not disturb a reader who has looked up the earlier file but not opened it', async () => {
    const id = await addExpense();
    await attach(id);
    const { app: acting } = person('owner');
    const bytes = png(100);
    await inSnapshot(acting, async ({ db: before }) => {
      await before.selectFrom('expenses').select('id').where('id', '=', id).execute();
      await attach(id, bytes);
      let looks = 0;
      const late: App = {
        ...acting,
        get db() {
          looks += 1;
          return looks <= 2 ? before : acting.db;
        },
      };
      expect((await buffer((await openReceipt(late, id)).stream)).equals(bytes)).toBe(true);
    });
  });

  test('does not disturb a reader who has opened the earlier file', async () => {
    const id = await addExpense();
    const bytes = pdf(MIB);
    await attach(id, bytes);
    const { stream } = await openReceipt(app, id);
    await attach(id, pdf());
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('with an outdated ETag is refused, whether the expense changed before or during the upload', async () => {
    const id = await addExpense();
    await attach(id);
    const before = files();
    const headers = { 'if-match': '"stale"', 'content-type': 'application/pdf', 'content-length': String(MIB) };
    const early = await ask('owner', id, { method: 'PUT', headers }, (sent) => sent.write('%PDF-1.7'));
    expect(refusal(early)).toBe('412 stale_version');
    expect(refusal(await call('owner', id, 'DELETE', { 'if-match': '"stale"' }))).toBe('412 stale_version');
    const tag = String((await put('owner', id, pdf())).headers['etag']);
    const kept = files();
    let uploading: ClientRequest | undefined;
    const late = ask('owner', id, { method: 'PUT', headers: { 'if-match': tag } }, (sent) => {
      uploading = sent;
      sent.write(pdf(5000));
    });
    await expect.poll(() => files().some((file) => file.endsWith('.new'))).toBe(true);
    await tamper(id, { notes: 'changed meanwhile', ...modified(app) });
    uploading?.end();
    expect(refusal(await late)).toBe('412 stale_version');
    expect(files()).toEqual(kept);
    expect(kept).toHaveLength(before.length);
  });

  test('is accepted with the current ETag of the expense, and the response contains the new ETag', async () => {
    const id = await addExpense();
    let tag = String((await put('owner', id, pdf())).headers['etag']);
    tag = String((await put('owner', id, pdf(), { 'if-match': tag })).headers['etag']);
    expect((await call('owner', id, 'DELETE', { 'if-match': tag })).status).toBe(204);
    expect(refusal(await call('owner', id, 'DELETE'))).toBe('404 not_found');
    expect(refusal(await call('owner', id, 'GET'))).toBe('404 not_found');
  });

  test('whose transaction fails leaves the earlier receipt and the folder unchanged', async () => {
    const id = await addExpense();
    await attach(id, pdf(), 'kept.pdf');
    const before = files();
    const failing: App = {
      ...person('owner').app,
      precondition: async () => {
        throw new AppError('unavailable', 'The database cannot be written.');
      },
    };
    expect(await codeOf(attachReceipt(failing, id, incoming(png())))).toBe('unavailable');
    expect(await codeOf(removeReceipt(failing, id))).toBe('unavailable');
    expect(files()).toEqual(before);
    expect((await getExpense(app, id)).receipt?.fileName).toBe('kept.pdf');
  });

  test('is accepted even if the earlier file is missing or cannot be removed', async () => {
    const id = await addExpense();
    await attach(id);
    rmSync(path.join(app.paths.receipts, await pathOf(id)));
    await attach(id);
    await tamperReceipt(app, id, { path: '../../elsewhere' });
    expect((await put('owner', id, pdf())).status).toBe(200);
    expect(logged).toHaveLength(1);
  });

  test('is refused inside a transaction, which must not wait for a file', async () => {
    const id = await addExpense();
    const attempt = inTransaction(person('owner').app, (app) => attachReceipt(app, id, incoming(pdf())));
    await expect(attempt).rejects.toThrow('before the transaction');
  });
});

describe('a receipt row with a false path or size', () => {
  const own = `2026/11/${'a'.repeat(32)}.pdf`;

  test.each([
    '../../etc/passwd',
    '../vestry.db',
    '../secrets.json',
    '/etc/passwd',
    `2026/11/../../../secrets.json`,
    own,
  ])('never opens the file %s, and only the log names that path', async (receiptPath) => {
    const id = await addExpense();
    await attach(id);
    await tamperReceipt(app, id, { path: receiptPath, size: 1703 });
    const answer = await call('owner', id, 'GET');
    expect(refusal(answer)).toBe('404 receipt_missing');
    expect(String(answer.body)).not.toMatch(/passwd|secrets|vestry\.db|aaaa|\/tmp/);
    expect(String(logged.map((fields) => (fields as { err?: Error }).err))).toContain(receiptPath);
  });

  test('never follows a link out of the folder', async () => {
    const id = await addExpense();
    await attach(id);
    const place = path.join(app.paths.receipts, own);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(app.paths.secrets, place);
    await tamperReceipt(app, id, { path: own, size: statSync(app.paths.secrets).size });
    expect(refusal(await call('owner', id, 'GET'))).toBe('404 receipt_missing');
    expect((await call('owner', id, 'DELETE')).status).toBe(204);
    expect(existsSync(app.paths.secrets)).toBe(true);
    rmSync(place);
  });

  test('never removes a file outside the folder', async () => {
    const id = await addExpense();
    await attach(id);
    const bystander = path.join(app.config.dataDir, 'bystander');
    writeFileSync(bystander, 'still here');
    await tamperReceipt(app, id, { path: '../bystander' });
    expect((await call('owner', id, 'DELETE')).status).toBe(204);
    expect(readFileSync(bystander, 'utf8')).toBe('still here');
  });

  test('cannot make a browser run the file as a page or script', async () => {
    const id = await addExpense();
    await attach(id);
    for (const contentType of ['text/html', 'application/pdf\r\nX-Evil: 1', 'toString']) {
      await tamperReceipt(app, id, { contentType });
      expect(refusal(await call('owner', id, 'GET'))).toBe('500 internal_error');
    }
    await tamperReceipt(app, id, { contentType: 'application/pdf', fileName: 'a\r\nX-Evil: 1"; \u202E.pdf' });
    const { status, headers } = await call('owner', id, 'GET');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-evil');
  });

  test('gets the response of a missing receipt if its size differs from the size of the file', async () => {
    const id = await addExpense();
    await attach(id, pdf(100));
    await tamperReceipt(app, id, { size: 99 });
    expect(refusal(await call('owner', id, 'GET'))).toBe('404 receipt_missing');
  });
});

test('HEAD returns the same headers as GET and leaves no file open', async () => {
  const id = await addExpense();
  await attach(id, pdf(5000));
  const receiptPath = await pathOf(id);
  const { status, headers, body } = await call('owner', id, 'HEAD');
  expect({ status, length: headers['content-length'], bytes: body.length }).toEqual({
    status: 200,
    length: '5000',
    bytes: 0,
  });
  await expect.poll(() => openFiles(receiptPath)).toEqual([]);
});

test('a client that disconnects during a download leaves no file open', async () => {
  const id = await addExpense();
  await attach(id, pdf(LIMIT));
  const receiptPath = await pathOf(id);
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${person('owner').token}` };
    const sent = httpRequest(`${url}/api/expenses/${id}/receipt`, { agent: false, headers }, (answer) => {
      answer.once('data', () => answer.destroy());
      answer.once('close', resolve);
      answer.once('error', () => {});
    });
    sent.once('error', reject);
    sent.end();
  });
  await expect.poll(() => openFiles(receiptPath)).toEqual([]);
  expect(logged).toEqual([]);
});

/** Returns the files that this process has open and whose paths end with `ending`, if the system can list them. */
function openFiles(ending: string): string[] {
  if (!existsSync('/proc/self/fd')) return [];
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.endsWith(ending));
}
