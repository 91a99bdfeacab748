import { defineConfig } from 'tsup';
import { buildClient } from './src/build/client.ts';
import { buildConsole } from './src/build/console.ts';
import { addingTo, bundledFolders, packageFolders, writeLicences } from './src/build/metafile.ts';
import { copyRenderer } from './src/build/swagger-ui.ts';
import { writeBom } from './src/build/sbom.ts';

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
    await addingTo('dist/metafile-esm.json', buildClient);
    const shown = packageFolders(await buildConsole());
    const renderer = copyRenderer('dist/docs');
    const bundled = [...new Set([...bundledFolders('dist/metafile-esm.json'), ...shown, renderer])].toSorted();
    writeLicences('dist/THIRD-PARTY.txt', bundled);
    writeBom('dist/sbom.json', bundled);
  },
});
