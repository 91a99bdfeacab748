import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, temporaryDir, vestry } from './daemon.ts';

export type Church = {
  /** Returns the path of a file in the same folder as the data directory. */
  file: (name: string) => string;
  /** Runs `vestry ...args` on the data directory. */
  run: (...args: string[]) => Promise<Outcome>;
  remove: () => void;
};

/** Creates a data directory with one member, for commands that need an existing data directory. */
export async function smallChurch(): Promise<Church> {
  const { dir, remove } = temporaryDir();
  const file = (name: string) => path.join(dir, name);
  const run = (...args: string[]) => vestry([...args, '--data-dir', file('church')]);
  writeFileSync(file('people.csv'), 'firstName,lastName\nMei,Lin\n');
  await run('import', 'members', file('people.csv'));
  return { file, run, remove };
}
