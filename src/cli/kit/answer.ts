import type { Options } from './action.ts';
import { prose } from './print.ts';
import { jsonText } from './terminal.ts';

/** Prints the result of a command that has no route in the API. Prints JSON with --json and nothing with --quiet. */
export function answer({ json, quiet }: Options, value: object, text: string): void {
  if (json) process.stdout.write(`${jsonText(value, 2)}\n`);
  else if (!quiet) process.stdout.write(`${prose(text)}\n`);
}
