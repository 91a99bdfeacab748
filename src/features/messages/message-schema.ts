/** The fields that the messages of every channel have: a text and recipients. */
import * as z from 'zod';
import { tidy } from '../../lib/text.ts';
import { id, prose } from '../../lib/wire.ts';

/** The largest number of recipients of one message. A message to more recipients must be sent in several batches. */
export const MOST_RECIPIENTS = 2000;

/** The text of a message, with at most `max` characters. */
export const body = (max: number) =>
  z
    .string()
    .overwrite((value) => tidy(value.replace(/\r\n?/g, '\n')))
    .min(1)
    .max(max)
    .check(prose);

/** A list of recipients. The entries of a list that is too long are not checked, because that would take too long. */
export const recipients = <T extends z.ZodType>(entry: T) =>
  z.array(entry).max(MOST_RECIPIENTS).nullable().default(null);

export const memberIds = recipients(id).describe('The members to write to, each once.');

type Lists = Readonly<Record<string, unknown>>;

/**
 * Adds to a message the rule that two of its lists together must contain at least one recipient and at most
 * `MOST_RECIPIENTS`.
 */
export function withRecipients<T extends z.ZodObject>(message: T, [first, second]: readonly [string, string]): T {
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  const count = (lists: Lists) => lengthOf(lists[first]) + lengthOf(lists[second]);
  // The rule is checked even if other fields are wrong, so that all faults are reported together.
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  const refusal = (code: string, error: string) => ({ path: [first], error, params: { code }, when });
  return message
    .refine((lists) => count(lists) > 0, refusal('required', `must name somebody, unless ${second} does`))
    .refine(
      (lists) => count(lists) <= MOST_RECIPIENTS,
      refusal('too_many', `may name at most ${MOST_RECIPIENTS} together with ${second}; send several batches`),
    );
}
