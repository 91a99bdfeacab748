/** What the commands that send a message read from their options, and how they tell what came of it. */
import { readFileSync } from 'node:fs';
import type { Options } from '../../cli/kit/action.ts';
import { AppError, badField } from '../../errors.ts';
import { recogniseText } from '../../lib/encoding.ts';
import type { SendResult } from './schema.ts';

/** Prints what came of a message. */
export const printResult = async (result: SendResult) => (await import('./results-cli.ts')).describeResult(result);

/** Ids as numbers; what is none stays as it is, for the schema to refuse. */
export function readIds(given: unknown): unknown[] {
  return ((given ?? []) as string[]).map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text));
}

const STANDARD_INPUT = 0;

/** The text of `--body`, or of the file that `--body-file` names. Raises `not_found`, `validation_failed`. */
export function readText({ body, bodyFile }: Options): unknown {
  if (typeof bodyFile !== 'string') return body;
  const name = bodyFile === '-' ? 'Standard input' : bodyFile;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(bodyFile === '-' ? STANDARD_INPUT : bodyFile);
  } catch (error) {
    throw new AppError('not_found', `${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const recognised = recogniseText(bytes);
  if (recognised) return recognised.text;
  throw badField('body', 'invalid_text', `is not in an encoding that Vestry recognizes: save ${name} as UTF-8`);
}
