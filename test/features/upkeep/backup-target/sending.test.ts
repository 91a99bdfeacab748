import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { closeApp, createApp } from '../../../../src/create-app.ts';
import { loadConfig } from '../../../../src/config.ts';
import { skipNumbers } from '../../../../src/features/giving/contributions/numbers.ts';
import { nextNumber } from '../../../../src/features/giving/contributions/queries.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { copyAge } from '../../../../src/features/upkeep/backup-target/age.ts';
import { copyChecklist } from '../../../../src/features/upkeep/backup-target/checklist.ts';
import { numbersIn, withCopies } from '../../../../src/features/upkeep/backup-target/fetching.ts';
import type { Holds } from '../../../../src/features/upkeep/backup-target/places.ts';
import { sendCopy } from '../../../../src/features/upkeep/backup-target/sending.ts';
import {
  getBackupTarget,
  goOn,
  putBackupTarget,
  testBackupTarget,
} from '../../../../src/features/upkeep/backup-target/service.ts';
import { restoreBackup, type RestoreOptions } from '../../../../src/features/upkeep/backups/restore.ts';
import { decode } from '../../../../src/validate.ts';
import { inTransaction } from '../../../../src/app.ts';
import { PASSPHRASE, withBooks } from '../backups/support.ts';
import { choose, withPassphrase, withTarget } from './support.ts';

const NEVER = new AbortController().signal;
const send = (app: App, holds: Holds) => sendCopy(app, { holds, signal: NEVER });
const ACTOR = { kind: 'cli', name: 'cli:test' } as const;

/** Restores the newest copy of a folder, or the named one, into a data directory, as `vestry backup restore --target`. */
function restoreInto(
  dataDir: string,
  folder: string,
  { name, ...more }: { name?: string } & Partial<RestoreOptions> = {},
) {
  const config = loadConfig({ dataDir, env: 'test' }, {});
  const place = { kind: 'Folder', place: folder } as const;
  return withCopies(config, { place, name, signal: NEVER }, async ({ file, receiptsFrom, newest }) => {
    const numbersGiven = newest === undefined ? [] : await numbersIn(config, newest, PASSPHRASE);
    return restoreBackup(config, file, {
      actor: ACTOR,
      passphrase: PASSPHRASE,
      isWanted: async () => true,
      takesSettings: async () => false,
      stopService: async () => {},
      receiptsFrom,
      numbersGiven,
      ...more,
    });
  });
}

async function open<T>(dataDir: string, work: (app: App) => Promise<T>, passphraseFile?: string): Promise<T> {
  const config = { ...loadConfig({ dataDir, env: 'test' }, {}), logLevel: 'silent' as const };
  const app = await createApp(
    { ...config, ...(passphraseFile !== undefined && { backupPassphraseFile: passphraseFile }) },
    { actor: ACTOR, wait: 'block' },
  );
  try {
    return await work(app);
  } finally {
    await closeApp(app);
  }
}

const gift = decode(NewGiving, { categoryId: 1, amount: 25, date: '2026-03-08', method: 'Cash' });

