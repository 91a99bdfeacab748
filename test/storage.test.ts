import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../src/lib/secret.ts';
import { isOwnPath, listFiles, openFile, removeFile, storeFile } from '../src/storage.ts';
import { temporaryFolder } from './support/import.ts';

const AT = new Date('2026-11-18T18:00:00.000Z');
const NAME = 'a'.repeat(32);
let folder: string;
let root: string;
beforeEach(() => {
  folder = temporaryFolder();
  root = path.join(folder, 'receipts');
});

async function* parts(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const store = (bytes: AsyncIterable<Uint8Array> = parts('one ', 'two')) =>
  storeFile(root, bytes, { extension: 'pdf', at: AT });

async function read(stored: string) {
  const file = await openFile(root, stored);
  return file && { size: file.size, text: await text(file.stream) };
}

const everything = () => (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []);

/** Creates a file at a path within the storage folder, and returns its full path. */
function plant(stored: string, content = 'planted'): string {
  const file = path.join(root, stored);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe('storing', () => {
  test('saves the bytes under a random name in the folder of the month, readable only by the owner', async () => {
    const [one, other] = [await store(), await store()];
    expect(one).toMatchObject({ size: 7, sha256: sha256Hex('one two') });
    expect(one.path).toMatch(/^2026\/11\/[0-9a-f]{32}\.pdf$/);
    expect(isOwnPath(one.path)).toBe(true);
    expect(other.path).not.toBe(one.path);
    expect(everything().filter((name) => statSync(path.join(root, name)).isFile())).toHaveLength(2);
    expect(statSync(path.join(root, one.path)).mode & 0o777).toBe(0o600);
    for (const made of ['', '2026', '2026/11']) expect(statSync(path.join(root, made)).mode & 0o777).toBe(0o700);
    expect(await read(one.path)).toEqual({ size: 7, text: 'one two' });
  });

  test('leaves no file if reading the bytes fails, and throws the error of the source', async () => {
    async function* broken() {
      yield* parts('some');
      throw new Error('went away');
    }
    await expect(store(broken())).rejects.toThrow('went away');
    expect(everything()).toEqual([]);
  });

  test('writes to a temporary file until all bytes have arrived', async () => {
    const seen: string[][] = [];
    async function* watched() {
      yield* parts('some');
      seen.push(everything());
    }
    await store(watched());
    expect(seen).toEqual([[expect.stringMatching(/^[0-9a-f]{32}\.new$/)]]);
  });

  test('fails as unavailable if the folder cannot be written, without naming the folder in the message', async () => {
    writeFileSync(root, 'a file in place of the folder');
    const refused: unknown = await store().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable', cause: { code: 'EEXIST' } });
    expect((refused as Error).message).not.toContain(folder);
  });

  test('leaves no file if the complete file cannot be moved into the folder of the month', async () => {
    plant('2026/11', 'a file in place of the folder');
    await expect(store()).rejects.toMatchObject({ code: 'unavailable' });
    expect(everything().toSorted()).toEqual(['2026', '2026/11']);
  });

  test.skipIf(process.getuid?.() === 0)('fails as unavailable in a read-only folder', async () => {
    mkdirSync(root);
    chmodSync(root, 0o500);
    await expect(store()).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'EACCES' } });
  });
});

const OUTSIDE = [
  '../../etc/passwd',
  '../secrets.json',
  '/etc/passwd',
  '2026/11/../../../secrets.json',
  `2026/11/${NAME}.pdf/../../../../secrets.json`,
  '2026\\11\\..\\secrets.json',
  `2026/11/${NAME}.pdf\0.txt`,
  `2026/11/${NAME}.pdf\n`,
  `2026/11/${NAME.toUpperCase()}.pdf`,
  'file:///etc/passwd',
  '',
  '.',
];

describe.each([
  ['opening', openFile],
  ['removing', removeFile],
])('%s', (_what, touch) => {
  test.each(OUTSIDE)('refuses the path %j, which the storage cannot have created', async (stored) => {
    await store();
    const secret = path.join(folder, 'secrets.json');
    writeFileSync(secret, 'secret');
    await expect(touch(root, stored)).rejects.toThrow('has made no file');
    expect(existsSync(secret)).toBe(true);
  });

  test.each([
    ['the file', `2026/11/${NAME}.pdf`],
    ['the folder of the month', '2026/11'],
    ['the folder of the year', '2026'],
  ])('refuses a path if %s is a link to a place outside the storage', async (_what, place) => {
    const stored = `2026/11/${NAME}.pdf`;
    const target = path.join(folder, 'elsewhere', path.relative(place, stored));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(place === stored ? path.join(folder, 'elsewhere.pdf') : target, 'secret');
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
    symlinkSync(path.join(folder, place === stored ? 'elsewhere.pdf' : 'elsewhere'), path.join(root, place));
    expect(existsSync(path.join(root, stored))).toBe(true);
    await expect(touch(root, stored)).rejects.toThrow('leads to');
    expect(existsSync(path.join(root, stored))).toBe(true);
  });

  test('returns undefined if the file does not exist', async () => {
    await expect(touch(root, `2026/11/${NAME}.pdf`)).resolves.toBeUndefined();
    await store();
    await expect(touch(root, `2026/11/${NAME}.pdf`)).resolves.toBeUndefined();
  });
});

test('the whole storage folder may be a link to another disk', async () => {
  mkdirSync(path.join(folder, 'disk'));
  symlinkSync(path.join(folder, 'disk'), root);
  const { path: stored } = await store();
  expect(await read(stored)).toEqual({ size: 7, text: 'one two' });
  await removeFile(root, stored);
  expect(await openFile(root, stored)).toBeUndefined();
});

test('a folder or a pipe in place of a file is refused at once', async () => {
  mkdirSync(path.join(root, `2026/11/${NAME}.pdf`), { recursive: true });
  await expect(openFile(root, `2026/11/${NAME}.pdf`)).rejects.toThrow('is not a file');
  execFileSync('mkfifo', [path.join(root, `2026/11/${NAME}.png`)]);
  await expect(openFile(root, `2026/11/${NAME}.png`)).rejects.toThrow('is not a file');
});

test('the list contains every file and every link, and follows no link', async () => {
  const { path: stored } = await store();
  plant('notes.txt');
  plant('2026/11/deeper/x');
  symlinkSync(folder, path.join(root, 'loop'));
  const found = new Map<string, number>();
  for await (const { path: place, size } of listFiles(root)) found.set(place, size);
  const expected = { '2026/11/deeper/x': 7, [stored]: 7, loop: -1, 'notes.txt': 7 };
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('the list of a missing folder is empty', async () => {
  for await (const file of listFiles(root)) expect(file).toBeUndefined();
  expect(existsSync(root)).toBe(false);
});
