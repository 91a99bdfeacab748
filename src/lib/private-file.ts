import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file that only its owner can read, and creates its folder if it is missing. The file appears complete or not
 * at all, and a file of this name is replaced.
 */
export function writePrivateFile(file: string, text: string): void {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}.new`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
