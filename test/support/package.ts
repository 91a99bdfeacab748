/** The package from `npm pack`, and its installation in a folder, as on a computer without Vestry. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment, finished, type Outcome } from './command.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** An entry of package-lock.json, with the fields that the tests read. */
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
  /** True for a folder of the repository, which has an entry of its own. */
  link?: boolean;
  deprecated?: string;
};

/** Returns the entries of the lock file that npm installs for users, without development dependencies. */
export function productionLock(): Record<string, LockEntry> {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const isInstalled = ([place, { dev, devOptional, link }]: [string, LockEntry]) =>
    place && !dev && !devOptional && !link;
  return Object.fromEntries(Object.entries(packages).filter(isInstalled));
}

export type Packed = { file: string; size: number; unpackedSize: number; paths: string[] };

/**
 * Packs the built program into a folder, as `npm pack` does in the repository. It works on a copy, because packing
 * changes package.json and tests that run at the same time read that file.
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

/** Runs a task of src/build/pack.js. npm runs `pin` before packing and `unpin` after it. */
export async function pin(task: 'pin' | 'unpin' | 'publish', folder: string): Promise<Outcome> {
  const script = path.join(ROOT, 'src/build/pack.js');
  return done(execute(process.execPath, [script, task, folder], { cwd: ROOT, env: process.env }));
}

export type Installed = {
  folder: string;
  /** The home folder of the user, which also contains the default data directory. */
  home: string;
  /** Runs the installed command in an environment with only a home folder and the path of programs. */
  vestry: (args: readonly string[], input?: string) => Promise<Outcome>;
  /** Runs the installed command through npx. */
  npx: (args: readonly string[]) => Promise<Outcome>;
  /** Runs a printed command line in the home folder, with the environment in which npm installed the package. */
  shell: (line: string) => Promise<Outcome>;
};

/** Installs a tarball with `npm install`, as a user does, for a program of Node.js. */
export async function install(tarball: string, place: string, node = process.execPath): Promise<Installed> {
  const [folder, home] = ['folder', 'home'].map((name) => path.join(place, name)) as [string, string];
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  await done(npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], folder, bare(node)));
  return usedBy(home, folder, node);
}

/** Lets another user of the computer, who has this home folder, use an installed package. */
export function usedBy(home: string, folder: string, node = process.execPath): Installed {
  mkdirSync(home, { recursive: true });
  const { PATH } = bare(node);
  const atHome = { PATH, HOME: home, npm_config_update_notifier: 'false' };
  return {
    folder,
    home,
    vestry: (args, input) =>
      execute(path.join(folder, 'node_modules/.bin/vestry'), args, { cwd: home, env: atHome, input }),
    npx: (args) => execute('npx', ['vestry', ...args], { cwd: folder, env: atHome }),
    shell: (line) => execute('bash', ['-c', line], { cwd: home, env: environment(bare(node)) }),
  };
}

/**
 * Returns the path of programs with this Node.js first. A module that needs a compiler would not work for the users, and
 * so must not work here.
 */
const bare = (node: string) => ({
  PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH']}`,
  CC: 'false',
  CXX: 'false',
});

function npm(args: readonly string[], cwd: string, extra: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return execute('npm', args, { cwd, env: environment(extra) });
}

type Execution = { cwd: string; env: NodeJS.ProcessEnv; input?: string | undefined };

function execute(program: string, args: readonly string[], { cwd, env, input = '' }: Execution): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env });
  child.stdin.end(input);
  return finished(child);
}

async function done(ending: Promise<Outcome>): Promise<Outcome> {
  const outcome = await ending;
  if (outcome.exitCode !== 0) throw new Error(`The process ended with ${outcome.exitCode}: ${outcome.stderr}`);
  return outcome;
}
