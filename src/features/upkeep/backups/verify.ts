/** Checks an archive from end to end, and leaves no files behind. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackChecked } from './inspect.ts';
import { describe } from './create.ts';
import { kindOfArchive, type ReadOptions, refused } from './archive-reader.ts';
import { unwritable } from './disk-faults.ts';
import { removeOldUnpacked, UNPACKED } from './leftovers.ts';
import type { Backup } from './schema.ts';

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

/**
 * Checks everything in an archive and describes it. Throws `file_refused` with the first fault, and `unavailable` if the
 * folder for temporary files cannot be used.
 */
export async function verifyBackup(
  file: string,
  options: Omit<ReadOptions, 'onlyBegins'> & { encryptionKey?: Uint8Array | undefined },
): Promise<Backup> {
  const isEncrypted = await needsPassphrase(file);
  await removeOldUnpacked();
  const into = await mkdtemp(path.join(tmpdir(), UNPACKED)).catch((error: unknown) => {
    throw unwritable(error, tmpdir(), 'Nothing was checked. Name another folder for temporary files in TMPDIR.');
  });
  try {
    const checked = await unpackChecked(file, { ...options, into });
    return describe(checked, { file, size: (await stat(file)).size, isEncrypted });
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}
