/**
 * Loads the parts of the built program, which the build makes from every `import()`.
 *
 * If a module cannot be read, Node.js remembers all modules above it as failed until the process ends: one moment without
 * a free file would take a room of the service away until a restart. So the service loads each module before those that
 * import it. Then only the reading of a module can fail, and Node.js reads it again at the next call.
 */
import { readFile } from 'node:fs/promises';

/** How the bundler writes that a module needs another one. */
const NEEDS = /(?:from|import)"(\.\/[^"]+\.js)"/g;

let isLasting = false;
const loaded = new Set<string>();

/** Makes `load` try again what failed. A command does not need this, because it ends. */
export function loadForLong(): void {
  isLasting = true;
}

/** Loads a module of the folder of this one by its name, such as `./routes-2BFR23H3.js`. */
export async function load(name: string): Promise<unknown> {
  const { href } = new URL(name, import.meta.url);
  if (isLasting) await loadBelow(href);
  return import(href);
}

async function loadBelow(href: string): Promise<void> {
  if (loaded.has(href)) return;
  const source = await readFile(new URL(href), 'latin1');
  for (const [, needed = ''] of source.matchAll(NEEDS)) {
    const below = new URL(needed, href).href;
    await loadBelow(below);
    await import(below);
  }
  loaded.add(href);
}
