/** How files come to a place that behaves as badly as rclone and the services behind it were seen to do. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Place, PlaceError } from '../../../../src/features/upkeep/backup-target/places.ts';
import { contentOfFile, fetchFile, storeFile } from '../../../../src/features/upkeep/backup-target/protocol.ts';
import { place as folder } from '../backups/support.ts';

const NAME = 'vestry-copy';
const PART = `${NAME}.part`;
const NEVER = new AbortController().signal;

/** Returns a place in memory, and its files. `bad` replaces what it can do. */
function memory(bad: (files: Map<string, Buffer>) => Partial<Place> = () => ({})) {
  const files = new Map<string, Buffer>();
  const place: Place = {
    list: async () => [...files].map(([name, { length: size }]) => ({ name, size })),
    upload: async (file, name) => void files.set(name, readFileSync(file)),
    read: async function* (name) {
      yield files.get(name) ?? Buffer.alloc(0);
    },
    move: async (from, to) => {
      files.set(to, files.get(from) ?? Buffer.alloc(0));
      files.delete(from);
    },
    remove: async (name) => void files.delete(name),
  };
  return { files, place: { ...place, ...bad(files) } };
}

function file(text = 'the books of the church') {
  const at = folder();
  const source = at('archive');
  writeFileSync(source, text);
  return { at, source, text };
}

async function store(place: Place, source: string) {
  return storeFile(place, source, { name: NAME, ...(await contentOfFile(source)) }, NEVER);
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof PlaceError ? error.fault : error),
  );

test('a file lies there whole under its name, and comes back as it was', async () => {
  const { at, source, text } = file();
  const { files, place } = memory();
  expect(await store(place, source)).toEqual([{ name: NAME, size: text.length }]);
  expect([...files.keys()]).toEqual([NAME]);
  await fetchFile(place, { name: NAME, size: text.length }, at('back'), NEVER);
  expect(readFileSync(at('back'), 'utf8')).toBe(text);
});

test('what a killed send left under the name of the part is replaced, and no file that has the name', async () => {
  const { source, text } = file();
  const { files, place } = memory();
  files.set(PART, Buffer.from('half'));
  await store(place, source);
  expect(files.get(NAME)?.toString()).toBe(text);
  files.set(NAME, Buffer.from('another'));
  expect(await faultOf(store(place, source))).toBe('not_kept');
  expect(files.get(NAME)?.toString()).toBe('another');
});

test('an upload and a move that were done count, whatever the program said', async () => {
  const { source, text } = file();
  const { place, files } = memory((files) => ({
    upload: async (from, name) => {
      files.set(name, readFileSync(from));
      throw new PlaceError('failed', 'rclone ended with 1');
    },
    move: async (from, to) => {
      files.set(to, files.get(from) ?? Buffer.alloc(0));
      files.delete(from);
      throw new PlaceError('failed', 'rclone ended with 9');
    },
  }));
  await store(place, source);
  expect(files.get(NAME)?.toString()).toBe(text);
});

test.each([
  ['a part of the file', (bytes: Buffer) => bytes.subarray(0, 5)],
  ['as many other bytes', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x')],
])('a place that keeps %s without a word has no copy', async (_what, kept) => {
  const { source } = file();
  const { place, files } = memory((files) => ({
    upload: async (from, name) => void files.set(name, kept(readFileSync(from))),
  }));
  expect(await faultOf(store(place, source))).toBe('not_kept');
  expect([...files.keys()]).toEqual([]);
});

test('a full place is told as full, and has neither a copy nor a part', async () => {
  const { source } = file();
  const { place, files } = memory((files) => ({
    upload: async (_from, name) => {
      files.set(name, Buffer.from('the'));
      throw new PlaceError('full');
    },
  }));
  expect(await faultOf(store(place, source))).toBe('full');
  expect([...files.keys()]).toEqual([]);
});

test('a move that loses the file, or does nothing with a good exit code, is no copy', async () => {
  const { source } = file();
  const losing = memory((files) => ({ move: async (from) => void files.delete(from) }));
  expect(await faultOf(store(losing.place, source))).toBe('not_kept');
  const idle = memory(() => ({ move: async () => {} }));
  expect(await faultOf(store(idle.place, source))).toBe('not_kept');
  expect([...idle.files.keys()]).toEqual([]);
});

test('a file that does not come back whole is told, and a stopped send leaves nothing under the name', async () => {
  const { at, source, text } = file();
  const { place, files } = memory();
  files.set(NAME, Buffer.from(text.slice(1)));
  expect(await faultOf(fetchFile(place, { name: NAME, size: text.length }, at('back'), NEVER))).toBe('not_kept');
  const stop = new AbortController();
  const stopped = memory((all) => ({
    upload: async (_from, name) => {
      all.set(name, Buffer.from('half'));
      stop.abort(new Error('stopped'));
      throw new PlaceError('failed');
    },
  }));
  const content = { name: NAME, size: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  await expect(storeFile(stopped.place, source, content, stop.signal)).rejects.toThrow('stopped');
  expect([...stopped.files.keys()]).toEqual([PART]);
  expect(existsSync(source)).toBe(true);
});