test('a copy that was sent brings back the books and the receipts on a computer that has nothing', async () => {
  const { app, folder, at, receipts } = await withTarget(2);
  expect((await getBackupTarget(app)).lastCopyAt).toBeNull();
  await send(app, 'All');
  app.setNow('2026-11-18T19:00:00Z');
  await createGiving(app, gift);
  await send(app, 'Books');
  expect(await getBackupTarget(app)).toMatchObject({
    lastCopyAt: '2026-11-18T19:00:00.000Z',
    lastFullCopyAt: '2026-11-18T18:00:00.000Z',
    lastError: null,
    sameDisk: true,
    syncedFolder: null,
  });
  const restored = await restoreInto(at('new'), folder);
  expect(restored).toMatchObject({ givings: 4, receiptsMissing: 0, leavesOutReceipts: true });
  for (const { path: stored, bytes } of receipts)
    expect(readFileSync(path.join(at('new'), 'receipts', stored)).equals(bytes)).toBe(true);
  expect(readdirSync(at('new')).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

test('receipts that no full copy has are taken from this computer, and are counted where they are nowhere', async () => {
  const { app, folder, at, receipts } = await withTarget(2);
  await send(app, 'Books');
  expect(await restoreInto(at('new'), folder)).toMatchObject({ receiptsMissing: 2 });
  cpSync(app.paths.receipts, at('old/receipts'), { recursive: true });
  rmSync(path.join(at('old/receipts'), receipts[0]?.path ?? ''));
  expect(await restoreInto(at('old'), folder)).toMatchObject({ receiptsMissing: 1 });
  expect(existsSync(path.join(at('old/receipts'), receipts[1]?.path ?? ''))).toBe(true);
});

test('a restored computer sends nothing until a person says so, and then the earlier one notices and stops', async () => {
  const { app, folder, at, names } = await withTarget();
  await send(app, 'Books');
  await restoreInto(at('new'), folder);
  const before = names();
  await open(
    at('new'),
    async (restored) => {
      await expect(send(restored, 'Books')).rejects.toMatchObject({ code: 'unavailable' });
      expect((await getBackupTarget(restored)).lastError?.code).toBe('other_computer');
      expect(names()).toEqual(before);
      await goOn(restored);
      await send(restored, 'Books');
    },
    at('passphrase'),
  );
  const after = names();
  await expect(send(app, 'Books')).rejects.toThrow('gets the copies of another computer');
  expect((await getBackupTarget(app)).lastError?.code).toBe('other_computer');
  expect(names()).toEqual(after);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('the copies of another church are refused as a place and as a backup, unless the church is named', async () => {
  const { folder, app, at, names } = await withTarget();
  await send(app, 'Books');
  const others = withPassphrase((await withBooks(0)).app, at('passphrase'));
  await expect(choose(others, folder)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ path: 'place', code: 'other_church' }] },
  });
  mkdirSync(at('others'));
  await choose(others, at('others'));
  const before = names();
  await closeApp(others);
  const here = others.config.dataDir;
  await expect(restoreInto(here, folder)).rejects.toThrow('another church');
  await expect(restoreInto(here, folder, { replacesChurch: 'Grace Church' })).rejects.toThrow('another church');
  expect(await restoreInto(here, folder, { replacesChurch: 'a church without a name' })).toMatchObject({
    givings: 3,
  });
  expect(names()).toEqual(before);
});

test('no number of a statement is given again after an older copy was restored', async () => {
  const { app, folder, at, names } = await withTarget();
  await send(app, 'Books');
  const [older] = names();
  app.setNow('2026-11-19T18:00:00Z');
  await inTransaction(app, (app) => skipNumbers(app, [{ year: 2026, last: 41 }]));
  await send(app, 'Books');
  const restored = await restoreInto(at('new'), folder, { name: older ?? '' });
  expect(restored?.numbersSkipped).toEqual([{ year: 2026, last: 41 }]);
  await open(at('new'), async ({ db }) => {
    expect([await nextNumber(db, 2026), await nextNumber(db, 2025)]).toEqual([42, 1]);
  });
  // The books that are replaced know their numbers, too, and a person may know of more.
  await open(at('new'), (app) => inTransaction(app, (app) => skipNumbers(app, [{ year: 2026, last: 60 }])));
  const told = [{ year: 2025, last: 7 }];
  expect((await restoreInto(at('new'), folder, { name: older ?? '', numbersGiven: told }))?.numbersSkipped).toEqual([
    ...told,
    { year: 2026, last: 60 },
  ]);
});

test('a place that is gone, read-only or without a passphrase is told with the next step, and works again later', async () => {
  const { app, folder, at } = await withTarget();
  renameSync(folder, at('away'));
  await expect(send(app, 'Books')).rejects.toThrow('is not there');
  expect((await getBackupTarget(app)).lastError).toMatchObject({ code: 'missing' });
  expect(await testBackupTarget(app)).toMatchObject({ ok: false, error: { code: 'missing' } });
  writeFileSync(folder, 'a file in its place');
  expect(await testBackupTarget(app)).toMatchObject({ ok: false, error: { code: 'missing' } });
  rmSync(folder);
  renameSync(at('away'), folder);
  writeFileSync(at('passphrase'), 'short\n');
  await expect(send(app, 'Books')).rejects.toThrow('backupPassphraseFile');
  writeFileSync(at('passphrase'), `${PASSPHRASE}\n`);
  await send(app, 'Books');
  expect((await getBackupTarget(app)).lastError).toBeNull();
  expect(await testBackupTarget(app)).toMatchObject({ ok: true, error: null });
});

test('without a passphrase there is no place, and neither in the data directory nor in a folder that is missing', async () => {
  const { app, at, folder } = await withTarget();
  const bare = { ...app, config: { ...app.config, backupPassphraseFile: undefined } };
  await expect(choose(bare as never, folder)).rejects.toMatchObject({
    details: { errors: [{ code: 'no_passphrase' }] },
  });
  await expect(choose(app, app.paths.backups)).rejects.toThrow('lost with the books');
  await expect(choose(app, at('nowhere'))).rejects.toThrow('is not there');
  await expect(choose(app, 'copies')).rejects.toThrow('whole path');
  expect((await getBackupTarget(app)).place).toBe(folder);
});

test('copies beyond the rule are removed, what others put there stays, and parts of killed sends are cleared away', async () => {
  const { app, folder, names } = await withTarget();
  await choose(app, folder, { keep: { days: 2, weeks: 0, months: 0 } });
  const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
  writeFileSync(path.join(folder, 'vestry-notes.txt'), 'of the treasurer');
  for (const day of days) {
    app.setNow(`${day}T18:00:00Z`);
    await send(app, 'Books');
    const last = names().find((name) => name.startsWith(`vestry-${day.replaceAll('-', '')}`)) ?? '';
    writeFileSync(path.join(folder, `${last.replace('-180000', '-190000')}.part`), 'half');
  }
  const kept = names().filter((name) => name.endsWith('.age'));
  expect(kept.map((name) => name.slice(7, 15))).toEqual(['20261120', '20261121']);
  expect(names().filter((name) => name.endsWith('.part'))).toHaveLength(1);
  expect(names()).toContain('vestry-notes.txt');
  expect((await app.db.selectFrom('backupCopies').select('name').execute()).map(({ name }) => name).toSorted()).toEqual(
    kept,
  );
});

test('health and the checklist say how old the copies are, and nothing where no place was chosen', async () => {
  const { app } = await withTarget();
  const check = async () => (await copyChecklist.checks(app, {} as never)).map(({ code, state }) => [code, state]);
  expect(await copyAge(app)).toEqual({ ageHours: null, ok: true });
  await send(app, 'All');
  app.setNow('2026-11-20T17:00:00Z');
  expect(await copyAge(app)).toEqual({ ageHours: 47, ok: true });
  expect(await check()).toEqual([['copy', 'done']]);
  app.setNow('2026-11-20T19:00:00Z');
  expect(await copyAge(app)).toEqual({ ageHours: 49, ok: false });
  expect(await check()).toEqual([['copy', 'look']]);
  await putBackupTarget(app, { kind: null, place: null });
  expect([await copyAge(app), await check()]).toEqual([null, []]);
});

test('a second send at the same time is refused, and a stopped one leaves no copy', async () => {
  const { app, names } = await withTarget();
  const first = send(app, 'Books');
  await expect(send(app, 'Books')).rejects.toMatchObject({ code: 'conflict' });
  await first;
  const before = names();
  await expect(sendCopy(app, { holds: 'Books', signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
  expect(names()).toEqual(before);
  expect((await getBackupTarget(app)).lastError).toBeNull();
});
