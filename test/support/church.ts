import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, temporaryDir, vestry } from './daemon.ts';

export type Church = {
  /** A path beside the data directory. */
  file: (name: string) => string;
  /** Runs `vestry ...args` on it. */
  run: (...args: string[]) => Promise<Outcome>;
  remove: () => void;
};

/** A data directory with one member in it, for commands that found none. */
export async function smallChurch(): Promise<Church> {
  const { dir, remove } = temporaryDir();
  const file = (name: string) => path.join(dir, name);
  const run = (...args: string[]) => vestry([...args, '--data-dir', file('church')]);
  writeFileSync(file('people.csv'), 'firstName,lastName\nMei,Lin\n');
  await run('import', 'members', file('people.csv'));
  return { file, run, remove };
}
