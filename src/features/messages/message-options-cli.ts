/** Functions for all commands that send a message. They read the recipients and the text, and print the result. */
import { readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import type { LocalTime, Options } from '../../cli/kit/action.ts';
import { AppError, badField } from '../../errors.ts';
import { recogniseText } from '../../lib/encoding.ts';
import { memberIn } from '../people/members/member-cli.ts';
import type { SendResult } from './schema.ts';

/** Returns the result of a batch as text for the terminal. */
export const printResult = async (result: SendResult, at: LocalTime) =>
  (await import('./results-cli.ts')).describeResult(result, at);

/** Reads ids as numbers. Leaves any other text as it is, and the schema then refuses it. */
export function readIds(given: unknown): unknown[] {
  return ((given ?? []) as string[]).map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text));
}

/** Returns the ids of the members whom a repeatable flag names. Raises the errors of `findMember`. */
export async function readMembers(app: App, given: unknown): Promise<unknown[]> {
  const ids: string[] = [];
  for (const text of (given ?? []) as string[]) ids.push(await memberIn(app, text));
  return readIds(ids);
}

const STANDARD_INPUT = 0;

/** Reads the text of `--body`, or of the file that `--body-file` names. Raises `not_found` and `validation_failed`. */
export async function readText({ body, bodyFile }: Options): Promise<unknown> {
  if (typeof bodyFile !== 'string') return body;
  const name = bodyFile === '-' ? 'Standard input' : bodyFile;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(bodyFile === '-' ? STANDARD_INPUT : bodyFile);
  } catch (error) {
    throw new AppError('not_found', `${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const recognised = await recogniseText(bytes);
  if (recognised) return recognised.text;
  throw badField('body', 'invalid_text', `is not in an encoding that Vestry recognizes: save ${name} as UTF-8`);
}
