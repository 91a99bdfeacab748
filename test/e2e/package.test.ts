/**
 * The content of the package: file types, sizes, everything that the program reads or loads, install scripts and
 * licences.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedFonts } from '../../src/package.ts';
import { temporaryDir } from '../support/daemon.ts';
import { type LockEntry, pack, type Packed, productionLock, ROOT } from '../support/package.ts';

const MB = 1_000_000;

/** Every type of file that belongs in the package: the program, its data, and documents. */
const WANTED = [
  /^package\.json$/,
  /^npm-shrinkwrap\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^docs\/(decisions\/)?[\w.-]+\.md$/,
  /^docs\/examples\/[\w-]+\.(css|html|js|md)$/,
  /^docs\/samples\/[\w-]+\.csv$/,
  /^bin\/vestry\.js$/,
  /^dist\/[\w.-]+\.js$/,
  /^dist\/client\.d\.ts$/,
  /^dist\/docs\/swagger-ui(-bundle\.js|\.css)$/,
  /^dist\/console\/(index\.html|icon\.svg)\.(br|gz)$/,
  /^dist\/console\/assets\/[\w.-]+-[\w-]{7}\.(css|js)\.(br|gz)$/,
  /^dist\/THIRD-PARTY\.txt$/,
  /^dist\/(sbom|needs)\.json$/,
  /^data\/[\w-]+\.json$/,
  /^data\/completion\.bash$/,
  /^data\/demo\/[\w-]+\.(json|jpg)$/,
  /^data\/fonts\/[\w-]+\.ttf$/,
  /^data\/fonts\/(OFL\.txt|README\.md)$/,
  /^templates\/[\w-]+\.(css|html|js|md)$/,
  /^templates\/[\w-]+\/[\w-]+\.(html|json|txt)$/,
];
/** Licences that require no more than a copy of their text. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);
/** Some of the packages that the console contains. */
const CONSOLE = ['@tanstack/react-query', 'i18next', 'idb', 'react', 'react-aria-components', 'react-dom', 'wouter'];
/** Modules that bundled packages load only if they are installed. */
const OPTIONAL = ['supports-color'];

type Manifest = {
  license: string;
  bin: Record<string, string>;
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
type Metafile = {
  inputs: Record<string, unknown>;
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
};

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const readJson = (file: string) => JSON.parse(read(file)) as unknown;
const manifest = readJson('package.json') as Manifest;
const metafile = readJson('dist/metafile-esm.json') as Metafile;

const { dir, remove } = temporaryDir();
let packed: Packed;
beforeAll(async () => {
  packed = await pack(dir);
});
afterAll(remove);

test('the package has the program, its data and the documents, and nothing else', () => {
  expect(packed.paths.filter((file) => !WANTED.some((kind) => kind.test(file)))).toEqual([]);
  expect(WANTED.filter((kind) => !packed.paths.some((file) => kind.test(file)))).toEqual([]);
});

test('the package is at most 12 MB to download and 28 MB unpacked, most of it fonts', () => {
  expect(packed.size).toBeLessThan(12 * MB);
  expect(packed.unpackedSize).toBeLessThan(28 * MB);
});

test('the console adds at most 1.5 MB to the package, and npm does not install the console’s libraries', () => {
  const files = packed.paths.filter((file) => file.startsWith('dist/console/'));
  const sizes = files.map((file) => statSync(path.join(ROOT, file)).size);
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.5 * MB);
  const installed = Object.keys(productionLock()).map((place) => place.replace(/^.*node_modules\//, ''));
  expect(installed).toContain('kysely');
  expect(CONSOLE.filter((name) => installed.includes(name))).toEqual([]);
});

test('every file that the program reads or loads is in the package', () => {
  const folders = ['data', 'templates'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  );
  const fonts = shippedFonts.map((font) => path.relative(ROOT, font.pathname));
  const chunks = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => !external).map((imported) => imported.path),
  );
  expect(chunks.length).toBeGreaterThan(100);
  expect(packed.paths).toEqual(
    expect.arrayContaining([
      ...folders,
      ...fonts,
      ...chunks,
      'dist/checkpoint-worker.js',
      'dist/pdf-worker.js',
      'dist/read-worker.js',
    ]),
  );
});

