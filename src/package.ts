import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root folder of the package. Both `src/` and `dist/`, from which this code runs, are one level below it. */
export const packageRoot = new URL('../', import.meta.url);

/** Reads a JSON file that ships with the package, such as a catalog in `data/`. */
export function readShipped(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, packageRoot), 'utf8'));
}

type Manifest = { version: string; engines: { node: string }; dependencies: Record<string, string> };

function manifest(): Manifest {
  return readShipped('package.json') as Manifest;
}

/** Returns the version of this program, from package.json. */
export function version(): string {
  return manifest().version;
}

/** Returns the oldest version of Node.js that the package supports. */
export function requiredNode(): string {
  return manifest().engines.node.replace(/^\D+/, '');
}

/** Returns the version of better-sqlite3 with which the package is tested. */
export function testedDriver(): string {
  return manifest().dependencies['better-sqlite3'] ?? '';
}

/** The fonts of printed pages, in the order in which they are tried for each character. */
export const shippedFonts = [
  'NotoSans-Letters.ttf',
  'NotoSansTC-Regular.ttf',
  'NotoSansSC-Supplement.ttf',
  'NotoSansJP-Supplement.ttf',
  'NotoSansKR-Hangul.ttf',
].map((file) => new URL(`data/fonts/${file}`, packageRoot));

/** Returns the text of a file in `dist/`, even when the program runs from its sources. */
export function readBuilt(name: string): string {
  return readFileSync(new URL(`dist/${name}`, packageRoot), 'utf8');
}

/** Returns the bytes of a file in `dist/`, even when the program runs from its sources. */
export function readBuiltBytes(name: string): Buffer {
  return readFileSync(new URL(`dist/${name}`, packageRoot));
}

/**
 * Returns the files that the build compressed in a folder of `dist/`: their paths below the folder, without `.gz`.
 * Returns an empty list before a build.
 */
export function builtFiles(folder: string): string[] {
  const place = fileURLToPath(new URL(`dist/${folder}/`, packageRoot));
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => name.replaceAll('\\', '/').slice(0, -'.gz'.length));
}

/** Returns the text of a file in `templates/` that all languages share. */
export function readPage(name: string): string {
  return readFileSync(new URL(`templates/${name}`, packageRoot), 'utf8');
}

const templates = new Map<string, string>();

/** Returns a message template in a language, such as `email.html`, from `templates/`. */
export function readTemplate(locale: string, name: string): string {
  const file = `templates/${locale}/${name}`;
  const known = templates.get(file) ?? readFileSync(new URL(file, packageRoot), 'utf8');
  templates.set(file, known);
  return known;
}

const texts = new Map<string, unknown>();

/** Returns the texts of a printed page or a message in a language, from `templates/`. */
export function readTexts(locale: string, name: string): unknown {
  const file = `templates/${locale}/${name}.json`;
  const known = texts.get(file) ?? readShipped(file);
  texts.set(file, known);
  return known;
}

/** The script that starts this program in Node.js. */
export const program = fileURLToPath(new URL('bin/vestry.js', packageRoot));
