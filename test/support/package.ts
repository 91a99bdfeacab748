/** The package as `npm pack` makes it, and as it runs from that file alone in a folder of a computer without Vestry. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment, finished, type Outcome } from './command.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** An entry of package-lock.json, as far as the tests ask. */
export type LockEntry = {
  version: string;
  integrity: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  deprecated?: string;
};

/** What npm installs for those who use Vestry: the entries of the lock that are not for developers alone. */
export function productionLock(): Record<string, LockEntry> {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const installed = Object.entries(packages).filter(([place, { dev, devOptional }]) => place && !dev && !devOptional);
  return Object.fromEntries(installed);
}

export type Packed = { file: string; size: number; unpackedSize: number; paths: string[] };

/**
 * Packs the built program into a folder, as `npm pack` does in the repository, but from a copy: tests that run at the same
 * time read its package.json, which changes while it is packed.
 */
export async function pack(folder: string): Promise<Packed> {
  const copy = path.join(folder, 'unpacked');
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  const wanted = new Set(['package.json', 'package-lock.json', 'README.md', 'LICENSE', ...manifest.files]);
  for (const name of readdirSync(ROOT).filter((file) => wanted.has(file))) {
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  }
  await pin('pin', copy);
  const { stdout } = await done(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], copy));
  const [answer] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] } & Omit<Packed, 'file'>];
  const { filename, files, size, unpackedSize } = answer;
  return { file: path.join(folder, filename), size, unpackedSize, paths: files.map((file) => file.path) };
}

/** What npm runs before (`pin`) and after (`unpin`) it packs. */
export async function pin(task: 'pin' | 'unpin' | 'publish', folder: string): Promise<Outcome> {
  const script = path.join(ROOT, 'src/build/pack.js');
  return done(execute(process.execPath, [script, task, folder], { cwd: ROOT, env: process.env }));
}

export type Installed = {
  folder: string;
  /** Its data directory, by default, and the home folder of the person who uses it. */
  home: string;
  /** Runs the installed command in an environment that knows nothing but a home folder and where programs are. */
  vestry: (args: readonly string[], input?: string) => Promise<Outcome>;
  /** The same through npx. */
  npx: (args: readonly string[]) => Promise<Outcome>;
  /** Runs a line as it was printed, with the environment in which npm installed the package, in the folder of the home. */
  shell: (line: string) => Promise<Outcome>;
};

/**
 * Installs a tarball with `npm install`, install scripts and all. One thing is not as on a user's computer: the script of
 * better-sqlite3 finds what it would download or compile for a minute and a half as a local prebuild, the module that is
 * built in the repository, or one for another Node.js.
 */
export async function install(tarball: string, place: string, node: OtherNode = THIS_NODE): Promise<Installed> {
  const [folder, home, prebuilds] = ['folder', 'home', 'prebuilds'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [folder, home, prebuilds]) mkdirSync(one, { recursive: true });
  // Since npm 12 a script runs only when the person has allowed it.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ allowScripts: { 'better-sqlite3': true } }));
  await prebuild(prebuilds, node);
  const programs = `${path.dirname(node.program)}${path.delimiter}${process.env['PATH']}`;
  const inFolder = {
    PATH: programs,
    npm_config_better_sqlite3_local_prebuilds: prebuilds,
    ...(node.headers !== undefined && { npm_config_nodedir: node.headers }),
  };
  await done(npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], folder, inFolder));
  const bare = { PATH: programs, HOME: home, npm_config_update_notifier: 'false' };
  return {
    folder,
    home,
    vestry: (args, input) =>
      execute(path.join(folder, 'node_modules/.bin/vestry'), args, { cwd: home, env: bare, input }),
    npx: (args) => execute('npx', ['vestry', ...args], { cwd: folder, env: bare }),
    shell: (line) => execute('bash', ['-c', line], { cwd: home, env: npmEnvironment(inFolder) }),
  };
}

/**
 * A Node.js, its version of the binary interface, where its headers are, and a folder with the module of better-sqlite3
 * that was built for it; without one npm downloads or compiles it.
 */
export type OtherNode = { program: string; modules: string; headers?: string; database: string | undefined };

const DATABASE = path.join(ROOT, 'node_modules/better-sqlite3');
const THIS_NODE = { program: process.execPath, modules: process.versions.modules, database: DATABASE };

/** Packs the built module as its publisher does, where prebuild-install looks before it downloads. */
async function prebuild(folder: string, { modules, database }: OtherNode): Promise<void> {
  if (database === undefined) return;
  const version = productionLock()['node_modules/better-sqlite3']?.version ?? '';
  const file = `better-sqlite3-v${version}-node-v${modules}-${process.platform}-${process.arch}.tar.gz`;
  const args = ['-czf', path.join(folder, file), 'build/Release/better_sqlite3.node'];
  await done(execute('tar', args, { cwd: database, env: process.env }));
}

function npm(args: readonly string[], cwd: string, extra: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return execute('npm', args, { cwd, env: npmEnvironment(extra) });
}

/** The tests may be run by an npm that was told to run no scripts, and hands that on. */
function npmEnvironment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment({ npm_config_ignore_scripts: 'false', ...extra });
}

type Execution = { cwd: string; env: NodeJS.ProcessEnv; input?: string | undefined };

function execute(program: string, args: readonly string[], { cwd, env, input = '' }: Execution): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env });
  child.stdin.end(input);
  return finished(child);
}

async function done(ending: Promise<Outcome>): Promise<Outcome> {
  const outcome = await ending;
  if (outcome.exitCode !== 0) throw new Error(`It ended with ${outcome.exitCode}: ${outcome.stderr}`);
  return outcome;
}
