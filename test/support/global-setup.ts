import { existsSync } from 'node:fs';
import path from 'node:path';

/** Checks that the built program exists, because the tests of the command line run it. `npm test` builds it first. */
export function setup(): void {
  const program = path.resolve(import.meta.dirname, '../../dist/main.js');
  if (!existsSync(program)) throw new Error('Build the program first: npm run build');
}
