/**
 * Writes `dist/sbom.json`: the output of `npm sbom` for package-lock.json, reduced to the packages that are installed
 * with the program or bundled in it, plus SQLite. The bundled packages are marked. `test/e2e/supply.test.ts` checks the
 * file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Property = { name: string; value: string };
type Component = { 'bom-ref': string; name: string; version: string; properties: Property[] } & Record<string, unknown>;
type Bom = {
  metadata: { component: Component } & Record<string, unknown>;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
} & Record<string, unknown>;

/** The property with which CycloneDX marks an npm package whose code is bundled in another package. */
const BUNDLED = { name: 'cdx:npm:package:bundled', value: 'true' };

/**
 * Writes the bill of materials (SBOM) in CycloneDX format: every package that is installed with the program, and the
 * packages in the given folders, whose code is bundled. Versions, licenses and hashes come from package-lock.json. The
 * file depends only on the sources, not on the time of the build. Throws if package-lock.json does not contain a
 * bundled package.
 */
export function writeBom(output: string, bundled: readonly string[]): void {
  const { serialNumber: _number, metadata, components, dependencies, ...bom } = locked();
  const { timestamp: _now, tools: _npm, ...about } = metadata;
  const inside = new Set(bundled.map(nameAndVersion));
  const known = new Set(components.map(reference));
  const unknown = [...inside].filter((ref) => !known.has(ref));
  if (unknown.length > 0) throw new Error(`Run npm ci: package-lock.json does not have ${unknown.join(', ')}.`);
  const wanted = new Set([...installed(), ...inside]);
  const listed = components.filter((component) => wanted.has(reference(component)));
  const all = {
    ...bom,
    metadata: { ...about, component: { ...about.component, name: 'vestry', type: 'application' } },
    components: [
      ...listed.map((component) => (inside.has(reference(component)) ? asBundled(component) : component)),
      sqlite(),
    ],
    dependencies: dependencies
      .filter(({ ref }) => ref === about.component['bom-ref'] || wanted.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => wanted.has(other)) })),
  };
  writeFileSync(output, `${JSON.stringify(all, null, 2)}\n`);
}

const reference = (component: Component) => component['bom-ref'];

/**
 * Marks a component as bundled. npm marks the component as a development package, because it is not installed with the
 * program. This mark is removed.
 */
function asBundled(component: Component): Component {
  const properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...component, scope: 'required', properties: [...properties, BUNDLED] };
}

/** Returns the bill of materials that npm makes of every package in package-lock.json. */
function locked(): Bom {
  const command = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const shell = process.platform === 'win32';
  return JSON.parse(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26, shell })) as Bom;
}

function nameAndVersion(folder: string): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Component;
  return `${manifest.name}@${manifest.version}`;
}

/**
 * Returns the packages that are installed with the program. `npm sbom --omit dev` cannot be used for this, because it
 * also leaves out packages that both developers and the program need.
 */
function installed(): string[] {
  type Entry = { version: string; dev?: boolean; devOptional?: boolean; link?: boolean };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages)
    .filter(([place, { dev, devOptional, link }]) => place !== '' && !dev && !devOptional && !link)
    .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`);
}

/**
 * Returns the component for SQLite. Its source is part of better-sqlite3, but it is listed separately, because SQLite
 * has its own security advisories.
 */
function sqlite(): Component {
  const header = readFileSync('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h', 'utf8');
  const version = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(header)?.[1];
  if (version === undefined) throw new Error('The source of better-sqlite3 does not name its version of SQLite.');
  return {
    'bom-ref': `sqlite@${version}`,
    type: 'library',
    name: 'sqlite',
    version,
    scope: 'required',
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/sqlite@${version}`,
    licenses: [{ license: { name: 'Public Domain' } }],
    properties: [],
  };
}
