/** Checks that the computer has what the service needs. */
import { chmodSync, existsSync, statfsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { settingsFile } from '../../../config.ts';
import { ownFiles } from '../../../http/tls/own-files.ts';
import { requiredNode } from '../../../package.ts';
import { type Check, fail, ok, type Place, some, type Verdict, warn } from './check-results.ts';

export const MACHINE_CHECKS: readonly Check<Place>[] = [
  { name: 'node', look: async () => [checkNode(process.versions.node, isCompiledHere())] },
  { name: 'files', look: async (app) => checkModes(app) },
  { name: 'disk', look: async (app) => checkDisk(app) },
  { name: 'secrets', look: async (app) => checkSecrets(app) },
];

/**
 * True if better-sqlite3 was compiled on this computer. In that case node-gyp left the file config.gypi, which a
 * downloaded build does not contain.
 */
function isCompiledHere(): boolean {
  const from = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
  return existsSync(path.join(from, 'build', 'config.gypi'));
}

/**
 * Checks the version of Node. If better-sqlite3 12 is compiled with the headers of 24.19 or a later 24.x, it may crash
 * the process (WiseLibs/better-sqlite3 issue 1515). Downloaded builds use older headers, so they are safe.
 */
export function checkNode(present: string, isCompiled = false): Verdict {
  const wanted = requiredNode();
  const [a, b] = [present, wanted].map((text) => text.split('.').map(Number));
  const isNewEnough = (a?.[0] ?? 0) > (b?.[0] ?? 0) || (a?.[0] === b?.[0] && (a?.[1] ?? 0) >= (b?.[1] ?? 0));
  if (isCompiled && a?.[0] === 24 && (a[1] ?? 0) >= 19) {
    const message = `better-sqlite3 was compiled on this computer, and with Node.js ${present} it may crash the service. A crash loses no entry.`;
    return warn(message, 'Install Node.js 22, then run npm rebuild better-sqlite3.');
  }
  if (isNewEnough) return ok(`Node.js ${present}.`);
  return fail(`Node.js ${present} is too old.`, `Install Node.js ${wanted} or newer.`);
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
const LITTLE = 1 * GIB;
const TOO_LITTLE = 0.1 * GIB;

/** Checks the free space. Warns below 1 GiB, or below twice the size of the database, because backups need space. */
function checkDisk({ config, paths }: Place): Verdict[] {
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  const size = existsSync(paths.database) ? statSync(paths.database).size : 0;
  const room = `${(free / GIB).toFixed(1)} GiB are free.`;
  if (free < TOO_LITTLE) return [fail(`Only ${room}`, 'Make room on the disk of the data directory.')];
  if (free < Math.max(LITTLE, 2 * size)) return [warn(`Only ${room}`, 'Make room, or backups will fail before long.')];
  return [ok(room)];
}

function checkSecrets(app: Place): Verdict[] {
  app.secrets();
  return [ok('The keys of this data directory can be read.')];
}
