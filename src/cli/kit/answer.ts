import type { Options } from './action.ts';
import { prose } from './print.ts';

/** Prints what a command without a service of the API did: as JSON, or in words unless nobody wants them. */
export function answer({ json, quiet }: Options, value: object, text: string): void {
  if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else if (!quiet) process.stdout.write(`${prose(text)}\n`);
}
