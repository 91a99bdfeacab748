import { existsSync } from 'node:fs';
import path from 'node:path';

/** The command-line tests run the built program; `npm test` builds it first. */
export function setup(): void {
  const program = path.resolve(import.meta.dirname, '../../dist/main.js');
  if (!existsSync(program)) throw new Error('Build the program first: npm run build');
}
