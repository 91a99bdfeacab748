import { execFileSync } from 'node:child_process';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

/** A program and its arguments. */
export type Tool = readonly [program: string, ...args: string[]];

/**
 * Runs a system tool and waits until it ends. If the tool fails, throws a SetupError with the first line of its error
 * output.
 */
export function runTool(tool: Tool): void {
  const [program, ...args] = tool;
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: Buffer | string };
    const reason = String(stderr).trim().split('\n', 1)[0] || message;
    throw new SetupError(
      `${tool.join(' ')} failed: ${reason}. Solve this problem, and run this command again.`,
      EXIT.inTheWay,
      error,
    );
  }
}
