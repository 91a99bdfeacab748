import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Output = { imports?: readonly { path: string; kind: string }[] };
type Metafile = { inputs: Record<string, unknown>; outputs: Record<string, Output> };

const readMetafile = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Metafile;

/** Runs a build that overwrites a metafile, then merges the previous contents into the new metafile. */
export async function addingTo(file: string, build: () => Promise<void>): Promise<void> {
  const first = readMetafile(file);
  await build();
  const { inputs, outputs } = readMetafile(file);
  const both = { inputs: { ...first.inputs, ...inputs }, outputs: { ...first.outputs, ...outputs } };
  writeFileSync(file, JSON.stringify(both));
}

/** Writes a file with the names of the built modules, and the places of those that each needs. `src/parts.ts` reads it. */
export function writeNeeds(output: string, metafile: string): void {
  const built = Object.entries(readMetafile(metafile).outputs).filter(([file]) => file.endsWith('.js'));
  const places = new Map(built.map(([file], place) => [file, place]));
  const needs = built.map(([, { imports = [] }]) =>
    imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? (places.get(path) ?? []) : [])),
  );
  writeFileSync(output, JSON.stringify({ names: built.map(([file]) => `./${path.basename(file)}`), needs }));
}

/**
 * Returns, in alphabetical order, the folders of the packages whose code is in the bundle that a metafile describes.
 */
export function bundledFolders(metafile: string): string[] {
  return packageFolders(Object.keys(readMetafile(metafile).inputs));
}

/** Returns, in alphabetical order, the folders of the packages to which these files belong. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    return match?.[1] ? [match[1]] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** Writes a file with the license texts of the packages in these folders. The licenses require this file. */
export function writeLicences(output: string, folders: readonly string[]) {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
  });
  writeFileSync(output, texts.join(`\n${'-'.repeat(72)}\n\n`));
}

/** Matches the paths of license files: `LICENSE` and similar, text files in a folder `licenses`, and notices. */
const LICENCE_FILE =
  /^(licen[cs]e|notice)(\.(md|txt))?$|^licenses[/\\][^/\\]+\.txt$|^swagger-ui-bundle\.js\.license\.txt$/i;

function licenceText(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => LICENCE_FILE.test(file))
    .toSorted();
  if (files.length === 0)
    return 'The package contains no license file. The license named above is from its package.json.';
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
}
