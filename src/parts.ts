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
const loaded = new Map<string, Promise<unknown>>();

/** Makes `load` try again what failed. A command does not need this, because it ends. */
export function loadForLong(): void {
  isLasting = true;
}

/** Loads a module of the folder of this one by its name, such as `./routes-2BFR23H3.js`. */
export function load(name: string): Promise<unknown> {
  const { href } = new URL(name, import.meta.url);
  return isLasting ? loadFromBelow(href) : import(href);
}

function loadFromBelow(href: string): Promise<unknown> {
  let found = loaded.get(href);
  if (!found) {
    loaded.set(href, (found = loadAfterNeeded(href)));
    found.catch(() => loaded.delete(href));
  }
  return found;
}

async function loadAfterNeeded(href: string): Promise<unknown> {
  const source = await readFile(new URL(href), 'latin1');
  const needed = Array.from(source.matchAll(NEEDS), ([, name = '']) => new URL(name, href).href);
  await Promise.all(needed.map(loadFromBelow));
  return import(href);
}
