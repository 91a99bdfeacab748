/** Runs a program at a terminal: types what a person would type, and returns what the screen shows. */
import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { environment, finished, PROGRAM } from './command.ts';

/**
 * True if the system has util-linux's `script`, which gives a program a terminal. Without `script`, the tests at a
 * terminal are skipped.
 */
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** A command that runs longer probably waits for an input that the test does not give. */
const HANGS_MS = 100_000;

/**
 * Pairs of texts. When the first text of a pair has appeared on the screen, the second text is typed, or first a function
 * is called that returns it.
 */
type Dialogue = readonly (readonly [seen: string, typed: string | (() => Promise<string>)])[];

/** Types a text: `press` sends keys to the program. */
export type Typist = (text: string, press: (keys: string) => void) => void | Promise<void>;

type Options = {
  columns?: number;
  env?: NodeJS.ProcessEnv;
  dialogue?: Dialogue;
  /** The words that start the program, if it is not the built one. */
  program?: readonly string[];
  /** The folder to start it in. */
  cwd?: string;
  /** How answers are typed: at once, unless this says otherwise. */
  type?: Typist;
  hangsMs?: number;
};

/**
 * Runs `vestry ...args` at a terminal to its end. Returns the output without control characters, and the raw output.
 */
export async function atTerminal(
  args: readonly string[],
  options: Options = {},
): Promise<{ exitCode: number | null; screen: string; raw: string }> {
  const { columns = 80, env = {}, dialogue = [], program = [process.execPath, PROGRAM], cwd } = options;
  const { type = (text, press) => press(text), hangsMs: timeout = HANGS_MS } = options;
  const command = [...program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 50; exec ${command}`, '/dev/null'], {
    env: { ...environment({ TERM: 'xterm-256color', ...env }), SHELL: '/bin/sh' },
    cwd,
    timeout,
  });
  const press = (keys: string) => child.stdin.write(keys);
  const end = finished(child);
  let shown = '';
  const left = [...dialogue];
  const answer = () => {
    const [next] = left;
    const at = next ? shown.indexOf(next[0]) : -1;
    if (!next || at === -1) return;
    left.shift();
    const [seen, typed] = next;
    if (typed === '') {
      // Nothing is typed, so the program may have shown what follows at the same time.
      shown = shown.slice(at + seen.length);
      answer();
      return;
    }
    shown = '';
    if (typeof typed === 'string') void type(typed, press);
    else void typed().then((text) => type(text, press));
  };
  child.stdout.on('data', (text: string) => {
    shown += text;
    answer();
  });
  const { exitCode, stdout } = await end;
  if (left.length > 0) throw new Error(`"${left[0]?.[0]}" was not shown. On the screen:\n${stdout}`);
  return { exitCode, screen: stripVTControlCharacters(stdout).replaceAll('\r', ''), raw: stdout };
}
