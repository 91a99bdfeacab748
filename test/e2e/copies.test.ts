/**
 * Offerings are submitted while copies go to a folder, and to WebDAV and SFTP by rclone. The service is killed at drawn
 * moments, its data directory is deleted, and the newest copy is restored on a new computer: whatever was acknowledged by a
 * copy must be there, once. Without rclone, only the folder is tried.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCopyName } from '../../src/features/upkeep/backup-target/copy-rules.ts';
import { type Daemon, request, signIn, startDaemon, temporaryDir, vestryProcess } from '../support/daemon.ts';
import { until } from '../support/loopback.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const ROUNDS = IS_NIGHTLY ? 20 : 3;
/** The latest moment of a kill after an offering was submitted. By then, most copies have been acknowledged. */
const LATEST_MS = 14_000;
const PASSPHRASE = 'correct horse battery staple';
const hasRclone = spawnSync('rclone', ['version']).status === 0;

const scratch = temporaryDir();
const at = (name: string) => path.join(scratch.dir, name);
const servers: ChildProcess[] = [];
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  writeFileSync(at('passphrase'), `${PASSPHRASE}\n`, { mode: 0o600 });
  for (const name of ['folder', 'webdav', 'sftp']) mkdirSync(at(name));
  env = { VESTRY_BACKUP_PASSPHRASE_FILE: at('passphrase'), RCLONE_CONFIG: '' };
  if (hasRclone) Object.assign(env, await serveRemote('webdav'), await serveRemote('sftp'));
});
afterAll(() => {
  for (const server of servers) server.kill();
  scratch.remove();
});

/** Serves a folder as a remote that rclone knows from variables. */
async function serveRemote(kind: 'webdav' | 'sftp'): Promise<NodeJS.ProcessEnv> {
  const port = await freePort();
  const args = ['serve', kind, '--addr', `127.0.0.1:${port}`, '--dir-cache-time', '0', '--user', 'u', '--pass', 'p'];
  servers.push(spawn('rclone', [...args, at(kind)], { stdio: 'ignore', env: { ...process.env, RCLONE_CONFIG: '' } }));
  const password = spawnSync('rclone', ['obscure', 'p'], { encoding: 'utf8' }).stdout.trim();
  const where =
    kind === 'webdav'
      ? { URL: `http://127.0.0.1:${port}/`, VENDOR: 'other' }
      : { HOST: '127.0.0.1', PORT: String(port) };
  const fields = Object.entries({ TYPE: kind, USER: 'u', PASS: password, ...where });
  const remote = Object.fromEntries(
    fields.map(([field, value]) => [`RCLONE_CONFIG_${kind.toUpperCase()}_${field}`, value]),
  );
  await until(
    async () =>
      spawnSync('rclone', ['lsd', '--retries', '1', `${kind}:`], {
        env: { ...process.env, ...remote, RCLONE_CONFIG: '' },
      }).status === 0,
    `rclone serve ${kind}`,
  );
  return remote;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const PLACES = [
  ['a folder', 'folder', () => ({ kind: 'Folder', place: at('folder') })],
  ['WebDAV', 'webdav', () => ({ kind: 'Rclone', place: 'webdav:copies' })],
  ['SFTP', 'sftp', () => ({ kind: 'Rclone', place: 'sftp:copies' })],
] as const;

describe.each(PLACES.filter(([, kind]) => hasRclone || kind === 'folder'))('copies to %s', (_name, kind, placeOf) => {
  let daemon: Daemon;
  let token: string;
  const dataDir = () => at(`data-${kind}`);
  const call = (method: string, route: string, body?: object) =>
    request(daemon.url, method, route, { token, ...(body && { body }) });
  const start = async () => {
    daemon = await startDaemon({ dataDir: dataDir(), env });
    token = await signIn(daemon.url);
  };

  /** Submits an offering of one gift, and returns when it was acknowledged. */
  const offer = async (round: number): Promise<string> => {
    const date = new Date(Date.UTC(2025, 0, 5 + 7 * round)).toISOString().slice(0, 10);
    const gift = { categoryId: 1, amount: round + 1, method: 'Cash' };
    const { status, body } = await call('POST', '/api/offering-sessions', {
      date,
      sundayAttendanceCount: 10,
      countedBy: ['Ann', 'Ben'],
      controlTotal: round + 1,
      givings: [gift],
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    expect((await call('POST', `/api/offering-sessions/${body.id}/submit`)).status).toBe(200);
    return new Date().toISOString();
  };

  test(
    `after ${ROUNDS} kills nothing that a copy acknowledged is lost, and nothing is there twice`,
    { timeout: ROUNDS * 60_000 },
    async () => {
      const { place, ...target } = placeOf();
      mkdirSync(dataDir());
      await start();
      const chosen = await call('PUT', '/api/backup-target', { ...target, place });
      expect([chosen.status, chosen.body.errors]).toEqual([200, undefined]);
      let stored = new Set<number>();
      let acknowledged = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const submittedAt = await offer(round);
        const killAt = Date.now() + Math.random() * LATEST_MS;
        let lastCopyAt: string | null = null;
        const isFirst = round === 0;
        const isAcknowledged = () => lastCopyAt !== null && lastCopyAt > submittedAt;
        // The first kill waits for a copy, because there would be nothing to restore.
        await until(async () => {
          ({ lastCopyAt } = (await call('GET', '/api/backup-target')).body);
          return Date.now() >= killAt && (!isFirst || isAcknowledged());
        }, 'the moment of the kill');
        process.kill(daemon.pid, 'SIGKILL');
        await daemon.ended;
        rmSync(dataDir(), { recursive: true });
        const named = target.kind === 'Folder' ? place : `rclone:${place}`;
        const args = ['backup', 'restore', `--target=${named}`, '--data-dir', dataDir(), '--yes', '--keep-settings'];
        const restored = await vestryProcess([...args, '--json'], { env });
        expect([restored.stderr, restored.exitCode]).toEqual([expect.any(String), 0]);
        await start();
        const { items } = (await call('GET', '/api/givings?pageSize=100')).body;
        const amounts: number[] = items.map(({ amount }: { amount: number }) => amount);
        expect(amounts).toHaveLength(new Set(amounts).size);
        const must = isAcknowledged() ? [...stored, round + 1] : [...stored];
        if (must.length > stored.size) acknowledged += 1;
        expect(amounts).toEqual(expect.arrayContaining(must));
        stored = new Set(amounts);
        expect((await call('POST', '/api/backup-target/go')).status).toBe(200);
      }
      expect(acknowledged).toBeGreaterThan(0);
      await daemon.stop();
      const folder = kind === 'folder' ? at(kind) : path.join(at(kind), 'copies');
      for (const name of readdirSync(folder).filter((one) => readCopyName(one) !== undefined)) {
        const verified = await vestryProcess(['backup', 'verify', path.join(folder, name), '--data-dir', at('none')], {
          env,
        });
        expect([name, verified.exitCode]).toEqual([name, 0]);
      }
    },
  );
});
