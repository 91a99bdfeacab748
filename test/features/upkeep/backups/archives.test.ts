import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unpackChecked } from '../../../../src/features/upkeep/backups/inspect.ts';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { listBackups } from '../../../../src/features/upkeep/backups/list.ts';
import { verifyBackup } from '../../../../src/features/upkeep/backups/verify.ts';
import { forged, named, packed, type Part, partsOf } from '../../../support/archive.ts';
import { PASSPHRASE, place, quickKeys, withBooks } from './support.ts';
import { IS_NIGHTLY } from '../../../support/nightly.ts';

/** In how many places a byte of a backup is changed. */
const PLACES = IS_NIGHTLY ? 24 : 4;

const expectRefused = (file: string, passphrase?: string) =>
  expect(verifyBackup(file, { passphrase }), file).rejects.toMatchObject({ code: 'file_refused' });
const contentOf = (bytes: Buffer) => {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
};
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vestry-verify-'));

test('a check that has no folder for temporary files says so', async () => {
  const { app } = await withBooks(0);
  const { file } = await createBackup(app, {});
  vi.stubEnv('TMPDIR', place()('missing'));
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(verifyBackup(file, app.secrets())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/missing cannot be written \(ENOENT\)\. Nothing was checked\. .*TMPDIR/),
  });
});

test('a changed byte anywhere in a backup is detected, and the check leaves no files behind', async () => {
  const { app } = await withBooks();
  const at = place();
  const bytes = readFileSync((await createBackup(app, {})).file);
  const content = gunzipSync(bytes);
  // Other test files check backups at the same time.
  vi.stubEnv('TMPDIR', place()(''));
  onTestFinished(() => void vi.unstubAllEnvs());
  const places = Array.from({ length: PLACES }, (_, index) => Math.floor((index * (bytes.length - 1)) / (PLACES - 1)));
  for (const offset of [...places, 3, 5, 20, bytes.length - 5]) {
    const changed = Buffer.from(bytes);
    changed[offset] = (changed[offset] ?? 0) ^ 0x10;
    // Padding bits between two compressed blocks have no meaning, so a change to them is not an error.
    if (contentOf(changed)?.equals(content)) continue;
    writeFileSync(at('changed.tar.gz'), changed);
    await expectRefused(at('changed.tar.gz'));
  }
  for (const length of [
    0,
    1,
    9,
    10,
    100,
    600,
    bytes.length >> 1,
    bytes.length - 9,
    bytes.length - 8,
    bytes.length - 1,
  ]) {
    writeFileSync(at('cut.tar.gz'), bytes.subarray(0, length));
    await expectRefused(at('cut.tar.gz'));
  }
  writeFileSync(at('longer.tar.gz'), Buffer.concat([bytes, gzipSync(Buffer.alloc(512, 1))]));
  await expectRefused(at('longer.tar.gz'));
  expect(leftovers()).toEqual([]);
});

test('a check removes the temporary files of an earlier check that was killed more than a day ago', async () => {
  const { app } = await withBooks();
  const { file } = await createBackup(app, {});
  const [old, fresh] = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'vestry-verify-'))) as [string, string];
  writeFileSync(path.join(old, 'vestry.db'), 'unpacked');
  const yesterday = Date.now() / 1000 - 86_460;
  for (const name of [path.join(old, 'vestry.db'), old]) utimesSync(name, yesterday, yesterday);
  await verifyBackup(file, {});
  expect([old, fresh].map((folder) => existsSync(folder))).toEqual([false, true]);
  rmSync(fresh, { recursive: true });
});

