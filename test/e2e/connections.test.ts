/** A flood of connections that ask for nothing keeps nobody out of any room, though the service may open few files. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantedFiles } from '../../src/open-files.ts';
import { type Books, done, expense, giving, openBooks } from '../contract/books.ts';
import { pdf, receiptOf } from '../contract/receipt-files.ts';
import { type Answer, request, temporaryDir } from '../support/daemon.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const OPEN_FILES = 1024;
const CONNECTIONS = 2000;
const ROUNDS = IS_NIGHTLY ? 10 : 1;
/** A client comes back so long after it was cut off. */
const AGAIN_MS = 1000;
const DAY = '2026-03-01';

const cannot =
  process.platform === 'win32'
    ? 'Windows does not limit open files'
    : grantedFiles() < 2 * CONNECTIONS && `this test may open only ${grantedFiles()} files`;

const place = temporaryDir();
const flood = new Set<Socket>();
let books: Books;
let cutOff = 0;
let isOver = false;

beforeAll(async () => {
  if (cannot) return;
  books = await openBooks({ dataDir: place.dir, openFiles: OPEN_FILES });
});
afterAll(async () => {
  isOver = true;
  for (const socket of flood) socket.destroy();
  if (!cannot) await books.daemon.stop();
  place.remove();
});

/** What a connection of the flood sends. */
function sentBy(number: number): string {
  const { token } = books.admin;
  const post = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{`;
  const sent = [
    '',
    'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    post('/api/auth/login', ''),
    post('/api/givings', `Authorization: Bearer ${token}\r\n`),
    'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
    // These never read their answers.
    'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ];
  return sent[number % sent.length] ?? '';
}

/** Opens a connection that asks for nothing, or never ends its request. It is opened again when it is cut off. */
function hold(number: number): Promise<void> {
  const socket = connect(Number(new URL(books.daemon.url).port), '127.0.0.1');
  flood.add(socket);
  if (number % 6 !== 5) socket.resume();
  const sent = sentBy(number);
  if (sent !== '') socket.write(sent);
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => {
      resolve();
      flood.delete(socket);
      cutOff += 1;
      if (!isOver) setTimeout(() => void hold(number), AGAIN_MS).unref();
    });
  });
}

/** Returns all addresses that can be read without knowing a record. */
async function readable(): Promise<string[]> {
  const { paths } = await done(books.admin.get('/api/openapi.json'));
  return Object.keys(paths).filter((path) => 'get' in paths[path] && !path.includes('{'));
}

/** Sends a request of the signed-in person on a connection of its own. */
function ask(method: string, route: string, body?: unknown, type = 'application/json'): Promise<Answer> {
  const { admin, daemon } = books;
  const headers = { connection: 'close', ...(body !== undefined && { 'content-type': type }) };
  return request(daemon.url, method, route, { token: admin.token, body, headers });
}

/** Does what people do: reads all lists and reports, makes files, enters something and uploads a receipt. */
async function workEverywhere(paths: readonly string[]): Promise<string[]> {
  const odd: string[] = [];
  for (const path of ['/', ...paths]) {
    const { status, body } = await ask('GET', path);
    // An address that needs a query says so, and the set-up is over.
    if (status !== 200 && !['validation_failed', 'not_found'].includes(body.code)) odd.push(`${path} ${status}`);
  }
  const id = await ask('POST', '/api/expenses', expense(books, { expenseDate: DAY })).then(
    ({ body }) => body.id as number,
  );
  const rest = [
    ...['pdf', 'xlsx', 'csv'].map((format) => ['GET', `/api/reports/balance-sheet/table?year=2026&format=${format}`]),
    ['POST', '/api/givings', giving(books, { date: DAY })],
    ['PUT', receiptOf(id), pdf('receipt').toString('latin1'), 'application/pdf'],
    ['GET', receiptOf(id)],
  ] as Parameters<typeof ask>[];
  for (const one of rest) {
    const { status } = await ask(...one);
    if (status !== 200 && status !== 201) odd.push(`${one.join(' ')} ${status}`);
  }
  return odd;
}

test('during a flood of silent, slow and half-sent requests, a person can use every room', async ({ skip }) => {
  skip(cannot !== false, cannot || '');
  const paths = await readable();
  expect(paths.length).toBeGreaterThan(50);
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => hold(number)));
  for (let round = 0; round < ROUNDS; round += 1) expect(await workEverywhere(paths)).toEqual([]);
  expect(cutOff).toBeGreaterThan(CONNECTIONS - OPEN_FILES);
});
