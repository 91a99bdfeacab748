/** The digests of what the audit log must not contain: they find every change by SQL, and give no false alarm. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { closeApp, createApp } from '../../../src/create-app.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { signIn } from '../../../src/features/access/auth/grants.ts';
import { endSignIn } from '../../../src/features/access/auth/service.ts';
import { recognizeDevice, rememberDevice } from '../../../src/features/access/second-factor/devices.ts';
import { createUser, credentialsOf, resetPassword } from '../../../src/features/access/users/service.ts';
import { prove, proveBooks } from '../../../src/features/audit/proof.ts';
import { recordUnderNewKey } from '../../../src/features/audit/service.ts';
import { bind } from '../../../src/features/messages/line/bindings.ts';
import { createBindingCode, findCode, useCode } from '../../../src/features/messages/line/codes.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { createBackup } from '../../../src/features/upkeep/backups/create.ts';
import { restoreBackup } from '../../../src/features/upkeep/backups/restore.ts';
import { as, fileApp, testApp, type TestApp } from '../../support/app.ts';
import { IS_NIGHTLY } from '../../support/nightly.ts';
import { addMember } from '../../support/office.ts';
import { forging } from './forger.ts';
import { oldBooks, seal, upgrade } from './old-books.ts';

const PERSON = { email: 'ann@example.org', displayName: 'Ann', roles: ['treasurer' as const], memberId: null };
const DEVICE = { userAgent: 'Firefox/144.0', host: 'localhost' };

const faultsOf = async (app: TestApp) => (await proveBooks(app)).faults;

async function withUser(app: TestApp) {
  const { id } = (await createUser(app, PERSON, 'correct horse battery')).user;
  const proven = await credentialsOf(app, id);
  if (!proven) throw new Error('There is no such user.');
  return { id, proven, own: as(app, id, 'treasurer') };
}

const SIGN_INS = IS_NIGHTLY ? 1000 : 30;

test(`${SIGN_INS} sign-ins, some from a remembered browser and some ended, leave proven books`, async () => {
  const app = await testApp();
  const { id, proven, own } = await withUser(app);
  let { token } = await inTransaction(own, (app) => rememberDevice(app, id, DEVICE));
  for (let count = 0; count < SIGN_INS; count += 1) {
    const { signInId } = await inTransaction(own, async (app) => {
      const known = count % 3 === 0 ? await recognizeDevice(app, id, token) : undefined;
      token = known?.device?.token ?? token;
      return signIn(app, proven, DEVICE);
    });
    if (count % 5 === 0) await endSignIn(own, signInId);
  }
  await resetPassword(app, id);
  expect(await faultsOf(app)).toEqual([]);
});

test('an ended sign-in that somebody revives, and one that somebody puts in, are found', async () => {
  const app = await testApp();
  const { id, proven, own } = await withUser(app);
  const { signInId } = await signIn(app, proven, DEVICE);
  await endSignIn(own, signInId);
  forging(app, (db) => {
    db.exec('update signIns set revokedAt = null');
    db.exec(`insert into signIns (userId, createdAt, lastUsedAt, expiresAt) values (${id}, 'x', 'x', 'y')`);
  });
  expect(await faultsOf(app)).toEqual([
    expect.stringMatching(`^SignIn ${signInId} differs from what was noted with entry \\d+ of the audit log\\.$`),
    `SignIn ${signInId + 1} is in the books, but the audit log has not noted what is in it.`,
  ]);
});

test('a password of an earlier day that somebody brings back with its user is found', async () => {
  const app = await testApp();
  const { id } = await withUser(app);
  const before = forging(app, (db) => db.prepare('select passwordHash from users').pluck().get());
  await resetPassword(app, id);
  forging(app, (db) => db.prepare('update users set passwordHash = ?').run(before));
  expect(await faultsOf(app)).toEqual([expect.stringMatching(`^User ${id} differs from what was noted`)]);
});

test('an upgrade of older books notes every record in its entry, and a later change by SQL is found', async () => {
  const { db, app } = await oldBooks(MIGRATIONS.findIndex(({ name }) => name === '0049-kept-records'));
  db.exec(`insert into members (id, firstName, lastName, status, createdAt, modifiedAt) values (1, 'Mei', 'Lin', 'Active', 'x', 'x');
    insert into familyUnits (id, name, jointStatement, createdAt, modifiedAt) values (1, 'Lin', 1, 'x', 'x');
    insert into users (id, email, emailKey, displayName, passwordHash, mustChangePassword, createdAt, modifiedAt)
      values (1, 'a@example.org', 'a@example.org', 'Ann', 'hash', 0, 'x', 'x');
    insert into signIns (userId, createdAt, lastUsedAt, expiresAt) values (1, 'x', 'x', 'y');`);
  await seal(db, app);
  const upgraded = await upgrade(app);
  expect((await proveBooks(upgraded)).faults).toEqual([]);
  const entry = await upgraded.db
    .selectFrom('auditLogs')
    .select('changes')
    .where('action', '=', 'BooksUpgraded')
    .executeTakeFirstOrThrow();
  const [, kept] = (JSON.parse(entry.changes ?? '{}') as { kept: [null, object] }).kept;
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(['User/1', 'SignIn/1', 'AccountsByMethod/1']));
  forging(app, (other) => other.exec(`update users set passwordHash = 'other'`));
  expect((await proveBooks(upgraded)).faults).toEqual([expect.stringContaining('User 1 differs from what was noted')]);
});

const RESTORES = IS_NIGHTLY ? 20 : 1;

test(`${RESTORES} restores leave proven books`, async () => {
  const { app, close } = await fileApp();
  onTestFinished(close);
  await withUser(app);
  await app.db.destroy();
  const config = loadConfig({ dataDir: app.config.dataDir, env: 'test' }, {});
  for (let count = 0; count < RESTORES; count += 1) {
    const present = await createApp(config, { actor: app.actor, wait: 'block' });
    const proven = await credentialsOf(present, 1);
    if (proven) await signIn(present, proven, DEVICE);
    const { file } = await createBackup(present, {});
    await closeApp(present);
    await restoreBackup(config, file, {
      actor: { kind: 'cli', name: 'cli:test' },
      isWanted: async () => true,
      takesSettings: async () => false,
      stopService: async () => {},
    });
    // The next restore may be in the same second, and would keep the books from before it under the same name.
    for (const name of readdirSync(config.dataDir).filter((one) => one.startsWith('before-restore')))
      rmSync(path.join(config.dataDir, name), { recursive: true });
    rmSync(file);
  }
  const restored = await createApp(config, { actor: app.actor, wait: 'block' });
  onTestFinished(() => closeApp(restored));
  expect((await proveBooks(restored)).faults).toEqual([]);
});

test('without the key, no digest is compared, and with a new key an entry notes every record anew', async () => {
  const app = await testApp();
  await withUser(app);
  const withoutKey = await prove(app.db, { isOwn: false, declared: app.declared });
  expect(withoutKey).toMatchObject({ faults: [], warnings: [expect.stringContaining('could not be authenticated')] });
  const other = { ...app.secrets(), encryptionKey: Buffer.alloc(32, 7) };
  const renewed = { ...app, secrets: () => other };
  const fact = { action: 'SecretsReplaced', entityType: 'AuditLog', entityId: 'secrets' };
  await inTransaction(renewed, (app) => recordUnderNewKey(app, fact));
  expect(await proveBooks(renewed)).toMatchObject({ faults: [], warnings: [] });
});

test('a merge, a binding by code and a purge leave proven books', async () => {
  const app = await testApp();
  const [double, mei] = [await addMember(app, {}), await addMember(app, {})];
  const account = { platformUserId: 'U1', profile: undefined };
  await inTransaction(app, (app) => bind(app, double, account));
  const { code } = await createBindingCode(app, { memberId: double });
  await mergeMember(app, double, { into: mei, confirm: true });
  expect(await faultsOf(app)).toEqual([]);
  const found = await findCode(app, [code]);
  await inTransaction(app, async (app) => found && useCode(app, found));
  expect(await faultsOf(app)).toEqual([]);
  await purgeMember(app, mei, true);
  expect(await faultsOf(app)).toEqual([]);
});
