import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { lastGoodBackup } from '../../../../src/features/upkeep/backups/history.ts';
import { unpack } from '../../../../src/features/upkeep/backups/unpack.ts';
import { verifyBackup } from '../../../../src/features/upkeep/backups/verify.ts';
import { jsonOf, partsOf } from '../../../support/archive.ts';
import { PASSPHRASE, place, quickKeys, withBooks } from './support.ts';

test('a backup contains the books and the receipts, and any tar program can open it', async () => {
  const { app, receipts } = await withBooks();
  const into = place();
  writeFileSync(path.join(app.config.dataDir, 'config.json'), '{"port": 8991}\n');
  const backup = await createBackup(app, {});
  expect(path.basename(backup.file)).toBe('vestry-20261118-180000.tar.gz');
  expect(path.dirname(backup.file)).toBe(app.paths.backups);
  expect(backup).toMatchObject({
    members: 2,
    givings: 3,
    expenses: 3,
    receipts: 3,
    receiptProblems: [],
    holdsSecrets: false,
  });
  expect(statSync(backup.file).mode & 0o777).toBe(0o600);
  expect(statSync(backup.file).size).toBe(backup.size);
  const list = execFileSync('tar', ['tzf', backup.file], { encoding: 'utf8' }).trim().split('\n');
  const stored = receipts.map((one) => `receipts/${one.path}`);
  expect(list).toEqual(['about.json', 'vestry.db', 'config.json', ...stored, 'manifest.json', 'seal.txt']);
  execFileSync('tar', ['xzf', backup.file, '-C', path.dirname(into('x'))]);
  for (const { path: name, bytes } of receipts) expect(readFileSync(into(`receipts/${name}`)).equals(bytes)).toBe(true);
  expect(readFileSync(into('config.json'), 'utf8')).toBe('{"port": 8991}\n');
  expect(readdirSync(app.paths.backups).toSorted()).toEqual(['made.json', 'vestry-20261118-180000.tar.gz']);
  expect(await verifyBackup(backup.file, app.secrets())).toEqual(backup);
  expect(backup).toMatchObject({ authentication: 'authenticated', sealedBy: 'this computer', warnings: [] });
  const elsewhere = await verifyBackup(backup.file, {});
  expect(elsewhere).toMatchObject({
    authentication: 'key unknown',
    sealedBy: 'another computer',
    sealingKey: backup.sealingKey,
    warnings: [expect.stringMatching(/the key that sealed it is missing/)],
  });
  expect(await lastGoodBackup(app)).toEqual({ at: app.clock.now(), file: backup.file });
});

test('a second backup in the same second gets a different name', async () => {
  const { app } = await withBooks(0);
  await createBackup(app, {});
  const { file } = await createBackup(app, {});
  expect(path.basename(file)).toBe('vestry-20261118-180000-2.tar.gz');
});

test('a backup with a passphrase also contains the keys, and nothing in it can be read without the passphrase', async () => {
  quickKeys();
  const { app } = await withBooks(1);
  const backup = await createBackup(app, { passphrase: PASSPHRASE });
  expect(backup).toMatchObject({ isEncrypted: true, holdsSecrets: true });
  expect(backup.file).toMatch(/\.tar\.gz\.age$/);
  expect(readFileSync(backup.file).includes('about.json')).toBe(false);
  expect(readFileSync(backup.file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
  expect(await verifyBackup(backup.file, { passphrase: PASSPHRASE, ...app.secrets() })).toEqual(backup);
  await expect(verifyBackup(backup.file, { passphrase: 'another passphrase' })).rejects.toThrow(
    /cannot be opened with this passphrase/,
  );
});

test('secret settings are only in a backup with a passphrase', async () => {
  quickKeys();
  const { app } = await withBooks(0);
  const settings = { port: 8991, smtpUrl: 'smtps://office:hunter2@mail.example', lineChannelSecret: 'hunter2' };
  writeFileSync(path.join(app.config.dataDir, 'config.json'), JSON.stringify(settings));
  const plain = await partsOf((await createBackup(app, {})).file);
  expect(jsonOf(plain, 'config.json')).toEqual({ port: 8991 });
  expect(plain.filter(({ data }) => data.includes('hunter2')).map(({ header }) => header.name)).toEqual([]);
  const { file } = await createBackup(app, { passphrase: PASSPHRASE });
  const into = place();
  await unpack(file, { passphrase: PASSPHRASE, into: into(''), receipts: into('') });
  expect(JSON.parse(readFileSync(into('config.json'), 'utf8'))).toEqual(settings);
});

test('a missing or changed receipt does not prevent the backup, and is reported', async () => {
  const { app, receipts } = await withBooks(3);
  rmSync(receipts[0]?.file ?? '');
  writeFileSync(receipts[1]?.file ?? '', 'x'.repeat(receipts[1]?.bytes.length ?? 0));
  const backup = await createBackup(app, {});
  expect(backup.receiptProblems).toEqual([
    { path: receipts[0]?.path, problem: 'missing' },
    { path: receipts[1]?.path, problem: 'other content' },
  ]);
  expect(await verifyBackup(backup.file, {})).toMatchObject({ receipts: 2 });
});

test('a backup never overwrites a file, and is not written to a missing folder', async () => {
  const { app } = await withBooks(0);
  const at = place();
  writeFileSync(at('mine.tar.gz'), 'mine');
  await expect(createBackup(app, { output: at('mine.tar.gz') })).rejects.toMatchObject({ code: 'conflict' });
  expect(readFileSync(at('mine.tar.gz'), 'utf8')).toBe('mine');
  const config = { ...app.config, backupDir: at('stick') };
  await expect(createBackup({ ...app, config }, {})).rejects.toThrow(/does not exist. Is its disk connected/);
});

test('a backup can be written to a network disk whose clock is days behind', async () => {
  const { app } = await withBooks(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { file } = await createBackup(app, {});
  expect(existsSync(file)).toBe(true);
});
