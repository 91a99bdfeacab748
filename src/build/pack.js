/**
 * Writes the exact version of every dependency into the package. `npm pack` runs `pin` before packing and `unpin`
 * afterwards.
 *
 * In the repository, package.json names only the direct dependencies, and package-lock.json names the version of every
 * package. npm does not put package-lock.json into a package, so an installation would get newer versions of indirect
 * dependencies. `pin` prevents this in two ways:
 * - It writes npm-shrinkwrap.json. When npm 10 or 11 installs from the registry, it uses the versions and hashes in
 *   this file.
 * - It writes every version into package.json, because npm 12 and installations from a tarball ignore
 *   npm-shrinkwrap.json.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [task, folder = '.'] = process.argv.slice(2);
const at = (name) => path.join(folder, name);
const MANIFEST = at('package.json');
const ORIGINAL = at('package.json.orig');
const SHRINKWRAP = at('npm-shrinkwrap.json');
const TOP = 'node_modules/';

const tasks = { pin, unpin, publish };
if (!Object.hasOwn(tasks, task)) throw new Error('Usage: node src/build/pack.js pin|unpin|publish [folder]');
tasks[task]();

function pin() {
  // An earlier `npm pack` was interrupted before it could undo its changes.
  if (existsSync(ORIGINAL)) unpin();
  const original = readFileSync(MANIFEST, 'utf8');
  const { scripts: _scripts, devDependencies: _dev, overrides: _overrides, ...manifest } = JSON.parse(original);
  const { packages, ...lock } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const installed = productionEntries(packages);
  manifest.dependencies = Object.fromEntries(
    Object.entries(installed)
      .filter(([place, { optional }]) => isTop(place) && !optional)
      .map(([place, { version }]) => [place.slice(TOP.length), version]),
  );
  const { devDependencies: _lockedDev, ...root } = packages[''];
  const shrinkwrap = { ...lock, packages: { '': { ...root, dependencies: manifest.dependencies }, ...installed } };
  writeFileSync(ORIGINAL, original);
  writeFileSync(MANIFEST, print(manifest));
  writeFileSync(SHRINKWRAP, print(shrinkwrap));
  if (/\bnpm\/1[2-9]\b/.test(process.env['npm_config_user_agent'] ?? '')) {
    process.emitWarning('npm 12 leaves npm-shrinkwrap.json out of the package. For a release, run: npx npm@11 pack');
  }
}

/** Undoes the changes of `pin`. */
function unpin() {
  rmSync(SHRINKWRAP, { force: true });
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
}

/**
 * Stops `npm publish` if it is run without a tarball. Otherwise, the original package.json would be published, which
 * does not name every version.
 */
function publish() {
  throw new Error('Publish the tarball, which names every version: npm pack && npm publish vestry-*.tgz');
}

/**
 * Returns the entries of package-lock.json, without packages that only developers need, and without links to folders of
 * this repository. A package in a nested `node_modules` folder is moved to the top one, unless a package with the same
 * name is already in the top one.
 */
function productionEntries(packages) {
  const isNeeded = ([place, { dev, devOptional, link }]) => place && !dev && !devOptional && !link;
  const entries = Object.entries(packages).filter(isNeeded);
  const taken = new Set(entries.map(([place]) => place).filter(isTop));
  const raised = entries.map(([place, entry]) => {
    const top = TOP + place.split(TOP).at(-1);
    if (taken.has(top)) return [place, entry];
    taken.add(top);
    return [top, entry];
  });
  return Object.fromEntries(raised.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isTop(place) {
  return place.lastIndexOf(TOP) === 0;
}

function print(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
