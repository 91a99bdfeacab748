/** Reads an archive from end to end, and leaves nothing behind. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackChecked } from './checking.ts';
import { describe } from './create.ts';
import { kindOfArchive, type ReadOptions, refused } from './reading.ts';
import type { Backup } from './schema.ts';

/** Whether an archive needs a passphrase. Raises `file_refused` for what is no archive, `not_found` when there is no such file. */
export async function needsPassphrase(file: string): Promise<boolean> {
  const kind = await kindOfArchive(file);
  if (kind === 'foreign')
    throw refused(file, 'is no backup of Vestry, or its beginning is damaged. Nothing was changed.');
  return kind === 'encrypted';
}

/** Checks everything in an archive. Raises `file_refused` with the first fault. */
export async function verifyBackup(file: string, options: Omit<ReadOptions, 'onlyBegins'>): Promise<Backup> {
  const isEncrypted = await needsPassphrase(file);
  const into = await mkdtemp(path.join(tmpdir(), 'vestry-verify-'));
  try {
    const manifest = await unpackChecked(file, { ...options, into });
    return describe(manifest, { file, size: (await stat(file)).size, isEncrypted });
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}
