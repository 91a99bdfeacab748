import type { Options } from './action.ts';
import { prose } from './print.ts';

/** Prints the result of a command without an API service: as JSON, or in words unless --quiet is given. */
export function answer({ json, quiet }: Options, value: object, text: string): void {
  if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else if (!quiet) process.stdout.write(`${prose(text)}\n`);
}
