/** What the logs, the lists and the backups say of keys for programs, and what they must not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/secret.ts';
import { until } from '../support/loopback.ts';
import { type Daemon, request, signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { done, type Json } from './books.ts';
import { stored } from './office.ts';
import { KEYS, type Made, newKey } from './program-keys-support.ts';
import { createMember, newSignIn } from './support.ts';

const { dir: dataDir, remove } = temporaryDir();
let daemon: Daemon;
let admin: string;
beforeAll(start);
afterAll(async () => {
  await daemon.stop();
  remove();
});

async function start(): Promise<void> {
  daemon = await startDaemon({ dataDir });
  admin = await signIn(daemon.url);
}

/** Restarts the service on the same books. Returns what it had printed and logged. */
async function restart(): Promise<string> {
  const { stdout, stderr } = await daemon.stop();
  await start();
  return stdout + stderr;
}

const ENV = { env: { VESTRY_ENV: 'development' } };
const ask = (token: string, method: string, route: string, body?: object) =>
  request(daemon.url, method, route, { token, ...(body && { body }) });
const keyOf = (roles: readonly string[], fields: Json = {}) => newKey(daemon.url, admin, roles, fields);
const entries = async (query: string): Promise<Json[]> =>
  (await done(ask(admin, 'GET', `/api/audit-logs?sort=id&${query}`))).items;
const rename = ({ owner, key }: Made, name: string) => done(ask(owner.token, 'PUT', `${KEYS}/${key.id}`, { name }));
const end = ({ key }: Made, token: string) => done(ask(token, 'POST', `${KEYS}/${key.id}/end`));

describe('the audit log', () => {
  test('names the person and the key in every entry of a key, with the name that the key had then', async () => {
    const made = await keyOf(['secretary'], { access: 'ReadWrite', name: 'Website' });
    const { body: member } = await createMember(daemon.url, made.token);
    await rename(made, 'Sunday app');
    const body = { firstName: 'Mei', lastName: 'Chen' };
    await done(ask(made.token, 'PUT', `/api/members/${member.id}`, body));
    await done(ask(made.token, 'DELETE', `/api/members/${member.id}`));
    const { key, owner } = made;
    const by = (name: string) => ({ actorId: owner.id, actorName: `Test secretary (key ${key.id}: ${name})` });
    expect(await entries(`entityType=Member&entityId=${member.id}`)).toMatchObject([
      { action: 'MemberCreated', ...by('Website') },
      { action: 'MemberUpdated', ...by('Sunday app') },
      { action: 'MemberDeleted', ...by('Sunday app') },
    ]);
  });

  test('has the creation, the renaming and the end of a key, with the values before and after', async () => {
    const made = await keyOf(['secretary'], { permissions: ['members.read'], name: 'Website' });
    await rename(made, 'Sunday app');
    const { endedAt } = await end(made, admin);
    await end(made, admin);
    const { key, owner } = made;
    const found = await entries(`entityType=ProgramKey&entityId=${key.id}`);
    expect(found.map(({ action, actorName, changes }) => ({ action, actorName, changes }))).toEqual([
      {
        action: 'ProgramKeyCreated',
        actorName: 'Test secretary',
        changes: {
          name: [null, 'Website'],
          userId: [null, owner.id],
          permissions: [null, ['members.read']],
          access: [null, 'ReadOnly'],
          expiresAt: [null, key.expiresAt],
        },
      },
      { action: 'ProgramKeyUpdated', actorName: 'Test secretary', changes: { name: ['Website', 'Sunday app'] } },
      { action: 'ProgramKeyEnded', actorName: 'Development administrator', changes: { endedAt: [null, endedAt] } },
    ]);
  });
});

test('the time and the address of the last use are kept after a restart, and shown to whoever manages users', async () => {
  const { key, token } = await keyOf(['secretary']);
  const shown = async () => done(ask(admin, 'GET', `${KEYS}/${key.id}`));
  expect(await shown()).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
  const before = new Date().toISOString();
  await done(ask(token, 'GET', '/api/members'));
  await until(async () => (await shown()).lastUsedAt !== null, 'the use to be stored');
  const used = await shown();
  expect(used.lastUsedAt >= before && used.lastUsedAt <= new Date().toISOString()).toBe(true);
  expect(used.lastUsedFrom).toBe('127.0.0.1');
  await restart();
  expect(await shown()).toEqual(used);
});

test('a repeated request for a new key gets the same key without its token, which is not stored for this answer', async () => {
  const owner = await newSignIn(daemon.url, admin, ['secretary']);
  const body = { name: 'Website', currentPassword: owner.password };
  const headers = { 'idempotency-key': 'one-key-please' };
  const make = () => done(request(daemon.url, 'POST', KEYS, { token: owner.token, body, headers }));
  const first = await make();
  expect(await make()).toEqual({ key: first.key, token: null });
  expect(stored(dataDir)).not.toContain(first.token.slice('vsk_'.length));
});

test('neither a token nor its hash is in the audit log, in any list, in a backup or in the log of the service', async () => {
  const [kept, ended] = [await keyOf(['secretary'], { access: 'ReadWrite' }), await keyOf(['secretary'])];
  await createMember(daemon.url, kept.token);
  await rename(kept, 'Sunday app');
  await end(ended, ended.owner.token);
  await ask(ended.token, 'GET', '/api/members');
  await ask(kept.token, 'GET', `/api/givings?access_token=${kept.token}`);
  await ask(`${kept.token}x`, 'POST', `/api/members/${kept.token}`, { token: kept.token });
  const texts: string[] = [];
  for (const route of [`${KEYS}?everybody=true&includeEnded=true`, '/api/audit-logs?pageSize=200', '/api/users']) {
    texts.push(JSON.stringify(await done(ask(admin, 'GET', route))));
  }
  for (const args of [
    ['key', 'list', '--all'],
    ['key', 'list', '--all', '--json'],
    ['backup', 'create', '--json'],
    ['backup', 'list'],
    ['backup', 'list', '--json'],
  ]) {
    const { exitCode, stdout, stderr } = await vestry([...args, '--data-dir', dataDir], ENV);
    expect(exitCode).toBe(0);
    texts.push(stdout + stderr);
  }
  const log = await restart();
  expect(log).toContain(`"key":${kept.key.id}`);
  for (const text of [...texts, log]) {
    for (const { token } of [kept, ended]) {
      expect(text).not.toContain(token.slice('vsk_'.length));
      expect(text).not.toContain(sha256Hex(token));
    }
  }
});
