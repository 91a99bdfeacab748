import { defineConfig } from 'tsup';
import { buildClient } from './src/build/client.ts';
import { buildConsole } from './src/build/console.ts';
import { addingTo, bundledFolders, packageFolders, writeLicences, writeNeeds } from './src/build/metafile.ts';
import { digestOfSources, keepBuilt } from './src/build/current.js';
import { copyRenderer } from './src/build/swagger-ui.ts';
import { writeBom } from './src/build/sbom.ts';

/**
 * Packages that stay outside the bundle. npm installs the native ones for the user's computer; pdfkit and fontkit read
 * files of their own packages.
 */
const NATIVE = ['better-sqlite3', '@node-rs/argon2', 'pdfkit', 'fontkit'];

/**
 * Zod exports its messages in fifty languages under a single name, so the bundle would contain all of them. Vestry uses
 * only the English ones.
 */
const onlyEnglish = {
  name: 'only-english',
  setup: (build: { onLoad: (filter: { filter: RegExp }, load: () => { contents: string }) => void }) => {
    build.onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Leaves out the tables of iconv-lite, except those of Big5, because Node reads all other encodings itself. */
const onlyBig5 = {
  name: 'only-big5',
  setup: (build: { onLoad: (filter: { filter: RegExp }, load: () => { contents: string }) => void }) => {
    const others =
      /iconv-lite[/\\]encodings[/\\]tables[/\\](?:cp936|cp949|eucjp|gb18030-ranges|gbk-added|shiftjis)\.json$/;
    build.onLoad({ filter: others }, () => ({ contents: 'module.exports = [];' }));
    const ofOneByte = /iconv-lite[/\\]encodings[/\\]sbcs-data(?:-generated)?\.js$/;
    build.onLoad({ filter: ofOneByte }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Leaves out the service of its maker that the package `ai` asks if a model is named by a text alone, which Vestry never does. */
const noGateway = {
  name: 'no-gateway',
  setup: (build: { onLoad: (filter: { filter: RegExp }, load: () => { contents: string }) => void }) => {
    build.onLoad({ filter: /@ai-sdk[/\\]gateway[/\\]dist[/\\]index\.mjs$/ }, () => ({
      contents: `
        class NoError extends Error { static isInstance() { return false; } }
        export { NoError as GatewayAuthenticationError, NoError as GatewayError };
        export const gateway = undefined;
        export const createGateway = undefined;`,
    }));
  },
};

const LOADING = "import{load as vestryLoad}from'./parts.js';";
/** Bundled CommonJS packages call `require` to load Node's own modules, but an ES module has no `require`. */
const REQUIRING =
  "import{createRequire as vestryRequire}from'node:module';const require=vestryRequire(import.meta.url);";

/** Lets `src/parts.ts` load what the program loads with `import()`. */
const loadingParts = {
  name: 'loading-parts',
  renderChunk: (code: string) => {
    const loading = code.replaceAll(/\bimport\((?="\.\/[^"]+\.js"\))/g, 'vestryLoad(');
    return {
      code: `${loading.includes('vestryLoad(') ? LOADING : ''}${/\brequire\b/.test(code) ? REQUIRING : ''}${loading}`,
    };
  },
};

// The sources may change while they are built.
const digest = digestOfSources();

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    parts: 'src/parts.ts',
    'checkpoint-worker': 'src/checkpoint-worker.ts',
    'pdf-worker': 'src/pdf-worker.ts',
    'read-worker': 'src/read-worker.ts',
  },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  outDir: 'dist',
  clean: true,
  splitting: true,
  // White space and long syntax make every start slower. Names are kept, because stack traces show them.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
    options.minifyWhitespace = true;
  },
  esbuildPlugins: [onlyEnglish, onlyBig5, noGateway],
  plugins: [loadingParts],
  metafile: true,
  external: NATIVE,
  noExternal: [new RegExp(`^(?!(${NATIVE.join('|')})$)`)],
  onSuccess: async () => {
    writeNeeds('dist/needs.json', 'dist/metafile-esm.json');
    await addingTo('dist/metafile-esm.json', buildClient);
    const shown = packageFolders(await buildConsole());
    const renderer = copyRenderer('dist/docs');
    const bundled = [...new Set([...bundledFolders('dist/metafile-esm.json'), ...shown, renderer])].toSorted();
    writeLicences('dist/THIRD-PARTY.txt', bundled);
    writeBom('dist/sbom.json', bundled);
    keepBuilt(digest);
  },
});
