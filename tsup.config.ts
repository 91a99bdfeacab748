import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';

/** Native modules stay outside the bundle: npm builds or unpacks them on the user's machine. */
const NATIVE = ['better-sqlite3', '@node-rs/argon2', 'pdfkit', 'fontkit'];

/** Zod exports its messages in fifty languages as one name, so a bundle has them all; ours are in English only. */
const onlyEnglish = {
  name: 'only-english',
  setup: (build: { onLoad: (filter: { filter: RegExp }, load: () => { contents: string }) => void }) => {
    build.onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

export default defineConfig({
  entry: { main: 'src/main.ts', 'pdf-worker': 'src/pdf-worker.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  outDir: 'dist',
  clean: true,
  splitting: true,
  // White space and long forms cost time at every start; names stay, for the sake of stack traces.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
    options.minifyWhitespace = true;
  },
  esbuildPlugins: [onlyEnglish],
  metafile: true,
  external: NATIVE,
  noExternal: [new RegExp(`^(?!(${NATIVE.join('|')})$)`)],
  // Bundled CommonJS packages call require() for Node's own modules; an ES module has none.
  banner: {
    js: "import { createRequire as vestryRequire } from 'node:module'; const require = vestryRequire(import.meta.url);",
  },
  onSuccess: async () => {
    const renderer = copyRenderer('dist/docs');
    writeLicences('dist/metafile-esm.json', 'dist/THIRD-PARTY.txt', [renderer]);
  },
});

/** Copies what `GET /api/docs` needs of Swagger UI, which is a small part of the package; returns the package's folder. */
function copyRenderer(output: string): string {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  mkdirSync(output, { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    copyFileSync(path.join(folder, file), path.join(output, file));
  }
  return path.relative('.', folder);
}

/** Writes the licence text of every package whose code is inside the bundle or beside it, as their licences ask. */
function writeLicences(metafile: string, output: string, beside: readonly string[]) {
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: Record<string, unknown> };
  const folders = new Set(beside);
  for (const file of Object.keys(inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    if (match?.[1]) folders.add(match[1]);
  }
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
  });
  writeFileSync(output, texts.join(`\n${'-'.repeat(72)}\n\n`));
}

/** `LICENSE` and the like, what some packages keep in a folder for several licences, and what is said of a bundle's parts. */
const LICENCE_FILE =
  /^(licen[cs]e|notice)(\.(md|txt))?$|^licenses[/\\][^/\\]+\.txt$|^swagger-ui-bundle\.js\.license\.txt$/i;

function licenceText(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => LICENCE_FILE.test(file))
    .toSorted();
  if (files.length === 0) return 'The package ships no licence file; its package.json names the licence above.';
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
}
