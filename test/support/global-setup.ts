import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfChanged } from '../../src/build/current.js';
import { ON_PATH, PROGRAM } from './command.ts';

/**
 * Builds the program if it has changed, because the tests of the command line run the built program. Makes the folder
 * with the command `vestry`, and the temporary folder of the tests. Returns a function that removes the temporary folder.
 */
export function setup({ config }: TestProject): () => void {
  buildIfChanged();
  putOnPath();
  const { TMPDIR: folder } = (config.env ?? {}) as { TMPDIR?: string };
  if (folder === undefined) return () => {};
  mkdirSync(folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Links the command in a folder, because messages name it only if the shell finds it. Git may not keep links. */
function putOnPath(): void {
  mkdirSync(ON_PATH, { recursive: true });
  const link = path.join(ON_PATH, 'vestry');
  if (existsSync(link) && realpathSync(link) === PROGRAM) return;
  rmSync(link, { force: true });
  symlinkSync(PROGRAM, link);
}
