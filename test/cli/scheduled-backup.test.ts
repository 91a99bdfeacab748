import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataPaths } from '../../src/data-dir.ts';
import type { MadeBackup } from '../../src/features/upkeep/backups/history.ts';
import { archiveName, expired } from '../../src/features/upkeep/backups/rules.ts';
import { type Daemon, request, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

const DAY_MS = 86_400_000;
const LONG_MS = 110_000;
/** The time limit of a test. It is long because each test starts the program several times. */
const TEST_MS = 4 * LONG_MS;
const ACCOUNT = ['--church', 'Grace Church', '--time-zone', 'UTC', '--email', 'ann@example.org', '--name', 'Ann'];

let place: ReturnType<typeof temporaryDir>;
let dataDir: string;
let noted: string;
beforeEach(async () => {
  place = temporaryDir();
  dataDir = path.join(place.dir, 'church');
  noted = path.join(place.dir, 'child');
  await vestry(['init', '--data-dir', dataDir, ...ACCOUNT]);
});
afterEach(() => place.remove());

/**
 * Starts a service that checks almost at once, instead of after five minutes, whether a backup is due. The child
 * process that makes the backup records its process id. If `standsStill` is true, the child process suspends itself
 * after it has opened the unfinished archive.
 */
function start({ standsStill = false } = {}): Promise<Daemon> {
  const code = `
    import fs, { writeFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { open } = fs.promises;
    let isToStop = ${standsStill};
    fs.promises.open = async (file, ...rest) => {
      const handle = await open(file, ...rest);
      if (isToStop && String(file).includes('.vestry-draft-')) {
        isToStop = false;
        process.kill(process.pid, 'SIGSTOP');
      }
      return handle;
    };
    syncBuiltinESMExports();
    const later = setTimeout;
    globalThis.setTimeout = (work, ms, ...rest) => later(work, ms === 300_000 ? 100 : ms, ...rest);
    if (process.argv.includes('--scheduled')) writeFileSync(${JSON.stringify(noted)}, String(process.pid));`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  return startDaemon({ dataDir, args: ['--env', 'production'], env: { NODE_OPTIONS } });
}

const backups = () => readdirSync(dataPaths(dataDir).backups);
const archives = () => backups().filter((name) => name.endsWith('.tar.gz'));
const made = () => JSON.parse(readFileSync(path.join(dataPaths(dataDir).backups, 'made.json'), 'utf8')) as MadeBackup[];

/** Adds one backup for each of this many earlier days to the list and the folder, and returns them. */
function addOlder(days: number): MadeBackup[] {
  const folder = dataPaths(dataDir).backups;
  mkdirSync(folder, { recursive: true });
  const figures = { church: 'Grace Church', members: 0, givings: 0, expenses: 0 };
  const older = Array.from({ length: days }, (_, index) => {
    const at = new Date(Date.now() - (index + 3) * DAY_MS);
    const file = path.join(folder, archiveName(at, { isEncrypted: false }));
    writeFileSync(file, 'old');
    return { file, at: at.toISOString(), size: 3, isScheduled: true, isFaulty: false, ...figures };
  });
  writeFileSync(path.join(folder, 'made.json'), JSON.stringify(older));
  return older;
}

test(
  'a service whose last backup is days old makes a new backup, removes expired backups, and still serves requests',
  async () => {
    const older = addOlder(40);
    const daemon = await start();
    const seen: (string | undefined)[] = [];
    await vi.waitFor(async () => {
      const { status, body } = await request(daemon.url, 'GET', '/api/health');
      expect(status).toBe(200);
      seen.push(body.checks.backup);
      expect(body.checks.backup).toBe('ok');
    }, LONG_MS);
    expect(seen[0]).toBe('stale');
    const file = made().at(-1)?.file ?? '';
    expect(await vestry(['backup', 'verify', file, '--data-dir', dataDir])).toMatchObject({ exitCode: 0 });
    const all = made().map((one) => ({ name: path.basename(one.file), at: new Date(one.at) }));
    const gone = new Set(expired(all, new Date(), 'UTC').map(({ name }) => name));
    expect(gone.size).toBeGreaterThan(older.length / 2);
    await vi.waitFor(() => expect(archives().filter((name) => gone.has(name))).toEqual([]), LONG_MS);
    expect(archives()).toHaveLength(older.length + 1 - gone.size);
    expect(await daemon.stop()).toMatchObject({ exitCode: 0 });
  },
  TEST_MS,
);

/** Starts a service whose child process has begun a backup and is suspended. */
async function interrupted(): Promise<{ daemon: Daemon; child: number }> {
  const db = new Sqlite(dataPaths(dataDir).database);
  // Adds so much data that the backup takes some time.
  db.exec(
    `insert into members (firstName, lastName, status, notes, createdAt, modifiedAt)
      values ('Ann', 'Lee', 'Active', hex(randomblob(4000000)), 'x', 'x')`,
  );
  db.close();
  const daemon = await start({ standsStill: true });
  await vi.waitFor(() => expect(stateOf(Number(readFileSync(noted, 'utf8')))).toBe('T'), LONG_MS);
  expect(backups().some((name) => name.startsWith('.vestry-draft-'))).toBe(true);
  return { daemon, child: Number(readFileSync(noted, 'utf8')) };
}

/** Returns the letter for the state of a process. `T` means suspended (proc(5)). */
function stateOf(pid: number): string | undefined {
  return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

/** True if a SIGTERM is pending for a suspended process (proc(5)). */
function isAskedToEnd(pid: number): boolean {
  const [, pending = '0'] = /^ShdPnd:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return ((Number.parseInt(pending, 16) >> (os.constants.signals.SIGTERM - 1)) & 1) === 1;
}

test.runIf(IS_NIGHTLY && process.platform === 'linux')(
  'stopping the service ends a backup in progress and leaves no partial file',
  async () => {
    const { daemon, child } = await interrupted();
    const ended = daemon.stop();
    await vi.waitFor(() => expect(isAskedToEnd(child)).toBe(true), LONG_MS);
    process.kill(child, 'SIGCONT');
    expect((await ended).exitCode).toBe(0);
    expect(() => process.kill(child, 0)).toThrow(/ESRCH/);
    expect(backups()).toEqual([]);
  },
  TEST_MS,
);

test.runIf(IS_NIGHTLY)(
  'a backup in progress is completed even if the service is killed',
  async () => {
    const { daemon, child } = await interrupted();
    process.kill(daemon.pid, 'SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(daemon.pid, 0)).toThrow(/ESRCH/), LONG_MS);
    expect(archives()).toEqual([]);
    process.kill(child, 'SIGCONT');
    await vi.waitFor(() => expect(made()).toHaveLength(1), LONG_MS);
    expect(await vestry(['backup', 'verify', made()[0]?.file ?? '', '--data-dir', dataDir])).toMatchObject({
      exitCode: 0,
    });
    await vi.waitFor(() => expect(backups().filter((name) => name.startsWith('.'))).toEqual([]), LONG_MS);
  },
  TEST_MS,
);
