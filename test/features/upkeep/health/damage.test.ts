import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { connect } from '../../../../src/db/connect.ts';
import { damageMark, isDamaged, noteDamage, readDamage } from '../../../../src/db/damage.ts';
import { quickCheck } from '../../../../src/db/integrity.ts';
import { login, refresh } from '../../../../src/features/access/auth/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { record } from '../../../../src/features/audit/service.ts';
import { type Make, scheduler } from '../../../../src/features/upkeep/backups/schedule.ts';
import { type Check, damageWatch, watchForDamage } from '../../../../src/features/upkeep/health/damage-watch.ts';
import { checkHealth } from '../../../../src/features/upkeep/health/service.ts';
import { type TestApp, testApp } from '../../../support/app.ts';
import { rememberHugeBackup } from '../../../support/huge-backup.ts';
import { addMember } from '../../../support/office.ts';

const FAULT = 'Tree 5 page 7: btreeInitPage() returns error code 11';
const PASSWORD = 'a long enough password';
const DEVICE = { userAgent: null };

const mark = ({ paths }: TestApp) => noteDamage(paths.database, { at: '2026-11-18T18:00:00.000Z', faults: [FAULT] });

const write = (app: TestApp) =>
  inTransaction(app, (app) => record(app, { action: 'Tried', entityType: 'Test', entityId: 1 }));

test('the file is checked when the service starts, every night, and every hour while it is marked as damaged', async () => {
  const app = await testApp();
  const check = vi.fn<Check>(async () => []);
  const look = damageWatch(app, check);
  const at = async (instant: string, isWanted = false) => {
    app.setNow(instant);
    await look(isWanted);
    return check.mock.calls.length;
  };
  expect(await at('2026-11-18T18:00:00Z', true)).toBe(1);
  expect(await at('2026-11-18T23:00:00Z')).toBe(1);
  expect(await at('2026-11-19T08:59:00Z')).toBe(1);
  check.mockResolvedValueOnce([FAULT]);
  expect(await at('2026-11-19T09:01:00Z')).toBe(2);
  expect(readDamage(app.paths.database)).toEqual({ at: '2026-11-19T09:01:00.000Z', faults: [FAULT] });
  expect(await at('2026-11-19T10:00:00Z')).toBe(2);
  check.mockRejectedValueOnce(new Error('the thread ended'));
  expect(await at('2026-11-19T10:02:00Z')).toBe(3);
  expect(isDamaged(app.paths.database)).toBe(true);
  expect(await at('2026-11-19T10:03:00Z')).toBe(4);
  expect(existsSync(damageMark(app.paths.database))).toBe(false);
});

test('a query that meets a damaged page has the whole file checked at once', async () => {
  const app = await testApp();
  for (let number = 0; number < 200; number += 1) await addMember(app, { firstName: `Member ${number}` });
  await app.db.destroy();
  const good = `${app.paths.database}.good`;
  copyFileSync(app.paths.database, good);
  // Every page but the first, so that the file still opens.
  const bytes = readFileSync(app.paths.database);
  writeFileSync(app.paths.database, bytes.fill(0xff, 4096));
  expect(quickCheck(app.paths.database)).not.toEqual([]);
  expect(quickCheck(good)).toEqual([]);

  const opened = connect(app.paths.database, 'yield');
  const check = vi.fn<Check>(async (file) => quickCheck(file));
  check.mockResolvedValueOnce([]);
  watchForDamage({ ...app, db: opened }, check);
  await app.background.settled();
  expect(isDamaged(app.paths.database)).toBe(false);
  await expect(opened.selectFrom('members').selectAll().execute()).rejects.toThrow(/cannot be read \(SQLITE_CORRUPT\)/);
  await app.background.settled();
  expect(check).toHaveBeenCalledTimes(2);
  expect(isDamaged(app.paths.database)).toBe(true);
  await opened.destroy();
});

test('a damaged file is read and not written: writes get 503, health is degraded, and no backup is tried', async () => {
  const app = await testApp();
  await addMember(app, { firstName: 'Ann' });
  mark(app);
  await expect(write(app)).rejects.toMatchObject({
    code: 'database_damaged',
    message: expect.stringMatching(/only be read.*Nothing was written.*vestry doctor/),
  });
  expect(await app.db.selectFrom('members').select('firstName').execute()).toEqual([{ firstName: 'Ann' }]);
  expect(await checkHealth(app)).toMatchObject({ status: 'degraded', checks: { database: 'ok', file: 'damaged' } });
  const make = vi.fn<Make>(async () => {});
  await scheduler(app, make)();
  expect(make).not.toHaveBeenCalled();
  noteDamage(app.paths.database, { at: '2026-11-18T18:00:00.000Z', faults: [] });
  await write(app);
});

test('whoever is signed in can go on reading a damaged file, and nobody else can sign in', async () => {
  const app = await testApp();
  const email = 'ann@example.org';
  await createUser(app, { email, displayName: 'Ann', roles: ['treasurer'], memberId: null }, PASSWORD);
  const { refreshToken } = await login(app, { email, password: PASSWORD }, DEVICE);
  mark(app);
  await expect(login(app, { email, password: PASSWORD }, DEVICE)).rejects.toMatchObject({ code: 'database_damaged' });
  const again = await refresh(app, refreshToken);
  expect(again).toMatchObject({ refreshToken, access: { user: { email } } });
  expect(await refresh(app, again.refreshToken)).toMatchObject({ refreshToken });
  await expect(refresh(app, 'x'.repeat(43))).rejects.toMatchObject({ code: 'invalid_refresh_token' });
  app.setNow('2027-03-01T00:00:00Z');
  await expect(refresh(app, refreshToken)).rejects.toMatchObject({ code: 'invalid_refresh_token' });
});

test('a mark that cannot be read still keeps the file from being written', async () => {
  const app = await testApp();
  writeFileSync(damageMark(app.paths.database), '{');
  await expect(write(app)).rejects.toMatchObject({ code: 'database_damaged' });
});

test('health tries a write, and is degraded if it fails', async () => {
  const app = await testApp();
  expect(await checkHealth(app)).toMatchObject({ status: 'ok', checks: { storage: 'ok', space: 'ok' } });
  expect(readdirSync(app.config.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
  const config = { ...app.config, dataDir: path.join(app.config.dataDir, 'gone') };
  const gone = { ...app, config, paths: { ...app.paths } };
  expect(await checkHealth(gone)).toMatchObject({ status: 'degraded', checks: { database: 'ok', storage: 'failed' } });
});

test('health says when the next backup and a month no longer fit on the disk', async () => {
  const app = await testApp();
  await rememberHugeBackup(app);
  expect(await checkHealth(app)).toMatchObject({ status: 'ok', checks: { storage: 'ok', space: 'low' } });
});