test('everything that the program loads from elsewhere is a part of Node.js or a dependency', () => {
  const elsewhere = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map((imported) => imported.path),
  );
  const known = new Set([...Object.keys(manifest.dependencies), ...OPTIONAL]);
  expect(elsewhere).toContain('better-sqlite3');
  expect(elsewhere.filter((name) => !isBuiltin(name) && !known.has(name))).toEqual([]);
});

test('the documents link only to files that are in the package', () => {
  const pages = packed.paths.filter((file) => /^([^/]+|docs\/.+)\.md$/.test(file));
  const targets = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link = '']) => path.join(path.dirname(page), link)),
  );
  expect(targets).toContain('docs/backup.md');
  const isThere = (target: string) => packed.paths.some((file) => file === target || file.startsWith(`${target}/`));
  expect(targets.filter((target) => !isThere(target))).toEqual([]);
});

test('the package has the MIT licence, names its command, and runs no script on installation', () => {
  expect(manifest).toMatchObject({ license: 'MIT', bin: { vestry: 'bin/vestry.js' }, engines: { node: '>=22.14' } });
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
});

test('no package runs a script on installation, and none is deprecated', () => {
  const entries = Object.entries(productionLock());
  expect(entries.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place);
  expect(scripted).toEqual([]);
  expect(entries.filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
});

test.each([
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, like: 'Node.js' },
  { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, like: 'a bundler' },
])(
  'a project that installs nothing else compiles against the client, with the module resolution of $like',
  (options) => {
    const usage = path.join(consumer(), 'usage.ts');
    copyFileSync(path.join(ROOT, 'test/client/usage.ts'), usage);
    const program = ts.createProgram([usage], {
      ...options,
      strict: true,
      noEmit: true,
      // Checks the types of the client, too, but not those of TypeScript itself.
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
    });
    const files = program.getSourceFiles().map(({ fileName }) => path.relative(dir, fileName));
    expect(files).toContain('consumer/node_modules/vestry/dist/client.d.ts');
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  },
);

test('the package exports only the client, which needs no other file', () => {
  const project = consumer();
  const script = `
    const { createVestryClient } = await import('vestry/client');
    const hidden = await import('vestry/dist/main.js').catch(({ code }) => code);
    console.log(Object.keys(createVestryClient({ baseUrl: '' })).slice(0, 4).join(), hidden);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
  expect(String(printed)).toBe('GET,POST,PUT,DELETE ERR_PACKAGE_PATH_NOT_EXPORTED\n');
  const { imports } = metafile.outputs['dist/client.js'] ?? {};
  expect(imports).toEqual([]);
});

/** Creates a project and unpacks the package where npm would install it, without dependencies. Returns the folder. */
function consumer(): string {
  const project = path.join(dir, 'consumer');
  const place = path.join(project, 'node_modules/vestry');
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  execFileSync('tar', ['-xzf', packed.file, '--strip-components=1', '-C', place]);
  return project;
}

test('the installed dependencies have permissive licences', () => {
  const others = Object.entries(productionLock()).filter((entry) => !isPermissive(licenceOf(...entry)));
  expect(others.map(([place]) => place)).toEqual([]);
});

test('the bundled dependencies have permissive licences, and the package contains their texts', () => {
  const papers = read('dist/THIRD-PARTY.txt').split(`\n${'-'.repeat(72)}\n\n`);
  const headings = papers.map((paper) => /^(\S+) \S+ \((.+)\)\n\n\S/.exec(paper));
  expect(headings.filter((heading) => !isPermissive(heading?.[2] ?? 'none'))).toEqual([]);
  const bundled = Object.keys(metafile.inputs).flatMap((file) => {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    return name === undefined ? [] : [name];
  });
  const named = headings.map((heading) => heading?.[1]);
  expect(named).toEqual(expect.arrayContaining([...bundled, ...CONSOLE, 'swagger-ui-dist']));
  expect(bundled).toEqual(expect.arrayContaining(['kysely', 'openapi-fetch', 'zod']));
});

/** True if all licences of one alternative are permissive, as in `MIT`, `(MIT OR WTFPL)` and `MIT AND Apache-2.0`. */
function isPermissive(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((licence) => PERMISSIVE.has(licence)));
}

/** Returns the licence that the lock file names. If it names none, the text in the package decides. */
function licenceOf(place: string, { license }: LockEntry): string {
  return license ?? (read(`${place}/LICENSE`).startsWith('MIT License\n') ? 'MIT' : 'none');
}
