/**
 * Loads the parts of the built program, which the build makes from every `import()`.
 *
 * If a module cannot be read, Node.js remembers all modules above it as failed until the process ends: one moment without
 * a free file would take a room of the service away until a restart. So the service loads each module before those that
 * import it. Then only the reading of a module can fail, and Node.js reads it again at the next call.
 */
import { readFileSync } from 'node:fs';

/** The names of all modules, and for each the places of those that it needs, as the build writes them into `needs.json`. */
type Graph = { names: readonly string[]; needs: readonly (readonly number[])[] };

/** Missing in a command, which soon ends. */
let graph: Graph | undefined;
const loaded = new Map<number, Promise<unknown>>();

/** Makes `load` try again what failed. */
export function loadForLong(): void {
  graph = JSON.parse(readFileSync(new URL('needs.json', import.meta.url), 'utf8')) as Graph;
}

/** Loads a module of the folder of this one by its name, such as `./routes-2BFR23H3.js`. */
export function load(name: string): Promise<unknown> {
  return graph ? loadFromBelow(graph, graph.names.indexOf(name)) : import(name);
}

function loadFromBelow(graph: Graph, place: number): Promise<unknown> {
  let found = loaded.get(place);
  if (!found) {
    found = loadAfterNeeded(graph, place);
    loaded.set(place, found);
    found.catch(() => loaded.delete(place));
  }
  return found;
}

async function loadAfterNeeded(graph: Graph, place: number): Promise<unknown> {
  await Promise.all((graph.needs[place] ?? []).map((needed) => loadFromBelow(graph, needed)));
  return import(graph.names[place] ?? '');
}
