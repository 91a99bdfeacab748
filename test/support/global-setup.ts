import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

/**
 * Checks that the built program exists, because the tests of the command line run it. `npm test` builds it first.
 * Makes the temporary folder of the tests, and returns a function that removes it.
 */
export function setup({ config }: TestProject): () => void {
  const program = path.resolve(import.meta.dirname, '../../dist/main.js');
  if (!existsSync(program)) throw new Error('Build the program first: npm run build');
  const { TMPDIR: folder } = (config.env ?? {}) as { TMPDIR?: string };
  if (folder === undefined) return () => {};
  mkdirSync(folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
}
