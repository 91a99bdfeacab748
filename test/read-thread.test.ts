/** Files are read in threads that end, also if a file would never be read to its end, or if nobody waits for it any more. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readStatement } from '../src/features/bank/files/read.ts';
import { readStatementInThread } from '../src/features/bank/files/statement-thread.ts';
import { readSheetInThread } from '../src/features/imports/sheet-thread.ts';
import { readSheet } from '../src/features/imports/sheet.ts';
import { sample } from './features/bank/files/samples.ts';

const BUILT = { worker: pathToFileURL(path.resolve('dist/read-worker.js')) };
const ENDLESS = { worker: new URL('support/endless-worker.js', import.meta.url) };
const LIMITS = { rows: 5000, workbook: { megabytes: 1, rows: 5000, cells: 5000 } };

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `Ann,Lee ${index}`).join('\n');
const CSV = Buffer.from(`First,Last\n${rowsOf(450)}\n`);
const read = (options: object, bytes = CSV) => readSheetInThread('people.csv', bytes, LIMITS, options);

test('a thread reads the same as the program itself, whatever the number of rows', async () => {
  expect(await read(BUILT)).toEqual(await readSheet('people.csv', CSV));
  const file = sample('us-bank/first.qfx');
  const { unread: _, ...expected } = await readStatement(file);
  expect(await readStatementInThread(file, {}, BUILT)).toEqual({ ...expected, unread: { pending: 0, empty: 0 } });
});

test('a thread is used again for the next file', async () => {
  for (const count of [1, 2])
    expect((await read(BUILT, Buffer.from(`First,Last\n${rowsOf(count)}`))).rows).toHaveLength(count);
});

test('a thread refuses a file as the program itself does', async () => {
  const bad = Buffer.from('a,b\n"c');
  const refused = await readSheet('people.csv', bad).catch((error: unknown) => error);
  await expect(read(BUILT, bad)).rejects.toEqual(refused);
});

test('a file that takes too long is refused, and others are read as before', async () => {
  const slow = Array.from({ length: 3 }, () => read({ ...ENDLESS, limitMs: 1 }));
  const reason = expect.objectContaining({
    code: 'file_refused',
    message: expect.stringContaining('divide it into smaller files'),
    details: { extra: { reason: 'too_slow' } },
  });
  expect(await Promise.allSettled(slow)).toEqual(slow.map(() => ({ status: 'rejected', reason })));
  expect((await read(BUILT)).rows).toHaveLength(450);
});

test('reading ends when nobody waits for it, also before it has begun, and others are read then', async () => {
  const left = new AbortController();
  const slow = Array.from({ length: 3 }, () => read({ ...ENDLESS, signal: left.signal }));
  const other = read(BUILT);
  const reason = new Error('The client has left.');
  left.abort(reason);
  expect(await Promise.allSettled(slow)).toEqual(slow.map(() => ({ status: 'rejected', reason })));
  expect((await other).rows).toHaveLength(450);
});
