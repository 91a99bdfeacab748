import { randomUUID } from 'node:crypto';
import { insertBatch, listDueBatches, postpone } from '../../../../src/features/messages/batch-queries.ts';
import { MailUpdate } from '../../../../src/features/messages/mail/schema.ts';
import { getMail, putMail } from '../../../../src/features/messages/mail/service.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { closeApp, createApp } from '../../../../src/create-app.ts';
import { type Config, loadConfig } from '../../../../src/config.ts';
import { proveBooks } from '../../../../src/features/audit/proof.ts';
import { AuditQuery } from '../../../../src/features/audit/schema.ts';
import { listAuditLogs, record } from '../../../../src/features/audit/service.ts';
import { verifyAudit } from '../../../../src/features/audit/verification.ts';
import { keep } from '../../../../src/features/audit/kept.ts';
import { insertSignIn } from '../../../../src/features/access/auth/queries.ts';
import { authenticate } from '../../../../src/features/access/auth/service.ts';
import { KeyFields } from '../../../../src/features/access/keys/schema.ts';
import { endProgramKey, makeKey } from '../../../../src/features/access/keys/service.ts';
import { rememberDevice } from '../../../../src/features/access/second-factor/devices.ts';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { listBackups } from '../../../../src/features/upkeep/backups/list.ts';
import { readFigures } from '../../../../src/features/upkeep/backups/queries.ts';
import { finishRestore, restoreBackup } from '../../../../src/features/upkeep/backups/restore.ts';
import { decode } from '../../../../src/validate.ts';
import { as } from '../../../support/app.ts';
import { forge } from '../../../support/archive.ts';
import { addMember } from '../../../support/office.ts';
import { type Books, PASSPHRASE, place, quickKeys, withBooks } from './support.ts';

const disk = vi.hoisted(() => ({ renames: Infinity, busy: '' }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      if (disk.busy !== '' && from.endsWith(disk.busy))
        throw Object.assign(new Error('busy'), { code: 'EBUSY', syscall: 'rename', path: from });
      // After the allowed number of renames, every rename fails, as after a power cut.
      if (/restoring-|before-restore-/.test(from + to) && disk.renames-- <= 0) throw new Error('power cut');
      return real.rename(from, to);
    },
  };
});
afterEach(() => void Object.assign(disk, { renames: Infinity, busy: '' }));

const ACTOR = { kind: 'cli', name: 'cli:test' } as const;
const OPTIONS = {
  actor: ACTOR,
  isWanted: async () => true,
  takesSettings: async () => true,
  stopService: async () => {},
};

const configFor = (dataDir: string): Config => loadConfig({ dataDir, env: 'test' }, {});

async function open<T>(dataDir: string, look: (app: Books['app']) => Promise<T>): Promise<T> {
  const app = await createApp(configFor(dataDir), { actor: ACTOR, wait: 'block' });
  try {
    return await look(app as Books['app']);
  } finally {
    await closeApp(app);
  }
}

/** Backs up a church, then adds a member, deletes a receipt file and closes the database. */
async function replaced() {
  const { app, receipts } = await withBooks();
  const at = app.clock.now().toISOString();
  const signIn = { createdAt: at, lastUsedAt: at, expiresAt: '2999', userAgent: null, ipAddress: null };
  await inTransaction(app, async (app) => {
    keep(app, 'SignIn', [await insertSignIn(app.db, { userId: 1, ...signIn })]);
    await record(app, { action: 'SignedIn', entityType: 'User', entityId: 1 });
  });
  const figures = await readFigures(app.db);
  const { file } = await createBackup(app, {});
  await addMember(app, { firstName: 'Cy' });
  rmSync(receipts[0]?.file ?? '');
  const later = await readFigures(app.db);
  await app.db.destroy();
  return { app, file, figures, later, receipts, dataDir: app.config.dataDir };
}

test('a restore brings back everything, keeps the replaced books, and ends all sign-ins', async () => {
  const { file, figures, later, receipts, dataDir } = await replaced();
  const restored = await restoreBackup(configFor(dataDir), file, OPTIONS);
  expect(restored).toMatchObject({ hasNewSecrets: false, signInsEnded: 1, ...figures });
  await open(dataDir, async (app) => {
    expect(await readFigures(app.db)).toMatchObject({
      ...figures,
      auditEntries: figures.auditEntries + 1,
      auditHash: expect.any(String),
    });
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true, entries: figures.auditEntries + 1 });
    const entry = await app.db.selectFrom('auditLogs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'BackupRestored', actorName: 'cli:test', entityId: path.basename(file) });
    expect(JSON.parse(entry.changes ?? '')).toMatchObject({
      auditHash: [later.auditHash, figures.auditHash],
      sealedBy: [null, 'this computer'],
    });
  });
  for (const receipt of receipts) expect(readFileSync(receipt.file).equals(receipt.bytes)).toBe(true);
  const kept = new Sqlite(path.join(restored?.before ?? '', 'vestry.db'), { readonly: true });
  expect(kept.prepare('select count(*) from members').pluck().get()).toBe(later.members);
  kept.close();
  expect(readdirSync(dataDir).toSorted()).toEqual(['backups', 'receipts', 'secrets.json', 'vestry.db', 'vestry.lock']);
});

