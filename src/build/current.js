/**
 * Builds the program if what it is made of has changed since the last build, so that no test runs an older program. Like
 * the build, it works in the folder of the clone.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file that keeps the digest of what was built. */
const KEPT = 'node_modules/.cache/vestry-built';

/** The settings of the build, and the packages. Sources and the guide that the page shows are added to them. */
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsup.config.ts', 'vite.config.ts'];

/** Returns a digest of the names and contents of all files that the program is made of. */
export function digestOfSources() {
  const guide = readdirSync('docs').filter((file) => file.startsWith('guide'));
  // The page has the surnames and the nicknames of the data in itself.
  const sources = ['src', 'data']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const digest = createHash('sha256');
  for (const file of [...SETTINGS, ...guide.map((file) => path.join('docs', file)), ...sources].toSorted())
    digest.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return digest.digest('hex');
}

/** Remembers that the program in `dist` was built from files with this digest. */
export function keepBuilt(digest) {
  mkdirSync(path.dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, digest);
}

/** Builds the program unless it is current. Throws if the build fails. */
export function buildIfChanged() {
  const isBuilt = existsSync('dist/main.js') && existsSync(KEPT);
  if (isBuilt && readFileSync(KEPT, 'utf8') === digestOfSources()) return;
  const { status } = spawnSync('npm run build --silent -- --silent', { shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The program could not be built. The lines above say why.');
}
