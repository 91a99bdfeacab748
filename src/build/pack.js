/**
 * Writes the exact version of every dependency into the package. `npm pack` runs `pin` before it packs and `unpin`
 * after.
 *
 * In the repository, package.json names the direct dependencies, and package-lock.json the version of every package.
 * npm does not put package-lock.json into a package, so an installation would get newer versions of indirect
 * dependencies. `pin` prevents this in two ways:
 * - It writes npm-shrinkwrap.json, which npm 10 and 11 read, with its hashes, when they install from the registry.
 * - It writes every version into package.json, for npm 12 and for installations from a tarball, which ignore that file.
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
  // An interrupted `npm pack` has left its changes.
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
    process.emitWarning('npm 12 leaves npm-shrinkwrap.json out of the package; for a release: npx npm@11 pack');
  }
}

/** Undoes the changes of `pin`. */
function unpin() {
  rmSync(SHRINKWRAP, { force: true });
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
}

/** Refuses `npm publish` without a tarball. It would send the registry the package.json that `unpin` has restored. */
function publish() {
  throw new Error('Publish the tarball, which names every version: npm pack && npm publish vestry-*.tgz');
}

/**
 * Returns the entries of the lock that are not only for developers. An entry in a nested folder moves to the top folder
 * if no package of that name is there.
 */
function productionEntries(packages) {
  const entries = Object.entries(packages).filter(([place, { dev, devOptional }]) => place && !dev && !devOptional);
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
