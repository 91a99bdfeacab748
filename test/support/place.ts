/** A folder with files for imports, and with the data directories on which a test runs commands. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDir, vestry } from './daemon.ts';

/** Creates a folder. `run` uses its data directory `church` unless another is named. */
export function importPlace() {
  const { dir, remove } = temporaryDir();
  const file = (name: string) => path.join(dir, name);
  const run = (args: readonly string[], dataDir = file('church')) => vestry([...args, '--data-dir', dataDir]);
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(file(name), lines.join('\r\n'));
    return file(name);
  };
  return { file, run, write, remove };
}

/** Removes from an export the times at which its rows were created and changed. */
export const withoutTimes = (csv: string) => csv.replaceAll(/,\d{4}-\d\d-\d\dT[^,]*Z/g, '');
