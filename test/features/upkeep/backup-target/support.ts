/** A church with a passphrase for backups, and a folder for its copies. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { BackupTargetUpdate } from '../../../../src/features/upkeep/backup-target/schema.ts';
import { putBackupTarget } from '../../../../src/features/upkeep/backup-target/service.ts';
import { decode } from '../../../../src/validate.ts';
import type { TestApp } from '../../../support/app.ts';
import { type Books, PASSPHRASE, place, quickKeys, withBooks } from '../backups/support.ts';

/** Returns books whose copies go to a folder, and the names in it. */
export async function withTarget(
  receipts = 0,
): Promise<Books & { folder: string; names: () => string[]; at: (name: string) => string }> {
  quickKeys();
  const at = place();
  const books = await withBooks(receipts);
  const app = withPassphrase(books.app, at('passphrase'));
  const folder = at('copies');
  mkdirSync(folder);
  await choose(app, folder);
  return { ...books, app, folder, at, names: () => readdirSync(folder).toSorted() };
}

/** Returns an app whose settings name a file with the passphrase. */
export function withPassphrase(app: TestApp, file: string): TestApp {
  writeFileSync(file, `${PASSPHRASE}\n`);
  return { ...app, config: { ...app.config, backupPassphraseFile: file } };
}

/** Chooses a folder for the copies. */
export const choose = (app: TestApp, folder: string, more: object = {}) =>
  putBackupTarget(app, decode(BackupTargetUpdate, { kind: 'Folder', place: folder, ...more }));