test('a restore ends keys for programs and remembered browsers, so that what was ended later does not work again', async () => {
  const { app } = await withBooks(0);
  const owner = as(app, 1, 'member');
  const make = () => makeKey(owner, decode(KeyFields, { name: 'Website' }));
  const [stolen, old] = [await make(), await make()];
  await endProgramKey(owner, old.key.id);
  const device = { userAgent: 'Firefox/144.0', token: undefined, host: 'localhost' };
  await inTransaction(owner, (app) => rememberDevice(app, 1, device));
  const { file } = await createBackup(app, {});
  await endProgramKey(owner, stolen.key.id);
  const { dataDir } = app.config;
  await app.db.destroy();
  expect(await restoreBackup(configFor(dataDir), file, OPTIONS)).toMatchObject({ keysEnded: 1, devicesForgotten: 1 });
  await open(dataDir, async (app) => {
    for (const { token } of [stolen, old]) expect(await authenticate(app, token ?? '')).toBeUndefined();
    const ends = await listAuditLogs(app, decode(AuditQuery, { action: 'ProgramKeyEnded', sort: 'id' }));
    expect(ends.items).toMatchObject([
      { entityId: String(old.key.id), actorName: 'user 1' },
      { entityId: String(stolen.key.id), actorName: 'cli:test' },
    ]);
    expect(await app.db.selectFrom('rememberedDevices').select('id').execute()).toEqual([]);
    expect(await proveBooks(app)).toMatchObject({ isIntact: true, faults: [] });
  });
});

test('restored books send nothing by themselves that waited, and take a mail server only from a backup that is proven', async () => {
  const { app } = await withBooks(0);
  const put = (own: Books['app'], host: string) =>
    putMail(own, decode(MailUpdate, { host, from: 'office@grace.example' }));
  await put(app, 'smtp.grace.example');
  const { dataDir } = app.config;
  const row = {
    channel: 'Email',
    recipient: 'ann@example.org',
    memberId: null,
    groupId: null,
    retryKey: null,
  } as const;
  const at = app.clock.now().toISOString();
  const text = { kind: 'Message', subject: 'Picnic', content: '{}', skipped: '[]' } as const;
  const made = { createdAt: at, createdBy: null, createdByName: 'test', finishedAt: null, stoppedAt: null };
  const batch = { id: randomUUID(), channel: 'Email', ...text, ...made } as const;
  await inTransaction(app, async ({ db }) => {
    await insertBatch(db, batch, [row]);
    await postpone(db, 1, { nextTryAt: at, waitsFor: 'The server is busy.' });
  });
  const { file } = await createBackup(app, {});
  await app.db.destroy();
  expect(await restoreBackup(configFor(dataDir), file, OPTIONS)).toMatchObject({ mailServerRemoved: false });
  await open(dataDir, async (own) => {
    expect(await listDueBatches(own.db, '9999')).toEqual([]);
    expect((await getMail(own)).host).toBe('smtp.grace.example');
    await put(own, 'smtp.other.example');
  });
  await forge(file, () => {});
  const accepted = { ...OPTIONS, acceptsUnproven: true };
  expect(await restoreBackup(configFor(dataDir), file, accepted)).toMatchObject({ mailServerRemoved: true });
  await open(dataDir, async (own) => expect((await getMail(own)).host).toBeNull());
});

test('on a new computer everything is restored, including the keys in an encrypted backup', async () => {
  quickKeys();
  const at = place();
  const { app, receipts } = await withBooks(2);
  writeFileSync(path.join(app.config.dataDir, 'config.json'), '{"port": 8991}');
  const { file } = await createBackup(app, { passphrase: PASSPHRASE });
  const plain = await createBackup(app, {});
  const first = await restoreBackup(configFor(at('one')), file, { ...OPTIONS, passphrase: PASSPHRASE });
  expect(first).toMatchObject({ before: null, hasNewSecrets: false, holdsSecrets: true });
  expect(readFileSync(at('one/secrets.json'))).toEqual(readFileSync(app.paths.secrets));
  expect(readFileSync(at('one/config.json'), 'utf8')).toBe('{"port": 8991}');
  for (const receipt of receipts)
    expect(readFileSync(at(`one/receipts/${receipt.path}`)).equals(receipt.bytes)).toBe(true);
  const hasNoKey = `sealed with the key ${plain.sealingKey}, which this computer cannot check, because it has no key`;
  await expect(restoreBackup(configFor(at('two')), plain.file, OPTIONS)).rejects.toMatchObject({
    code: 'file_refused',
    message: expect.stringMatching(new RegExp(`${hasNoKey}.*2026-11-18T.*--accept-unproven. Nothing was changed`)),
  });
  const second = await restoreBackup(configFor(at('two')), plain.file, { ...OPTIONS, acceptsUnproven: true });
  expect(second).toMatchObject({ before: null, hasNewSecrets: true });
  expect(readFileSync(at('two/secrets.json'))).not.toEqual(readFileSync(app.paths.secrets));
});