test('a changed byte anywhere in an encrypted backup is detected', async () => {
  quickKeys();
  const { app } = await withBooks(1);
  const at = place();
  const bytes = readFileSync((await createBackup(app, { passphrase: PASSPHRASE })).file);
  for (const offset of [30, 120, 220, bytes.length >> 1, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[offset] = (changed[offset] ?? 0) ^ 0x10;
    writeFileSync(at('changed.age'), changed);
    await expectRefused(at('changed.age'), PASSPHRASE);
  }
  writeFileSync(at('cut.age'), bytes.subarray(0, -70_000));
  await expectRefused(at('cut.age'), PASSPHRASE);
});

test('a file that is not a backup is refused', async () => {
  const at = place();
  const foreign: Record<string, Buffer> = {
    'empty.tar.gz': Buffer.alloc(0),
    'text.tar.gz': Buffer.from('a letter'),
    'other.tar.gz': gzipSync(await packTar([{ header: { name: 'letter.txt', size: 2 }, body: 'hi' }])),
    'packed.tar.gz': gzipSync(Buffer.from('a letter')),
    'zip.tar.gz': Buffer.from('PK\u0003\u0004 and so on'),
  };
  for (const [name, bytes] of Object.entries(foreign)) {
    writeFileSync(at(name), bytes);
    await expectRefused(at(name));
  }
  await expectRefused(at(''));
  execFileSync('mkfifo', [at('pipe.tar.gz')]);
  await expectRefused(at('pipe.tar.gz'));
  await expect(verifyBackup(at('nowhere'), {})).rejects.toMatchObject({ code: 'not_found' });
});

const STRANGE: [string, (parts: Part[]) => void][] = [
  ['has a path outside the archive', (parts) => parts.push(part('../../vestry.db'))],
  ['is absolute', (parts) => parts.push(part('/etc/passwd'))],
  ['names a drive', (parts) => parts.push(part('C:\\vestry.db'))],
  [
    'has a path that leaves the receipts folder',
    (parts) => parts.splice(1, 0, part(`receipts/2026/../../${'a'.repeat(32)}.pdf`)),
  ],
  ['occurs twice', (parts) => parts.splice(2, 0, part('vestry.db'))],
  ['is a link', (parts) => parts.splice(1, 0, part('config.json', { type: 'symlink', linkname: '/etc/passwd' }))],
  ['is a hard link', (parts) => parts.splice(1, 0, part('config.json', { type: 'link', linkname: 'vestry.db' }))],
  ['is a device', (parts) => parts.splice(1, 0, part('config.json', { type: 'character-device' }))],
  ['is a folder', (parts) => parts.splice(1, 0, part('receipts/', { type: 'directory' }))],
  [
    'has another name in its extended header',
    (parts) => parts.splice(1, 0, part('config.json', { pax: { path: '../config.json' } })),
  ],
  ['follows the manifest', (parts) => parts.push(part('config.json'))],
  ['is not in the manifest', (parts) => parts.splice(2, 0, part('config.json'))],
  ['is missing', (parts) => parts.splice(-3, 1)],
  ['is out of order', (parts) => parts.splice(0, parts.length, ...parts.toReversed())],
  ['is larger than its declared size', (parts) => (parts[1] = part('vestry.db', {}, Buffer.alloc(5_000_000)))],
  [
    'is an extra receipt',
    (parts) => parts.splice(2, 0, part(`receipts/2026/11/${'a'.repeat(32)}.pdf`, {}, Buffer.alloc(500_000))),
  ],
  [
    'is a settings file of twenty megabytes',
    (parts) => parts.splice(2, 0, part('config.json', {}, Buffer.alloc(20_000_000))),
  ],
  ['is another database', (parts) => (parts[1] = part('vestry.db', {}, Buffer.alloc(parts[1]?.data.length ?? 0)))],
];

function part(name: string, header: Partial<Part['header']> = {}, data = Buffer.alloc(0)): Part {
  return { header: { name, size: data.length, ...header }, data };
}

test.each(STRANGE)('an archive with an entry that %s is refused', async (_name, change) => {
  const { app } = await withBooks(1);
  const at = place();
  const parts = await partsOf((await createBackup(app, {})).file);
  writeFileSync(at('same.tar.gz'), await packed(parts));
  await expect(verifyBackup(at('same.tar.gz'), {})).resolves.toMatchObject({ receipts: 1 });
  change(parts);
  writeFileSync(at('strange.tar.gz'), await packed(parts));
  await expectRefused(at('strange.tar.gz'));
});

test('a decompression bomb after the last entry is not unpacked', async () => {
  const { app } = await withBooks(0);
  const at = place();
  const tar = gunzipSync(readFileSync((await createBackup(app, {})).file));
  writeFileSync(at('bomb.tar.gz'), gzipSync(Buffer.concat([tar, Buffer.alloc(100_000_000)])));
  await expectRefused(at('bomb.tar.gz'));
});

test('a backup with correct checksums is refused if its figures or audit log are wrong, or its version is newer', async () => {
  const { app } = await withBooks(1);
  const at = place();
  const { file } = await createBackup(app, {});
  const check = async (change: Parameters<typeof forged>[1], words: RegExp) => {
    writeFileSync(at('forged.tar.gz'), await forged(file, change));
    await expect(verifyBackup(at('forged.tar.gz'), {})).rejects.toThrow(words);
  };
  const tampered = (_about: unknown, database: Buffer) => {
    const changed = Buffer.from(database);
    const offset = changed.lastIndexOf('GivingCategorySeeded');
    changed.write('X', offset);
    return changed;
  };
  await check(tampered, /tampered with|damaged/);
  await check((about, database) => {
    (about.figures as { members: number }).members = 77;
    return database;
  }, /figures other than those/);
  await check((about, database) => {
    Object.assign(about, { schemaVersion: 99, vestryVersion: '9.1.0' });
    return database;
  }, /newer Vestry \(schema 99; this program knows \d+\).*npm install vestry@9\.1\.0/);
  await check((about, database) => {
    Object.assign(about, { databaseBytes: 2 ** 50 });
    return database;
  }, /MiB are needed, and .* left/);
});

test('a check needs disk space only for the database; a restore also needs space on the disk of the receipts', async () => {
  const { app } = await withBooks(1);
  const at = place();
  const { file } = await createBackup(app, {});
  const claims = await forged(file, (about, database) => {
    Object.assign(about, { receiptBytes: 2 ** 50 });
    return database;
  });
  writeFileSync(at('claims.tar.gz'), claims);
  await expect(verifyBackup(at('claims.tar.gz'), {})).resolves.toMatchObject({ receipts: 1 });
  mkdirSync(at('into'));
  mkdirSync(at('receipts'));
  const places = { into: at('into'), receipts: at('receipts') };
  await expect(unpackChecked(at('claims.tar.gz'), places)).rejects.toThrow(/MiB are needed, and .* left/);
});

test('the list shows which backups are good, and includes the copy that was made before an upgrade', async () => {
  quickKeys();
  const { app } = await withBooks(1);
  const { file } = await createBackup(app, {});
  const encrypted = await createBackup(app, { passphrase: PASSPHRASE });
  const bytes = readFileSync(file);
  const beside = (name: string, content: Buffer) => writeFileSync(file.replace('20261118-180000', name), content);
  beside('20261117-180000', bytes);
  beside('20261116-180000', bytes.subarray(0, -700));
  beside('20261115-180000', Buffer.from('x'));
  const parts = await partsOf(file);
  // A list reads at most a megabyte of a description.
  named(parts, 'about.json').data = Buffer.concat([named(parts, 'about.json').data, Buffer.alloc(2 ** 21, ' ')]);
  beside('20261114-180000', await packed(parts));
  writeFileSync(
    `${app.paths.backups}/before-upgrade-from-7-2026-11-01T09-00-00-000Z.db`,
    readFileSync(app.paths.database),
  );
  writeFileSync(`${app.paths.backups}/holiday.jpg`, 'x');
  const { folder, backups } = await listBackups(app.config);
  expect(folder).toBe(app.paths.backups);
  const seen = backups.map(({ file, check, isEncrypted, members }) => [
    path.basename(file),
    check,
    isEncrypted,
    members,
  ]);
  expect(seen.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['before-upgrade-from-7-2026-11-01T09-00-00-000Z.db', 'good', false, null],
    ['vestry-20261114-180000.tar.gz', 'bad', false, null],
    ['vestry-20261115-180000.tar.gz', 'bad', false, null],
    ['vestry-20261116-180000.tar.gz', 'bad', false, 2],
    ['vestry-20261117-180000.tar.gz', 'good', false, 2],
    ['vestry-20261118-180000.tar.gz', 'good', false, 2],
    ['vestry-20261118-180000.tar.gz.age', 'good', true, 2],
  ]);
  expect(backups.at(-1)?.createdAt).toBe('2026-11-01T09:00:00.000Z');
  expect(JSON.stringify(backups)).not.toContain(PASSPHRASE);
  writeFileSync(encrypted.file, readFileSync(encrypted.file).subarray(0, 1000));
  const again = await listBackups(app.config);
  expect(again.backups.find((one) => one.isEncrypted)).toMatchObject({ check: 'not read', members: null });
});
