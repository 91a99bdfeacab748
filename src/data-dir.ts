/** The data directory: the place of each file, and the secrets that are created with it. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { SetupError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { parseJson } from './lib/parse-json.ts';
import { troubleFile } from './trouble.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const KEY_BYTES = 32;

/**
 * The name of the file in which a restore lists the files that it moves. The file exists while a restore runs, and
 * after a restore that was cut off.
 */
export const RESTORING = 'restoring.json';

/** How the names of unfinished files and folders begin. What a killed process left of them is removed later. */
export const DRAFT = '.vestry-draft-';

export type DataPaths = Record<
  'database' | 'secrets' | 'receipts' | 'backups' | 'sending' | 'tls' | 'pid' | 'lock' | 'logs' | 'trouble',
  string
>;

/** Returns the paths of the files and folders in a data directory. */
export function dataPaths(directory: string): DataPaths {
  return {
    database: path.join(directory, 'vestry.db'),
    secrets: path.join(directory, 'secrets.json'),
    receipts: path.join(directory, 'receipts'),
    backups: path.join(directory, 'backups'),
    sending: path.join(directory, 'sending'),
    tls: path.join(directory, 'tls'),
    pid: path.join(directory, 'vestry.pid'),
    lock: path.join(directory, 'vestry.lock'),
    logs: path.join(directory, 'logs'),
    trouble: troubleFile(directory),
  };
}

const key = z.base64().refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES);
const secretsFile = z.strictObject({ jwtKey: key, encryptionKey: key });

/** The keys of this data directory: one signs access tokens, the other encrypts stored secrets. */
export type Secrets = { jwtKey: Uint8Array; encryptionKey: Uint8Array };

/** Raises a SetupError when part of the books is missing, because a restore was cut off or the database was lost. */
export function refuseIncomplete(directory: string): void {
  if (existsSync(path.join(directory, RESTORING))) throw halfRestored(directory);
  const { database, receipts, backups } = dataPaths(directory);
  const what = existsSync(database) ? 'is empty' : 'is missing';
  if (what === 'is empty' && statSync(database).size > 0) return;
  if (!holdsAnything(receipts) && !holdsAnything(backups)) return;
  throw new SetupError(
    `${database} ${what}, but there are receipts or backups of a church beside it. Restore a backup: ` +
      'vestry backup list, then vestry backup restore FILE. To start a new church, name an empty directory with --data-dir.',
    EXIT.unexpected,
  );
}

function holdsAnything(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function halfRestored(directory: string): SetupError {
  return new SetupError(
    `A restore was cut off in ${directory}, or is still running. If it was cut off, finish it: ` +
      'vestry backup restore --finish. Nothing is lost: the replaced files are kept in backups/.',
    EXIT.inTheWay,
  );
}

/** Returns a file that does not belong to Vestry, in a directory in which Vestry has no books yet. */
export function strangerIn(directory: string): string | undefined {
  const paths = dataPaths(directory);
  if (existsSync(paths.database) || !statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const own = new Set(['config.json', ...Object.values(paths).map((file) => path.basename(file))]);
  return readdirSync(directory).find((name) => !own.has(name) && !name.startsWith('.'));
}

/**
 * Creates the directory, and creates the secrets if there is no database yet. If the directory is incomplete, cannot be
 * written, or holds the files of something else, raises a SetupError that says what to do.
 */
export function prepareDataDir(directory: string): DataPaths {
  const paths = dataPaths(directory);
  refuseIncomplete(directory);
  const other = strangerIn(directory);
  if (other !== undefined) {
    const message = `${directory} holds other files, such as ${other}. Choose a folder of its own for Vestry: --data-dir ${path.join(directory, 'vestry')}`;
    throw new SetupError(message, EXIT.usage);
  }
  try {
    makeFolder(directory);
    makeFolder(paths.receipts);
    accessSync(directory, constants.W_OK);
    if (!existsSync(paths.database) && !existsSync(paths.secrets)) writeSecrets(paths.secrets);
  } catch (error) {
    throw unwritable(directory, error);
  }
  return paths;
}

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Correct its permissions, or choose another directory with --data-dir or VESTRY_DATA_DIR.',
  EROFS: 'Its disk is read-only. Choose another directory with --data-dir or VESTRY_DATA_DIR.',
  ENOSPC: 'Its disk is full. Make room, or choose another directory with --data-dir or VESTRY_DATA_DIR.',
};

/** Returns the error for a data directory that cannot be written, with advice for its cause. */
export function unwritable(directory: string, error: unknown): SetupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const advice =
    ADVICE[code] ?? 'Choose another directory with --data-dir or VESTRY_DATA_DIR, or correct its permissions.';
  return new SetupError(`The data directory ${directory} cannot be written (${code}). ${advice}`, EXIT.inTheWay, error);
}

/**
 * Creates a folder and its parents. Another process may create them at the same time. Node's recursive mkdir never
 * returns for a place like /proc, where no folder can be made.
 */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  makeFolder(path.dirname(directory));
  try {
    mkdirSync(directory, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(directory)) throw error;
  }
}

/** Writes new secrets, completely or not at all. If another process wrote the file first, that file is kept. */
function writeSecrets(file: string): void {
  const draft = `${file}.${process.pid}.new`;
  const newKey = () => randomBytes(KEY_BYTES).toString('base64');
  const content = JSON.stringify({ jwtKey: newKey(), encryptionKey: newKey() }, null, 2);
  try {
    writeFileSync(draft, `${content}\n`, { mode: PRIVATE_FILE, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces lost secrets with new ones. Every sign-in ends, and stored API keys must be entered again. Raises a
 * SetupError if the file still exists.
 */
export function replaceSecrets(file: string): void {
  if (existsSync(file)) {
    throw new SetupError(`${file} exists. Move it away first if you want to replace it.`, EXIT.unexpected);
  }
  writeSecrets(file);
}

/** Reads the secrets. Raises a SetupError when they are missing, unreadable or damaged. */
export function readSecrets(file: string): Secrets {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SetupError(
      missing
        ? `${file} is missing. Put it back from a backup. If it is lost, start once with --new-secrets: ` +
            'everybody must then sign in again, and stored API keys must be entered again.'
        : `${file} cannot be read. Correct its permissions so that the user who runs Vestry may read it.`,
      EXIT.unexpected,
      error,
    );
  }
  const result = secretsFile.safeParse(parseJson(text));
  if (!result.success) {
    throw new SetupError(
      `${file} is damaged. Put it back from a backup, or move it away and use --new-secrets.`,
      EXIT.unexpected,
    );
  }
  const { jwtKey, encryptionKey } = result.data;
  return { jwtKey: Buffer.from(jwtKey, 'base64'), encryptionKey: Buffer.from(encryptionKey, 'base64') };
}

/** Returns the encryption key, or undefined if the secrets are missing or cannot be read. */
export function knownEncryptionKey({ secrets }: Pick<DataPaths, 'secrets'>): Uint8Array | undefined {
  try {
    return existsSync(secrets) ? readSecrets(secrets).encryptionKey : undefined;
  } catch {
    return undefined;
  }
}