test('if the user declines the settings of a backup, they are saved with the replaced books and not used', async () => {
  const at = place();
  const { app } = await withBooks(0);
  writeFileSync(path.join(app.config.dataDir, 'config.json'), '{"port": 8991}');
  const { file } = await createBackup(app, {});
  mkdirSync(at('one'));
  writeFileSync(at('one/config.json'), '{"port": 8992}');
  const declined = { ...OPTIONS, acceptsUnproven: true, takesSettings: async () => false };
  const { before } = (await restoreBackup(configFor(at('one')), file, declined)) ?? {};
  expect(readFileSync(at('one/config.json'), 'utf8')).toBe('{"port": 8992}');
  expect(readFileSync(path.join(before ?? '', 'config.of-the-backup.json'), 'utf8')).toBe('{"port": 8991}');
});

test('secret settings of this computer stay if the settings of a backup that is not encrypted are taken', async () => {
  const { app } = await withBooks(0);
  const { dataDir } = app.config;
  const settings = path.join(dataDir, 'config.json');
  const secrets = { smtpUrl: 'smtps://office:hunter2@mail.example', lineChannelSecret: 'hunter2' };
  writeFileSync(settings, JSON.stringify({ port: 8991, ...secrets }));
  const { file } = await createBackup(app, {});
  await app.db.destroy();
  writeFileSync(settings, JSON.stringify({ port: 8992, mailFrom: 'office@grace.example', ...secrets }));
  const restored = await restoreBackup(configFor(dataDir), file, OPTIONS);
  expect(restored?.settings.toSorted()).toEqual(['mailFrom', 'port']);
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ port: 8991, ...secrets });
});

test('a damaged database can be replaced, and is kept with the replaced data', async () => {
  const { file, figures, dataDir } = await replaced();
  writeFileSync(path.join(dataDir, 'vestry.db'), 'x'.repeat(5000));
  const restored = await restoreBackup(configFor(dataDir), file, OPTIONS);
  expect(readFileSync(path.join(restored?.before ?? '', 'vestry.db'), 'utf8')).toBe('x'.repeat(5000));
  expect(await open(dataDir, ({ db }) => readFigures(db))).toMatchObject({ members: figures.members });
});

