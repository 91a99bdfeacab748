import { readFileSync } from 'node:fs';

/** The package's own folder: this file lies one level below it in the source tree and in the built package alike. */
export const packageRoot = new URL('../', import.meta.url);

/** Reads a JSON file that ships with the package, such as a catalog in `data/`. */
export function readShipped(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, packageRoot), 'utf8'));
}

/** The version of this program, from its package.json. */
export function version(): string {
  return (readShipped('package.json') as { version: string }).version;
}
