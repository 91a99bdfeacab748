/** The options that close a record of a catalog for new documents, and open it again. */
import type { Command } from 'commander';
import type { Options } from './action.ts';

/** Adds `--inactive` and `--active` to a command. `what` is what a closed record refuses, such as `new expenses`. */
export function activeOptions(command: Command, what: string): Command {
  return command.option('--inactive', `refuse ${what}`).option('--active', `accept ${what} again`);
}

/** Returns what these options say; undefined if neither is given. */
export function isActiveOf({ active, inactive }: Options): boolean | undefined {
  return inactive === true ? false : active === true ? true : undefined;
}