test('receipts on another disk are restored on that disk', async () => {
  const at = place();
  const { app, file, receipts, dataDir } = await replaced();
  renameSync(app.paths.receipts, at('disk'));
  symlinkSync(at('disk'), app.paths.receipts);
  await restoreBackup(configFor(dataDir), file, OPTIONS);
  for (const { path: stored, bytes } of receipts) expect(readFileSync(at(`disk/${stored}`)).equals(bytes)).toBe(true);
  expect(readdirSync(at('')).filter((name) => name.startsWith('disk.before-restore-'))).toHaveLength(1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

/** A folder on a different disk from the temporary files, if there is one. Linux usually has such a folder. */
const otherDisk = ['/dev/shm', '/var/tmp', '/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test.runIf(otherDisk !== undefined)(
  'if the backups are on another disk, the replaced data are kept in the data directory',
  async () => {
    const { app, file, figures, later, dataDir } = await replaced();
    const stick = mkdtempSync(path.join(otherDisk ?? '', 'vestry-test-'));
    onTestFinished(() => rmSync(stick, { recursive: true }));
    const name = path.basename(file);
    writeFileSync(path.join(stick, name), readFileSync(file));
    rmSync(app.paths.backups, { recursive: true });
    symlinkSync(stick, app.paths.backups);
    const restored = await restoreBackup(configFor(dataDir), path.join(stick, name), OPTIONS);
    expect(path.dirname(restored?.before ?? '')).toBe(dataDir);
    const kept = new Sqlite(path.join(restored?.before ?? '', 'vestry.db'), { readonly: true });
    expect(kept.prepare('select count(*) from members').pluck().get()).toBe(later.members);
    kept.close();
    expect(await open(dataDir, ({ db }) => readFigures(db))).toMatchObject({ members: figures.members });
    expect(readdirSync(stick)).toEqual([name]);
    const { backups } = await listBackups(configFor(dataDir));
    expect(backups.map(({ kind }) => kind).toSorted()).toEqual(['backup', 'before restore']);
  },
);

test('if the receipts folder cannot be moved, for example because it is a mounted disk, nothing is changed', async () => {
  const { app, file, later, dataDir } = await replaced();
  disk.busy = 'receipts';
  await expect(restoreBackup(configFor(dataDir), file, OPTIONS)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/receipts cannot be moved \(EBUSY\).*link.*Nothing was changed/),
  });
  expect(await open(dataDir, ({ db }) => readFigures(db))).toEqual(later);
  expect(readdirSync(app.paths.backups).filter((name) => name.startsWith('before-'))).toEqual([]);
});

test('if a restore fails halfway, the error names the command that continues it', async () => {
  const { file, figures, dataDir } = await replaced();
  disk.busy = 'vestry.db';
  await expect(restoreBackup(configFor(dataDir), file, OPTIONS)).rejects.toThrow(/continue with: .*restore --finish/);
  await expect(finishRestore(configFor(dataDir))).rejects.toThrow(/continue with: .*restore --finish/);
  disk.busy = '';
  expect(await finishRestore(configFor(dataDir))).toMatchObject({ file });
  expect(await open(dataDir, ({ db }) => readFigures(db))).toMatchObject({ members: figures.members });
});

test('nothing is changed if the user declines, the backup is bad, or another program uses the books', async () => {
  const { app, file, later, dataDir } = await replaced();
  const state = () =>
    readdirSync(dataDir)
      .filter((name) => !/^vestry\.(lock|pid|db-)/.test(name))
      .toSorted();
  const before = state();
  expect(await restoreBackup(configFor(dataDir), file, { ...OPTIONS, isWanted: async () => false })).toBeUndefined();
  writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, -1000));
  await expect(restoreBackup(configFor(dataDir), `${file}.cut`, OPTIONS)).rejects.toMatchObject({
    code: 'file_refused',
  });
  const other = new Sqlite(app.paths.database);
  other.prepare('select count(*) from members').get();
  await expect(restoreBackup(configFor(dataDir), file, OPTIONS)).rejects.toMatchObject({ exitCode: 5 });
  other.close();
  expect(state()).toEqual(before);
  expect(await open(dataDir, ({ db }) => readFigures(db))).toEqual(later);
}, 60_000);

test('when two restores run at the same moment, one succeeds and the other changes nothing', async () => {
  const { file, figures, dataDir } = await replaced();
  const both = [1, 2].map(() => restoreBackup(configFor(dataDir), file, { ...OPTIONS, at: new Date('2026-11-20') }));
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await open(dataDir, ({ db }) => readFigures(db))).toMatchObject({ members: figures.members });
});

test('the error names a folder that cannot be written', async () => {
  const at = place();
  const { file } = await replaced();
  writeFileSync(at('file'), '');
  const refused = { code: 'unavailable', message: expect.stringMatching(/file\/x cannot be written \(ENOTDIR\)/) };
  await expect(restoreBackup(configFor(at('file/x')), file, OPTIONS)).rejects.toMatchObject(refused);
});

test('a power cut before the first rename leaves the old books in use', async () => {
  const { file, later, dataDir } = await replaced();
  disk.renames = 0;
  await expect(restoreBackup(configFor(dataDir), file, OPTIONS)).rejects.toThrow('power cut');
  expect(await open(dataDir, ({ db }) => readFigures(db))).toEqual(later);
});

test.each([1, 2, 3])('a restore can be completed after a power cut that followed %i renames', async (renames) => {
  const { file, figures, later, dataDir } = await replaced();
  const config = configFor(dataDir);
  disk.renames = renames;
  await expect(restoreBackup(config, file, OPTIONS)).rejects.toThrow('power cut');
  disk.renames = Infinity;
  await expect(open(dataDir, async () => {})).rejects.toThrow(/backup restore --finish/);
  expect(await finishRestore(config)).toMatchObject({ file });
  expect(await finishRestore(config)).toBeUndefined();
  expect(await open(dataDir, ({ db }) => readFigures(db))).toMatchObject({ members: figures.members });
  const kept = readdirSync(path.join(dataDir, 'backups')).find((name) => name.startsWith('before-restore-')) ?? '';
  const database = new Sqlite(path.join(dataDir, 'backups', kept, 'vestry.db'), { readonly: true });
  expect(database.prepare('select count(*) from members').pluck().get()).toBe(later.members);
  database.close();
  expect(existsSync(path.join(dataDir, 'restoring.json'))).toBe(false);
});
