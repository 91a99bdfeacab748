/** Checks that the computer has what the service needs. */
import { chmodSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { settingsFile } from '../../../config.ts';
import { printable } from '../../../lib/text.ts';
import { listKeptBooks, listLeftovers, removeLeftovers } from '../../../features/upkeep/backups/leftovers.ts';
import { roomOf } from '../../../features/upkeep/health/disk.ts';
import { mostConnections } from '../../../http/connections.ts';
import { ownFiles } from '../../../http/tls/own-files.ts';
import { grantedFiles } from '../../../open-files.ts';
import { forgetTrouble, readTrouble, type Trouble } from '../../../trouble.ts';
import { requiredNode, testedDriver } from '../../../package.ts';
import { readHolder } from '../../daemon/running.ts';
import { type Check, fail, ok, type Place, some, type Verdict, warn } from './check-results.ts';

export const MACHINE_CHECKS: readonly Check<Place>[] = [
  { name: 'node', look: async () => [checkNode(process.versions.node, installedDriver())] },
  { name: 'files', look: async (app) => checkModes(app) },
  { name: 'open files', look: async ({ paths }) => [checkOpenFiles(readHolder(paths)?.openFiles ?? grantedFiles())] },
  { name: 'disk', look: checkDisk },
  { name: 'trouble', look: async (app) => checkTrouble(app) },
  { name: 'leftovers', look: checkLeftovers },
  { name: 'secrets', look: async (app) => checkSecrets(app) },
];

/** Returns the version of better-sqlite3 that is installed. */
function installedDriver(): string {
  return (createRequire(import.meta.url)('better-sqlite3/package.json') as { version: string }).version;
}

/**
 * Checks the version of Node.js, and that npm installed the version of better-sqlite3 with which Vestry is tested. Two
 * kinds of pairs are known to be bad: better-sqlite3 12 that was compiled for Node.js 24.19 to 24.21 ends the service
 * without a warning, and better-sqlite3 13.1 or newer, with SQLite 3.54, makes an entry take almost twice as long.
 */
export function checkNode(present: string, driver: string): Verdict {
  const [wanted, tested] = [requiredNode(), testedDriver()];
  const [a = [], b = []] = [present, wanted].map((text) => text.split('.').map(Number));
  if ((a[0] ?? 0) < (b[0] ?? 0) || (a[0] === b[0] && (a[1] ?? 0) < (b[1] ?? 0))) {
    return fail(`Node.js ${present} is too old.`, `Install Node.js ${wanted} or newer.`);
  }
  if (driver !== tested) {
    const message = `better-sqlite3 ${driver} is installed, but Vestry is tested with ${tested}.`;
    return warn(message, 'Install Vestry again, as you installed it before.');
  }
  return ok(`Node.js ${present}, better-sqlite3 ${driver}.`);
}

/** As many connections as the browsers of forty people have. */
const ENOUGH = 256;

/** Checks that the service, which may have this many files open at the same time, can serve a church. */
export function checkOpenFiles(files: number): Verdict {
  const most = mostConnections(files);
  if (most >= ENOUGH) return ok(`Up to ${most} connections at the same time.`);
  const message = `The system lets the service open only ${files} files, so at most ${most} connections can be open at the same time.`;
  return warn(message, 'Raise the limit of open files to 1024 or more, and restart Vestry: vestry restart');
}

/** The permission bits that a private file must not have: any access for its group or for other users. */
const OTHERS = 0o077;
/**
 * The permission bits that the TLS key must not have: any access for other users. Access for its group is allowed,
 * because the group often has to read the key.
 */
const EVERYBODY = 0o007;

/** Checks that only the owner may read the books and their keys. Windows has no permission bits. */
export function checkModes({ paths, config }: Pick<Place, 'paths' | 'config'>): Verdict[] {
  if (process.platform === 'win32') return [ok('Windows protects the files of a user in its own way.')];
  const { dataDir, backupPassphraseFile, tlsKey } = config;
  const { authority, server } = ownFiles(dataDir);
  const tls = [paths.tls, authority, server];
  const own = [dataDir, paths.database, paths.secrets, paths.receipts, paths.backups, settingsFile(dataDir), ...tls];
  const open = [...new Set([...own, backupPassphraseFile, tlsKey])].flatMap((file) => {
    const others = file === tlsKey && file !== server ? EVERYBODY : OTHERS;
    return file !== undefined && existsSync(file) && (statSync(file).mode & others) !== 0 ? [{ file, others }] : [];
  });
  if (open.length === 0) return [ok('The private files can be read only by their owner.')];
  const names = some(open.map(({ file }) => nameIn(dataDir, file)));
  return [
    fail(`Other users of this computer can read ${names}.`, 'Remove that permission: vestry doctor --fix', async () => {
      for (const { file, others } of open) chmodSync(file, statSync(file).mode & ~others);
      return 'Now only their owner can read the files.';
    }),
  ];
}

/**
 * Returns the path of a file relative to the data directory. For the directory itself, or a file outside it, returns
 * the full path.
 */
function nameIn(dataDir: string, file: string): string {
  const name = path.relative(dataDir, file);
  return name === '' || name.startsWith('..') ? file : name;
}

const GIB = 1024 ** 3;
const TOO_LITTLE = 0.1 * GIB;

/** Checks the free space: it must be enough for the next backup and a month (`roomOf` says how much that is). */
async function checkDisk(place: Place): Promise<Verdict[]> {
  const { free, needed } = await roomOf(place);
  const room = `${(free / GIB).toFixed(1)} GiB are free.`;
  if (free < TOO_LITTLE) return [fail(`Only ${room}`, 'Make room on the disk of the data directory.')];
  if (free >= needed) return [ok(room)];
  const wanted = `The next backup and a month of entries need ${(needed / GIB).toFixed(1)} GiB.`;
  return [warn(`Only ${room} ${wanted}`, 'Make room, or backups will fail before long.')];
}

/** How long nothing may have changed before `--fix` removes what a backup or restore left behind. */
const IDLE_MS = 3_600_000;

/** Names what killed backups and restores left behind, and the copies of earlier books that people may delete. */
async function checkLeftovers(place: Place): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const leftovers = await listLeftovers(place);
  const names = (files: readonly string[]) => some(files.map((file) => printable(nameIn(place.config.dataDir, file))));
  const idle = leftovers.filter(({ idleMs }) => idleMs > IDLE_MS);
  const recent = leftovers.filter(({ idleMs }) => idleMs <= IDLE_MS);
  if (idle.length > 0) {
    const message = `A backup, restore or check that was cut off left ${names(idle.map(({ file }) => file))}.`;
    verdicts.push(
      warn(message, 'Remove this: vestry doctor --fix', async () => {
        await removeLeftovers(idle);
        return 'It was removed.';
      }),
    );
  }
  if (recent.length > 0) {
    const message = `A backup, restore or check is running, or was cut off within the last hour: ${names(recent.map(({ file }) => file))}.`;
    verdicts.push(warn(message, 'If none is running, wait an hour, and remove this: vestry doctor --fix'));
  }
  const kept = await listKeptBooks(place);
  if (kept.length > 0)
    verdicts.push(ok(`Restores and upgrades kept copies of earlier books, which you may delete: ${names(kept)}.`));
  return verdicts;
}

