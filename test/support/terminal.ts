/** The built program at a terminal: what a person types, and what they see. */
import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { environment, finished, PROGRAM } from './command.ts';

/** Whether there is util-linux's `script`, which lends a program a terminal; elsewhere such tests are skipped. */
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Whoever waits so long for an answer waits for one that the test does not give. */
const HANGS_MS = 25_000;

/** What to type, each once the text before it is on the screen. */
type Dialogue = readonly (readonly [seen: string, typed: string])[];

type Options = { columns?: number; env?: NodeJS.ProcessEnv; dialogue?: Dialogue };

/** Runs `vestry ...args` at a terminal to its end. Gives what was shown without control characters, and as it came. */
export async function atTerminal(
  args: readonly string[],
  { columns = 80, env = {}, dialogue = [] }: Options = {},
): Promise<{ exitCode: number | null; screen: string; raw: string }> {
  const command = [process.execPath, PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 50; exec ${command}`, '/dev/null'], {
    env: { ...environment({ TERM: 'xterm-256color', ...env }), SHELL: '/bin/sh' },
    timeout: HANGS_MS,
  });
  const end = finished(child);
  let shown = '';
  const left = [...dialogue];
  child.stdout.on('data', (text: string) => {
    shown += text;
    const [next] = left;
    if (!next || !shown.includes(next[0])) return;
    left.shift();
    shown = '';
    child.stdin.write(next[1]);
  });
  const { exitCode, stdout } = await end;
  if (left.length > 0) throw new Error(`"${left[0]?.[0]}" was not shown. On the screen:\n${stdout}`);
  return { exitCode, screen: stripVTControlCharacters(stdout).replaceAll('\r', ''), raw: stdout };
}
