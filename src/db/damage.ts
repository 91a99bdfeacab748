/**
 * The mark of a damaged database: the file `vestry.db-damaged` beside it, which says what was found and when. While the
 * mark exists, every process reads the database and none writes to it, because a write to a damaged file can destroy what
 * is still good. A check that finds nothing removes the mark, and a restore moves it aside with the file.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { AppError } from '../errors.ts';
import { parseJson } from '../lib/parse-json.ts';
import { codeOf } from './driver-errors.ts';

const Damage = z.object({ at: z.iso.datetime(), faults: z.array(z.string()) });
/** When a check found damage, in UTC, and what it found, in the words of SQLite. */
export type Damage = z.output<typeof Damage>;

/** The files whose mark could not be written, for example because the disk is full. */
const unwritten = new Map<string, Damage>();

/** Returns the path of the mark of a database file. */
export const damageMark = (file: string) => `${file}-damaged`;

/** Returns whether a database file is marked as damaged. */
export function isDamaged(file: string): boolean {
  return unwritten.has(file) || existsSync(damageMark(file));
}

/** Returns what was found in a database file that is marked as damaged, or undefined. */
export function readDamage(file: string): Damage | undefined {
  if (unwritten.has(file)) return unwritten.get(file);
  let text: string;
  try {
    text = readFileSync(damageMark(file), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = Damage.safeParse(parseJson(text));
  return parsed.success ? parsed.data : { at: new Date(0).toISOString(), faults: [] };
}

/** Marks a database file as damaged, or removes its mark if there are no faults. */
export function noteDamage(file: string, damage: Damage): void {
  unwritten.delete(file);
  if (damage.faults.length === 0) {
    rmSync(damageMark(file), { force: true });
    return;
  }
  try {
    writeFileSync(damageMark(file), `${JSON.stringify(damage, null, 2)}\n`, { mode: 0o600, flush: true });
  } catch {
    unwritten.set(file, damage);
  }
}

/** Throws `database_damaged` if the database file is marked as damaged. */
export function refuseDamaged(file: string): void {
  if (!isDamaged(file)) return;
  throw new AppError(
    'database_damaged',
    'The database file is damaged, so it can only be read. Nothing was written. Whoever manages Vestry must restore a backup. To see how: vestry doctor',
  );
}

/** What to call when a query finds damage in a file. */
const watchers = new Map<string, () => void>();

/** Calls `look` whenever a query finds damage in the file, until the returned function is called. */
export function watchQueries(file: string, look: () => void): () => void {
  watchers.set(file, look);
  return () => void watchers.delete(file);
}

/** Returns whether an error of the driver says that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Tells whoever watches a file if an error of the driver says that the file is damaged. */
export function suspectDamage(file: string, error: unknown): void {
  if (isDamage(error)) watchers.get(file)?.();
}
