/** What can be known about a folder without writing to it: whether it shares a disk, and whether a cloud program has it. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

export const SYNCING = ['OneDrive', 'Dropbox', 'ICloud', 'GoogleDrive'] as const;
export type Syncing = (typeof SYNCING)[number];

/** The names that the programs give to their folders, also below `CloudStorage` of a Mac. */
const NAMES: readonly (readonly [RegExp, Syncing])[] = [
  [/^OneDrive\b/i, 'OneDrive'],
  [/^Dropbox\b/i, 'Dropbox'],
  [/^(iCloud ?Drive|Mobile Documents|com~apple~CloudDocs)$/i, 'ICloud'],
  [/^(Google ?Drive\b.*|My Drive|DriveFS)$/i, 'GoogleDrive'],
];

/** The files that the programs keep in their folders, whatever these are called. */
const MARKS: readonly (readonly [string, Syncing])[] = [
  ['.dropbox', 'Dropbox'],
  ['.dropbox.cache', 'Dropbox'],
  ['.849C9593-D756-4E56-8D6E-42412F2A707B', 'OneDrive'],
  ['.tmp.driveupload', 'GoogleDrive'],
  ['.tmp.drivedownload', 'GoogleDrive'],
];

/** Returns the cloud program in whose folder a folder lies, or null. */
export function syncedBy(folder: string): Syncing | null {
  const parts = path.resolve(folder).split(path.sep);
  for (let depth = parts.length; depth > 1; depth -= 1) {
    const [name = '', above] = [parts[depth - 1], parts.slice(0, depth).join(path.sep)];
    const found =
      NAMES.find(([names]) => names.test(name)) ?? MARKS.find(([mark]) => existsSync(path.join(above, mark)));
    if (found) return found[1];
  }
  return null;
}

/** Returns whether a folder is on the same disk as a file, or null if one of them is not there. */
export async function isOnDiskOf(folder: string, file: string): Promise<boolean | null> {
  try {
    return (await stat(folder)).dev === (await stat(file)).dev;
  } catch {
    return null;
  }
}