/** Returns a finding for each trouble that is noted. */
function checkTrouble({ config: { dataDir } }: Place): Verdict[] {
  const { disk, clock } = readTrouble(dataDir);
  const forget = async () => {
    forgetTrouble(dataDir);
    return 'Vestry has forgotten it.';
  };
  return [
    ...(disk ? [{ ...diskVerdict(disk, forget), about: 'disk failure' }] : []),
    ...(clock ? [{ ...jumpVerdict(clock, forget), about: 'clock jump' }] : []),
  ];
}

function diskVerdict({ at, code, mendedAt }: NonNullable<Trouble['disk']>, forget: Verdict['fix']): Verdict {
  const what = `The disk failed to write the database at ${at} (${code}).`;
  if (mendedAt === null) return fail(`${what} It has not been written again yet.`, 'Write it again: vestry restart');
  return warn(
    `${what} What was confirmed was written again at ${mendedAt}.`,
    'Check the disk, and make a backup on another disk. Then let Vestry forget this: vestry doctor --fix',
    forget,
  );
}

function jumpVerdict({ expected, shown }: NonNullable<Trouble['clock']>, forget: Verdict['fix']): Verdict {
  return warn(
    `The clock of this computer jumped: it showed ${shown} when it should have shown ${expected}.`,
    'Set the clock, preferably from a time server, and look at the dates of what was entered meanwhile: vestry audit list. Then let Vestry forget this: vestry doctor --fix',
    forget,
  );
}

function checkSecrets(app: Place): Verdict[] {
  app.secrets();
  return [ok('The keys of this data directory can be read.')];
}
