import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDir } from '../support/daemon.ts';
import { type LockEntry, pack, pin, productionLock, ROOT } from '../support/package.ts';

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides' | 'scripts',
  Record<string, string> | undefined
>;
type Lock = { packages: Record<string, LockEntry & { resolved?: string } & Manifest> };
type Bom = {
  components: {
    name: string;
    version: string;
    purl: string;
    scope: string;
    cpe?: string;
    licenses?: unknown[];
    hashes?: { alg: string; content: string }[];
    properties: { name: string; value: string }[];
  }[];
};

// An exact version, or an exact version of a package that is installed under another name.
const EXACT = /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/;

const read = (...place: string[]) => readFileSync(path.join(...place), 'utf8');
const readManifest = (folder: string) => JSON.parse(read(folder, 'package.json')) as Manifest;
const readLock = (...place: string[]) => JSON.parse(read(...place)) as Lock;
const { dir, remove } = temporaryDir();
const copy = path.join(dir, 'unpacked');
const lock = readLock(ROOT, 'package-lock.json');
const bom = JSON.parse(read(ROOT, 'dist/sbom.json')) as Bom;

beforeAll(async () => {
  await pack(dir);
});
afterAll(remove);

test('package.json names an exact version of every dependency, including development dependencies', () => {
  const { dependencies, devDependencies, overrides } = readManifest(ROOT);
  const { 'vestry-node': folder = '', ...others } = devDependencies ?? {};
  const { optionalDependencies } = readManifest(path.join(ROOT, folder.replace('file:', '')));
  const versions = Object.entries({ ...dependencies, ...others, ...optionalDependencies, ...overrides });
  expect(versions.length).toBeGreaterThan(50);
  expect(versions.filter(([, version]) => !EXACT.test(version))).toEqual([]);
});

test('the lock file and the shrinkwrap have a hash, but no download address, for every package', () => {
  for (const { packages } of [lock, readLock(copy, 'npm-shrinkwrap.json')]) {
    const entries = Object.entries(packages).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
    expect(entries.length).toBeGreaterThan(70);
    expect(entries.filter(([, { integrity }]) => !integrity.startsWith('sha512-'))).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  }
});

test('the shrinkwrap has all packages of the lock file except development dependencies', () => {
  const { packages } = readLock(copy, 'npm-shrinkwrap.json');
  const { '': root, ...shrunk } = packages;
  expect(root?.devDependencies).toBeUndefined();
  expect(hashes(shrunk)).toEqual(hashes(productionLock()));
  expect(Object.values(shrunk).filter(({ dev, devOptional }) => dev || devOptional)).toEqual([]);
});

/** Returns the hashes without the paths, because a package may have a different path in the shrinkwrap. */
function hashes(entries: Record<string, LockEntry>): string[] {
  return Object.values(entries)
    .map(({ integrity }) => integrity)
    .toSorted();
}

test('a version of npm that ignores the shrinkwrap still gets the exact version of every package', () => {
  const shipped = readManifest(copy);
  const installed = Object.entries(productionLock());
  /** Returns the versions of this package that other installed packages require. */
  const asking = (name: string) =>
    installed.flatMap(
      ([, { dependencies, optionalDependencies }]) => ({ ...dependencies, ...optionalDependencies })[name] ?? [],
    );
  const loose = installed.filter(([place, { version }]) => {
    const name = place.split('node_modules/').at(-1) ?? '';
    return shipped.dependencies?.[name] !== version && !asking(name).includes(version);
  });
  expect(loose.map(([place]) => place)).toEqual([]);
  expect(readLock(copy, 'npm-shrinkwrap.json').packages['']?.dependencies).toEqual(shipped.dependencies);
});

test('the published package.json has no development dependencies and no scripts', () => {
  const { devDependencies, overrides, scripts } = readManifest(copy);
  expect([devDependencies, overrides, scripts]).toEqual([undefined, undefined, undefined]);
});

test('npm pack changes package.json only in the archive, and publishing from the folder is refused', async () => {
  const { scripts } = readManifest(ROOT);
  expect(scripts).toMatchObject({
    prepack: 'tsup && node src/build/pack.js pin',
    postpack: 'node src/build/pack.js unpin',
    prepublishOnly: 'node src/build/pack.js publish',
  });
  // Pins twice in a row, as after an interrupted run.
  for (const task of ['unpin', 'pin', 'pin', 'unpin'] as const) await pin(task, copy);
  expect(read(copy, 'package.json')).toBe(read(ROOT, 'package.json'));
  expect(() => read(copy, 'npm-shrinkwrap.json')).toThrow('ENOENT');
  await expect(pin('publish', copy)).rejects.toThrow('npm pack && npm publish vestry-*.tgz');
});

test('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
  expect(await validator.validate(read(ROOT, 'dist/sbom.json'))).toBeNull();
  expect(await validator.validate('{ "bomFormat": "CycloneDX" }')).not.toBeNull();
});

test('the bill of materials lists all installed and bundled packages with version, license and hash', () => {
  const papers = read(ROOT, 'dist/THIRD-PARTY.txt').split(`\n${'-'.repeat(72)}\n\n`);
  const inside = new Set(papers.map((paper) => paper.split(' ', 2).join('@')));
  const installed = Object.entries(productionLock()).map(
    ([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`,
  );
  const packages = bom.components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  expect(inside.size).toBeGreaterThan(50);
  expect(new Set(packages.map(named))).toEqual(new Set([...inside, ...installed]));
  const marked = packages.filter(({ properties }) => properties.some(({ name }) => name === 'cdx:npm:package:bundled'));
  expect(new Set(marked.map(named))).toEqual(inside);
  expect(packages.filter(({ hashes = [] }) => hashes[0]?.alg !== 'SHA-512')).toEqual([]);
  // Among the installed packages, only png-js does not name its license in its package.json.
  expect(packages.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)).toEqual(['png-js']);
});

const named = ({ name, version }: Bom['components'][number]) => `${name}@${version}`;

test('the bill of materials lists SQLite, which is part of better-sqlite3, with its version', () => {
  const header = read(ROOT, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h');
  const version = /#define SQLITE_VERSION +"(.+)"/.exec(header)?.[1];
  expect(bom.components.find(({ name }) => name === 'sqlite')).toMatchObject({
    version,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
  });
});
