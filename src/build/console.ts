/**
 * Builds the console (the web page) into `dist/console`. Its files are compressed once, during the build, instead of
 * for every request. The libraries of the page are development dependencies, because an installation contains only
 * their built code.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const OUTPUT = 'dist/console';

/**
 * Builds `dist/console`. Returns the source files that the build contains, so that their licenses can be listed. Each
 * built file is stored only in its two compressed forms, `.br` and `.gz`. For the few clients that accept neither form,
 * the service decompresses the file.
 */
export async function buildConsole(): Promise<string[]> {
  const { NODE_ENV } = process.env;
  // Tests run under a NODE_ENV of their own, with which the page would have the parts for development.
  process.env['NODE_ENV'] = 'production';
  const result = await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
  // Later npm calls must not inherit it.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
  for (const file of filesIn(OUTPUT)) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    rmSync(file);
  }
  return modulesOf(result);
}

/** Returns the source files that went into the build, relative to the current folder. */
function modulesOf(result: Awaited<ReturnType<typeof build>>): string[] {
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunks = outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
  const files = chunks.flatMap(({ modules }) => Object.keys(modules));
  return files.filter((file) => path.isAbsolute(file)).map((file) => path.relative('.', file));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
