/**
 * Decides which file of the built page a module goes into: what one room alone needs is one file, and what several
 * rooms need is another. A screen then loads few files, and little that only other screens need. Without groups, Vite
 * makes a file of each shared module, which are eighty files for a screen.
 */

/** What the bundler knows of the modules of the page. */
type Modules = {
  getModuleInfo(module: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
};

/** What a counter opens before the first gift. What only other rooms share is not loaded with them. */
const FIRST = ['shell', 'home', 'offerings'];

/** What a counter seldom or never needs, although it is in one of these rooms. It is loaded when it is first shown. */
const APART = /[\\/]offerings[\\/](?:locked|kept-counts)\.tsx$/;

/** The groups of modules, each of which becomes one file. A module goes into the first group that names a file. */
export function pageFiles() {
  const known = new Map<string, ReadonlySet<string>>();
  const group = (debugName: string, fileOf: (loaders: ReadonlySet<string>) => string | null) => ({
    debugName,
    name: (module: string, modules: Modules) => {
      const loaders = known.get(module) ?? loadersOf(module, modules);
      known.set(module, loaders);
      return fileOf(loaders);
    },
  });
  const isRoom = (loader: string) => !loader.includes('/');
  return [
    { name: 'start', tags: ['$initial' as const] },
    group('first', (loaders) => (loaders.size > 1 && FIRST.some((room) => loaders.has(room)) ? 'first' : null)),
    group('shared', (loaders) => (loaders.size > 1 ? 'shared' : null)),
    group('rooms', (loaders) => [...loaders].find(isRoom) ?? null),
  ];
}

/**
 * Returns what loads a module when it is first needed: the names of the rooms whose screens need it, and the addresses
 * of modules that are loaded apart from the screens, such as words and charts.
 */
function loadersOf(module: string, modules: Modules): Set<string> {
  const loaders = new Set<string>();
  const seen = new Set<string>();
  const follow = (needed: string) => {
    if (seen.has(needed)) return;
    seen.add(needed);
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(needed) ?? {};
    for (const importer of dynamicImporters) loaders.add(loaderOf(needed, importer));
    for (const importer of importers) follow(importer);
  };
  follow(module);
  return loaders;
}

/** Screens are loaded by the list of addresses, and large parts of them by their own room or by the shell. */
function loaderOf(module: string, importer: string): string {
  if (APART.test(module)) return module;
  const [room, from] = [folderOf(module), folderOf(importer)];
  if (from === 'shell') return from;
  const isScreen = importer.endsWith('/console/routes.tsx') || (from === room && room !== 'kit');
  return isScreen && module.endsWith('.tsx') ? room : module;
}

const folderOf = (module: string) => /[\\/]console[\\/]([\w-]+)[\\/]/.exec(module)?.[1] ?? module;
