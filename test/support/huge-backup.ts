import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rememberBackup } from '../../src/features/upkeep/backups/history.ts';
import type { TestApp } from './app.ts';

const SIZE = 2 ** 42;

/** Remembers a backup of 4 TB, which takes no space, so that the next one does not fit on the disk. */
export async function rememberHugeBackup({ paths }: Pick<TestApp, 'paths'>): Promise<void> {
  const file = path.join(paths.backups, 'vestry-20261118-180000.tar.gz');
  mkdirSync(paths.backups, { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, SIZE);
  const figures = { church: null, members: 0, givings: 0, expenses: 0 };
  await rememberBackup(paths, { file, at: '2026-11-18T18:00:00.000Z', size: SIZE, isScheduled: true, ...figures });
}
