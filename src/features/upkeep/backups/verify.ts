/** Checks an archive from end to end, and leaves no files behind. */
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackChecked } from './inspect.ts';
import { describe } from './create.ts';
import { kindOfArchive, type ReadOptions, refused } from './archive-reader.ts';
import type { Backup } from './schema.ts';

const UNPACKED = 'vestry-verify-';
const DAY_MS = 86_400_000;

/**
 * True if an archive needs a passphrase. Raises `file_refused` for a file that is not an archive, and `not_found` for a
 * missing file.
 */
export async function needsPassphrase(file: string): Promise<boolean> {
  const kind = await kindOfArchive(file);
  if (kind === 'foreign')
    throw refused(file, 'is not a Vestry backup, or its beginning is damaged. Nothing was changed.');
  return kind === 'encrypted';
}

/** Checks everything in an archive and describes it. Raises `file_refused` with the first fault. */
export async function verifyBackup(
  file: string,
  options: Omit<ReadOptions, 'onlyBegins'> & { encryptionKey?: Uint8Array | undefined },
): Promise<Backup> {
  const isEncrypted = await needsPassphrase(file);
  await removeLeftovers();
  const into = await mkdtemp(path.join(tmpdir(), UNPACKED));
  try {
    const checked = await unpackChecked(file, { ...options, into });
    return describe(checked, { file, size: (await stat(file)).size, isEncrypted });
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/** Removes files that a killed process or power failure left more than a day ago, but not those of other users. */
async function removeLeftovers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(UNPACKED))) {
    const folder = path.join(tmpdir(), name);
    const about = await lstat(folder).catch(() => undefined);
    if (!about?.isDirectory() || about.uid !== (process.getuid?.() ?? about.uid)) continue;
    if (Date.now() - about.mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
