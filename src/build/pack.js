/**
 * What the package says of its dependencies. `npm pack` runs this before (`pin`) and after (`unpin`).
 *
 * In the repository, package.json names the packages that the program uses, and package-lock.json all others. The package
 * itself must bring these versions along, or npm takes the newest of what each dependency asks for:
 * - npm 10 and 11 install from the npm-shrinkwrap.json of a package of the registry, and compare the hashes in it;
 * - npm 12, and every npm that installs from a tarball, ignore it. For them package.json names each version, too.
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
  // What an interrupted `npm pack` left.
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

/** Puts the files of the repository back as they were. */
function unpin() {
  rmSync(SHRINKWRAP, { force: true });
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
}

/** Stops `npm publish` without a tarball: the registry would be told what package.json says after `unpin`. */
function publish() {
  throw new Error('Publish the tarball, which names every version: npm pack && npm publish vestry-*.tgz');
}

/** The lock's entries that are not for developers alone, each at the top that nothing else needs there. */
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
