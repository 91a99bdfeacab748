import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRaw } from '../../../../src/db/connect.ts';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { lastFaultyBackup, lastGoodBackup, rememberBackup } from '../../../../src/features/upkeep/backups/history.ts';
import { archiveName } from '../../../../src/features/upkeep/backups/rules.ts';
import { keepBackups, type Make, removeExpired, scheduler } from '../../../../src/features/upkeep/backups/schedule.ts';
import { checkHealth } from '../../../../src/features/upkeep/health/service.ts';
import { withBooks } from './support.ts';

const HOUR_MS = 3_600_000;

test('a backup is made once a day, even after the clock was set back, and retried an hour after a failure', async () => {
  const { app } = await withBooks(0);
  const ticks = vi.spyOn(performance, 'now');
  onTestFinished(() => ticks.mockRestore());
  const make = vi.fn<Make>(async () => void (await createBackup(app, { isScheduled: true })));
  const look = scheduler(app, make);
  const at = async (instant: string) => {
    app.setNow(instant);
    await look();
    return make.mock.calls.length;
  };
  expect(await at('2026-11-18T18:00:00Z')).toBe(1);
  expect(await at('2026-11-18T23:00:00Z')).toBe(1);
  expect(await at('2026-11-19T14:00:00Z')).toBe(2);
  expect(await at('2020-01-01T14:00:00Z')).toBe(3);
  expect(await at('2020-01-01T15:00:00Z')).toBe(3);
  make.mockRejectedValueOnce(new Error('the stick is not there'));
  expect(await at('2026-11-20T14:00:00Z')).toBe(4);
  expect(await at('2026-11-20T14:05:00Z')).toBe(4);
  const failed = app.db.selectFrom('auditLogs').select(['entityId', 'actorName']).where('action', '=', 'BackupFailed');
  expect(await failed.execute()).toEqual([{ entityId: '2026-11-20', actorName: 'backups' }]);
  ticks.mockReturnValue(performance.now() + HOUR_MS);
  expect(await at('2026-11-20T15:05:00Z')).toBe(5);
  expect(await at('2026-11-20T16:05:00Z')).toBe(5);
});

test('no backup is made while the schedule is off or after the service has stopped', async () => {
  const { app } = await withBooks(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const make = vi.fn<Make>(async () => {});
  keepBackups({ ...app, config: { ...app.config, backupEvery: 'off' } }, make);
  expect(vi.getTimerCount()).toBe(0);
  keepBackups(app, make);
  await vi.advanceTimersByTimeAsync(301_000);
  await app.background.settled();
  expect(make).toHaveBeenCalledTimes(1);
  app.background.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('an old backup is removed only if it is scheduled, unchanged and from this church', async () => {
  const { app } = await withBooks(0);
  const dates = Array.from({ length: 12 }, (_, day) => `2026-11-${String(day + 2).padStart(2, '0')}T09:00:00.000Z`);
  const files: string[] = [];
  for (const date of dates) {
    app.setNow(date);
    // The third backup was made by hand.
    files.push((await createBackup(app, { isScheduled: date !== dates[2] })).file);
  }
  const foreign = path.join(app.paths.backups, 'vestry-20261101-090000.tar.gz');
  writeFileSync(foreign, 'of another church');
  writeFileSync(files[1] ?? '', 'somebody has written here');
  const gone = await removeExpired(app);
  // 2026-11-13 is a Friday. The backups of the 7th to the 13th are kept as the last seven days.
  expect(gone.map((file) => path.basename(file)).toSorted()).toEqual([
    'vestry-20261102-090000.tar.gz',
    'vestry-20261105-090000.tar.gz',
    'vestry-20261106-090000.tar.gz',
  ]);
  expect(existsSync(foreign)).toBe(true);
  expect(existsSync(files[1] ?? '')).toBe(true);
  expect(existsSync(files[2] ?? '')).toBe(true);
}, 60_000);

test('backups of books that do not agree with their audit log remove no good one', async () => {
  const { app } = await withBooks(0);
  const said = vi.spyOn(app.log, 'error');
  mkdirSync(app.paths.backups, { recursive: true });
  const figures = { church: null, members: 2, givings: 3, expenses: 0 };
  const good: string[] = [];
  for (let day = 2; day <= 8; day += 1) {
    const at = new Date(Date.UTC(2026, 10, day, 9));
    const file = path.join(app.paths.backups, archiveName(at, { isEncrypted: false }));
    writeFileSync(file, 'good');
    await rememberBackup(app.paths, { file, at: at.toISOString(), size: 4, isScheduled: true, ...figures });
    good.push(file);
  }
  const gone: string[] = [];
  const look = scheduler(app, async () => {
    await createBackup(app, { isScheduled: true });
    gone.push(...(await removeExpired(app)));
  });
  const change = (amount: number) => {
    const db = openRaw(app.paths.database);
    db.prepare('update givings set amountMinor = ? where id = 1').run(amount);
    db.close();
  };
  change(5000);
  for (const day of ['09', '10']) {
    app.setNow(`2026-11-${day}T18:00:00Z`);
    await look();
  }
  expect(gone).toEqual([]);
  expect(said.mock.calls.map(([, message]) => message)).toEqual([
    expect.stringContaining('do not agree'),
    expect.any(String),
  ]);
  const { checks } = await checkHealth(app);
  expect(checks.backup).toBe('faulty');
  expect(await lastGoodBackup(app)).toMatchObject({ file: good.at(-1) });
  change(1000);
  app.setNow('2026-11-11T18:00:00Z');
  await look();
  // Only now there is an eighth day with a good backup.
  expect(gone).toEqual([good[0]]);
  expect(await lastFaultyBackup(app)).toBeNull();
});

test('the health check reports whether the last backup is recent, but its status is ok even without a recent backup', async () => {
  const { app } = await withBooks(0);
  const ticks = vi.spyOn(performance, 'now');
  onTestFinished(() => ticks.mockRestore());
  let elapsed = 0;
  const health = async () => {
    ticks.mockReturnValue((elapsed += 10_000));
    const { status, checks } = await checkHealth(app);
    return [status, checks.backup];
  };
  expect(await health()).toEqual(['ok', 'none']);
  const { file } = await createBackup(app, {});
  expect(await health()).toEqual(['ok', 'ok']);
  app.setNow('2026-11-21T18:00:00Z');
  expect(await health()).toEqual(['ok', 'stale']);
  rmSync(file);
  expect(await health()).toEqual(['ok', 'none']);
  expect(await lastGoodBackup(app)).toBeNull();
});

test('a backup made while another process writes contains the books as of a single moment', async () => {
  const { app } = await withBooks(1);
  const script = path.join(import.meta.dirname, 'writer.js');
  const writer = fork(script, [app.paths.database], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(writer, 'message');
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    // The writer adds gifts without audit entries. createBackup must accept them all the same.
    const { givings, givingsMinor } = await createBackup(app, {});
    // Each transaction of the writer adds gifts of 1.00 and 3.00. Only complete transactions give this sum.
    expect([givings % 2, givingsMinor]).toEqual([1, 3 * 1000 + ((givings - 3) / 2) * 400]);
    counts.push(givings);
  }
  writer.kill();
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBeGreaterThan(3);
  expect(readdirSync(app.paths.backups).filter((name) => name.startsWith('.'))).toEqual([]);
});
