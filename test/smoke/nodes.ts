/** Installs other versions of Node.js from npm, and compiles the database module for each. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { environment } from '../support/command.ts';
import { type OtherNode, ROOT } from '../support/package.ts';

const run = promisify(execFile);

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform;
const BETTER_SQLITE3 = path.join(ROOT, 'node_modules/better-sqlite3');
const BUILT = path.join(BETTER_SQLITE3, 'build/Release');

/**
 * Installs two releases of a major version of Node.js into a folder: the newest release, and the first release, of
 * which only the headers are used. Returns the folders of both packages. Throws if npm has no package for this system.
 */
export async function fetchNode(major: string, folder: string): Promise<{ place: string; headers: string }> {
  const name = `node-${SYSTEM}-${process.arch}`;
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  mkdirSync(folder, { recursive: true });
  const wanted = [`newest@npm:${name}@${major}`, `first@npm:${name}@${major}.0.0`];
  await run('npm', ['install', ...wanted, ...options], { env: environment({}) });
  const [place, headers] = ['newest', 'first'].map((one) => path.join(folder, 'node_modules', one)) as [string, string];
  return { place, headers };
}

/**
 * Returns the program of an installed Node.js, the headers, and the database module compiled for it. Throws if the
 * module does not compile.
 */
export async function prepareNode({ place, headers }: { place: string; headers: string }): Promise<OtherNode> {
  const program = path.join(place, 'bin/node');
  const { stdout } = await run(program, ['--print', 'process.versions.modules']);
  return {
    program,
    headers,
    modules: stdout.trim(),
    database: await compile(path.join(headers, 'include/node'), place),
  };
}

/**
 * Compiles the native part of better-sqlite3 against the headers of the first release of a major version, as its
 * publisher does. If better-sqlite3 12 is compiled against the headers of 24.19 or newer, it crashes the process during
 * garbage collection. SQLite itself does not depend on the headers, so the SQLite that was compiled for the repository
 * is reused, and compiling takes only a few seconds. Returns undefined if npm downloaded a ready-made module for the
 * repository, because npm then finds a ready-made module for the other Node.js, too.
 */
async function compile(headers: string, folder: string): Promise<string | undefined> {
  const engine = path.join(BUILT, 'sqlite3.a');
  if (!existsSync(engine)) return undefined;
  const output = path.join(folder, 'build/Release/better_sqlite3.node');
  mkdirSync(path.dirname(output), { recursive: true });
  const language = ['-std=c++20', '-O2', '-fPIC', '-w', '-fno-exceptions', '-fvisibility=hidden'];
  const names = ['-DNODE_GYP_MODULE_NAME=better_sqlite3', '-DBUILDING_NODE_EXTENSION', '-DNDEBUG'];
  const places = [`-I${headers}`, `-I${path.join(BUILT, 'obj/gen/sqlite3')}`];
  const linking = ['-shared', '-pthread', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL', '-o', output];
  const sources = [path.join(BETTER_SQLITE3, 'src/better_sqlite3.cpp'), engine];
  await run(process.env['CXX'] ?? 'c++', [...language, ...names, ...places, ...sources, ...linking]);
  return folder;
}
