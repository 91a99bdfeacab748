/** Commands that need only the settings, because the database may be missing, damaged or about to be replaced. */
import type { Command } from 'commander';
import type * as z from 'zod';
import type { Options } from '../../../cli/kit/action.ts';
import { prose } from '../../../cli/kit/print.ts';
import { jsonText } from '../../../cli/kit/terminal.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { encode } from '../../../lib/encode.ts';

type Spec<A extends z.ZodType> = {
  /** The schema of the result, for --json. */
  answer: A;
  /**
   * Runs the command. If it returns undefined, nothing more is printed, because the command has already printed
   * everything.
   */
  run: (config: Config, args: readonly string[], options: Options) => Promise<z.output<A> | undefined>;
  print: (answer: z.output<A>) => string;
};

/** Returns an action for commander that does not open the database. */
export function settingsAction<A extends z.ZodType>({ answer, run, print }: Spec<A>) {
  return async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const options: Options = command.optsWithGlobals();
    const config = loadConfig(typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {});
    const value = await run(config, command.args, options);
    if (value === undefined) return;
    process.stdout.write(`${options.json ? jsonText(encode(answer, value), 2) : prose(print(value))}\n`);
  };
}
