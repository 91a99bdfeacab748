import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder: this file lies one level below it in the source tree and in the built package alike. */
export const packageRoot = new URL('../', import.meta.url);

/** The folder in which npm installed this package and what it needs. */
export const installedIn = fileURLToPath(packageRoot).split(/[/\\](?:node_modules[/\\]|$)/, 1)[0] ?? '';

/** Reads a JSON file that ships with the package, such as a catalog in `data/`. */
export function readShipped(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, packageRoot), 'utf8'));
}

/** The version of this program, from package.json. */
export function version(): string {
  return (readShipped('package.json') as { version: string }).version;
}

/** The oldest version of Node.js that the package asks for. */
export function requiredNode(): string {
  return (readShipped('package.json') as { engines: { node: string } }).engines.node.replace(/^\D+/, '');
}

/** The fonts of printed pages, in the order in which they are tried for a letter. */
export const shippedFonts = [
  'NotoSans-Letters.ttf',
  'NotoSansTC-Regular.ttf',
  'NotoSansSC-Supplement.ttf',
  'NotoSansJP-Supplement.ttf',
  'NotoSansKR-Hangul.ttf',
].map((file) => new URL(`data/fonts/${file}`, packageRoot));

/** A file that the build puts beside the program. It is found also when the program runs from its sources. */
export function readBuilt(name: string): string {
  return readFileSync(new URL(`dist/${name}`, packageRoot), 'utf8');
}

/** The same as bytes. */
export function readBuiltBytes(name: string): Buffer {
  return readFileSync(new URL(`dist/${name}`, packageRoot));
}

/**
 * Returns the files of a folder that the build compressed, by the names under which they are requested; none before a
 * build.
 */
export function builtFiles(folder: string): string[] {
  const place = fileURLToPath(new URL(`dist/${folder}/`, packageRoot));
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => name.replaceAll('\\', '/').slice(0, -'.gz'.length));
}

/** Returns a page or a part of one, used for every language, from `templates/`. */
export function readPage(name: string): string {
  return readFileSync(new URL(`templates/${name}`, packageRoot), 'utf8');
}

const templates = new Map<string, string>();

/** Returns a template of a message in a language, from `templates/`, such as `email.html`. */
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

/** The file with which Node runs this program. */
export const program = fileURLToPath(new URL('bin/vestry.js', packageRoot));
