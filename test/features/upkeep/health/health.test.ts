import { expect, test, vi } from 'vitest';
import { noteWrite } from '../../../../src/db/disk-state.ts';
import { watchClock } from '../../../../src/features/upkeep/health/clock.ts';
import { checkHealth } from '../../../../src/features/upkeep/health/service.ts';
import { record } from '../../../../src/features/audit/service.ts';
import { inTransaction } from '../../../../src/app.ts';
import { noteTrouble, readTrouble } from '../../../../src/trouble.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

const failed = (code: string) => Object.assign(new Error('no'), { code });

/** Returns the health of an app that has not been asked yet. The results of the checks are kept for each app. */
const health = (app: TestApp) => checkHealth({ ...app, paths: { ...app.paths } });

test('health is degraded from a commit that failed until one succeeds', async () => {
  const app = await testApp();
  noteWrite(app.paths.database, failed('SQLITE_BUSY'));
  expect(await health(app)).toMatchObject({ status: 'ok', checks: { database: 'ok', disk: 'ok', clock: 'ok' } });
  noteWrite(app.paths.database, failed('SQLITE_IOERR_FSYNC'));
  expect(await health(app)).toMatchObject({ status: 'degraded', checks: { database: 'failed' } });
  await inTransaction(app, (app) => record(app, { action: 'Noted', entityType: 'Test', entityId: 1 }));
  expect(await health(app)).toMatchObject({ status: 'ok', checks: { database: 'ok' } });
});

test('health shows a disk failure and a jump of the clock that are noted, and stays ok', async () => {
  const app = await testApp();
  const at = '2026-11-18T18:00:00.000Z';
  noteTrouble(app.config.dataDir, {
    disk: { at, code: 'SQLITE_IOERR_FSYNC', mendedAt: at },
    clock: { expected: at, shown: '2027-11-18T18:00:00.000Z' },
  });
  expect(await health(app)).toMatchObject({ status: 'ok', checks: { disk: 'failed', clock: 'jumped' } });
});

/** Watches the clock of an app. `pass` lets this many minutes pass, and the clock jump to an instant. */
async function watched(app: TestApp) {
  let minutes = 0;
  const said: object[] = [];
  const log = { ...app.log, error: (fields: object) => void said.push(fields) };
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    await watchClock({ ...app, log }, () => minutes * 60);
  } catch (error) {
    vi.useRealTimers();
    throw error;
  }
  const pass = (more: number, instant: string) => {
    minutes += more;
    app.setNow(instant);
    vi.advanceTimersByTime(60_000);
  };
  return { said, pass };
}

test('a clock that jumps by more than an hour is said once and noted, but not a computer that slept', async () => {
  const app = await testApp();
  try {
    const { said, pass } = await watched(app);
    pass(1, '2026-11-18T18:01:00.000Z');
    pass(8 * 60, '2026-11-19T02:01:00.000Z');
    pass(1, '2026-11-19T03:01:00.000Z');
    expect(said).toEqual([]);
    pass(1, '2027-11-19T03:02:00.000Z');
    const jump = { expected: '2026-11-19T03:02:00.000Z', shown: '2027-11-19T03:02:00.000Z' };
    expect(said).toEqual([jump]);
    expect(readTrouble(app.config.dataDir)).toEqual({ clock: jump });
    pass(1, '2027-11-19T03:03:00.000Z');
    pass(1, '2026-11-19T03:03:00.000Z');
    expect(said).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a clock that is behind the latest entry of the audit log is said at the start', async () => {
  const app = await testApp();
  await inTransaction(app, (app) => record(app, { action: 'Noted', entityType: 'Test', entityId: 1 }));
  app.setNow('2026-11-18T17:00:00.000Z');
  try {
    const { said } = await watched(app);
    const found = { expected: '2026-11-18T18:00:00.000Z', shown: '2026-11-18T17:00:00.000Z' };
    expect(said).toEqual([found]);
    expect(readTrouble(app.config.dataDir)).toEqual({ clock: found });
  } finally {
    vi.useRealTimers();
  }
});
