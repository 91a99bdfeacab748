/** A command that needs only the settings, because the database may be missing, damaged or about to be replaced. */
import type { Command } from 'commander';
import type * as z from 'zod';
import type { Options } from '../../../cli/kit/action.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { encode } from '../../../lib/encode.ts';

type Spec<A extends z.ZodType> = {
  /** The shape of the answer, for --json. */
  answer: A;
  /** An answer of undefined prints nothing, because everything was printed on the way. */
  run: (config: Config, args: readonly string[], options: Options) => Promise<z.output<A> | undefined>;
  print: (answer: z.output<A>) => string;
};

/** A commander action that opens no database. */
export function settingsAction<A extends z.ZodType>({ answer, run, print }: Spec<A>) {
  return async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const options: Options = command.optsWithGlobals();
    const config = loadConfig(typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {});
    const value = await run(config, command.args, options);
    if (value === undefined) return;
    process.stdout.write(`${options.json ? JSON.stringify(encode(answer, value), null, 2) : print(value)}\n`);
  };
}
