/**
 * Trouble of the computer that the administrator must hear of: a disk that failed, or a clock that jumped. It is noted in
 * `trouble.json` in the data directory, because the process that meets it may end at once. `vestry doctor` and the health
 * route show it until `vestry doctor --fix` removes the file.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from './lib/parse-json.ts';
import { writePrivateFile } from './lib/private-file.ts';

const Trouble = z.object({
  /**
   * When the disk failed to write the database, and the error code. `mendedAt` is null until a start has written the
   * whole log into the database again.
   */
  disk: z.object({ at: z.string(), code: z.string(), mendedAt: z.string().nullable() }).optional(),
  /** When a jump of the clock was noticed, the time that the clock should have shown, and the time that it showed. */
  clock: z.object({ expected: z.string(), shown: z.string() }).optional(),
});
export type Trouble = z.output<typeof Trouble>;

/** Returns the path of the file in a data directory. */
export function troubleFile(directory: string): string {
  return path.join(directory, 'trouble.json');
}

/**
 * Returns what is noted. A file that was not written completely counts as a disk that failed and is not mended. Throws
 * if the file exists and cannot be read.
 */
export function readTrouble(directory: string): Trouble {
  const file = troubleFile(directory);
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about) return {};
  const result = Trouble.safeParse(parseJson(readFileSync(file, 'utf8')));
  return result.data ?? { disk: { at: about.mtime.toISOString(), code: 'unknown', mendedAt: null } };
}

/** Notes trouble, beside other trouble that is noted already. Throws if the disk cannot be written. */
export function noteTrouble(directory: string, news: Trouble): void {
  const all = { ...readTrouble(directory), ...news };
  writePrivateFile(troubleFile(directory), `${JSON.stringify(all, null, 2)}\n`);
}

/** Forgets the trouble, except a disk failure that is not mended yet. */
export function forgetTrouble(directory: string): void {
  if (readTrouble(directory).disk?.mendedAt === null) return;
  rmSync(troubleFile(directory), { force: true });
}
