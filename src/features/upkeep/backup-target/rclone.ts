/**
 * A remote of rclone as a place for copies. rclone is called as a program, without a shell.
 *
 * Its exit codes do not tell what was done: it ends with 9 after a move that was made, and with 1 for everything else. So
 * an upload and a move count as done only if the listing says so (`protocol.ts`). What rclone prints may contain
 * addresses and keys, so only what kind of fault it was leaves this file.
 */
import { spawn } from 'node:child_process';
import * as z from 'zod';
import { parseJson } from '../../../lib/parse-json.ts';
import { type Fault, type Found, partsOf, type Place, PlaceError } from './places.ts';

const PROGRAM = 'rclone';
/** Wrong names and passwords are told at once; rclone would try them again and again. It must never ask for anything. */
const FLAGS = ['--retries', '1', '--low-level-retries', '2', '--contimeout', '20s', '--timeout', '60s', '--quiet'];
const NO_QUESTIONS = '--ask-password=false';
const FOLDER_MISSING = 3;
const LONGEST_MESSAGE = 8000;
const LONGEST_LIST = 16 * 1024 * 1024;

/** What rclone and the services behind it say, and what it means. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, Fault])[] = [
  [/unknown (flag|command|shorthand)/i, 'no_rclone'],
  [/didn't find section in config file|couldn't decrypt configuration|unable to decrypt configuration/i, 'no_remote'],
  [/no space left|not enough (free )?space|quota|insufficient ?storage|\b507\b|disk full|storage ?full/i, 'full'],
  // A full `rclone serve webdav` says 405, and so does one that takes no files.
  [/\b405\b/, 'refused'],
  [/read-only file system|read ?only/i, 'read_only'],
  [
    /\b40[13]\b|permission denied|unauthori[sz]ed|forbidden|access ?denied|unable to authenticate|invalid_grant|fetch token|host key/i,
    'not_allowed',
  ],
  [
    /no such host|connection re(fused|set)|network is unreachable|no route to host|dial tcp|\bEOF\b|broken pipe/i,
    'unreachable',
  ],
  [/time(d)? ?out|deadline exceeded/i, 'slow'],
];

/** Returns a remote and a folder there, as `REMOTE:PATH`, as a place. */
export function rclonePlace(place: string): Place {
  const at = (name: string) => `${place}${/[:/]$/.test(place) ? '' : '/'}${name}`;
  const done = async (args: readonly string[], signal: AbortSignal) => {
    const { code, message } = await run(args, signal);
    if (code !== 0) throw faultOf(place, message, code);
  };
  return {
    list: async (signal) => {
      const { code, output, message } = await run(
        ['lsjson', '--files-only', '--no-mimetype', '--no-modtime', '--', place],
        signal,
      );
      // The first upload makes the folder.
      if (code === FOLDER_MISSING) return [];
      const listed = Listing.safeParse(parseJson(output));
      if (code !== 0 || !listed.success) throw faultOf(place, message, code);
      return listed.data.map(({ Name: name, Size: size }) => ({ name, size })) satisfies Found[];
    },
    upload: (file, name, signal) => done(['copyto', '--ignore-times', '--', file, at(name)], signal),
    read: (name, _size, signal) => streamOf(['cat', '--', at(name)], place, signal),
    move: (from, to, signal) => done(['moveto', '--ignore-existing', '--', at(from), at(to)], signal),
    remove: (name, signal) => done(['deletefile', '--', at(name)], signal),
  };
}

const Listing = z.array(z.object({ Name: z.string(), Size: z.int() }));

/** Returns the names of the remotes that rclone is set up for. Throws a `PlaceError`, such as `no_rclone`. */
export async function listRemotes(signal: AbortSignal): Promise<string[]> {
  const { code, output, message } = await run(['listremotes'], signal);
  if (code !== 0) throw faultOf(undefined, message, code);
  return output
    .split('\n')
    .map((line) => line.trim().replace(/:$/, ''))
    .filter((line) => line !== '');
}

type Ended = { code: number | null; output: string; message: string };

async function run(args: readonly string[], signal: AbortSignal): Promise<Ended> {
  const { child, ended } = start(args, signal);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(0, LONGEST_LIST)));
  return { ...(await ended), output };
}

async function* streamOf(args: readonly string[], place: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { child, ended } = start(args, signal);
  ended.catch(() => {});
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const { code, message } = await ended;
    if (code !== 0) throw faultOf(place, message, code);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    child.kill('SIGKILL');
  }
}

function start(args: readonly string[], signal: AbortSignal) {
  signal.throwIfAborted();
  const child = spawn(PROGRAM, [...args.slice(0, 1), ...FLAGS, NO_QUESTIONS, ...args.slice(1)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentFor(args.at(-1) ?? '', process.env),
    windowsHide: true,
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let message = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (message = (message + text).slice(-LONGEST_MESSAGE)));
  const ended = new Promise<Omit<Ended, 'output'>>((resolve, reject) => {
    child.once('error', (error) => reject(new PlaceError('no_rclone', null, error)));
    child.once('close', (code) => {
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, message });
    });
  }).finally(() => signal.removeEventListener('abort', stop));
  return { child, ended };
}

/**
 * Returns the environment for rclone: without the settings of Vestry, some of which are secret. If a remote is defined by
 * variables alone, rclone would write a part of it into its configuration file, so it gets none.
 */
export function environmentFor(place: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VESTRY_')));
  const remote = partsOf(place).remote.toUpperCase().replaceAll(/[ -]/g, '_');
  const isOfVariables = own[`RCLONE_CONFIG_${remote}_TYPE`] !== undefined;
  return isOfVariables && own['RCLONE_CONFIG'] === undefined ? { ...own, RCLONE_CONFIG: '' } : own;
}

function faultOf(place: string | undefined, message: string, code: number | null): PlaceError {
  const meaning = MEANINGS.find(([words]) => words.test(message));
  const ending = `rclone ended with ${code ?? 'a signal'}`;
  if (code === FOLDER_MISSING) return new PlaceError('missing', ending);
  if (meaning?.[1] === 'no_remote')
    return new PlaceError('no_remote', place === undefined ? null : partsOf(place).remote);
  return new PlaceError(meaning?.[1] ?? (code === 5 ? 'unreachable' : 'failed'), ending);
}
