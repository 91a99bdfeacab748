/** What the messages of every channel have: a text, and people to write to. */
import * as z from 'zod';
import { tidy } from '../../lib/text.ts';
import { id, prose } from '../../lib/wire.ts';

/** So many people are written to at once; more are to be sent in parts. */
export const MOST_RECIPIENTS = 2000;

/** The text of a message, with at most so many characters. */
export const body = (max: number) =>
  z
    .string()
    .overwrite((value) => tidy(value.replace(/\r\n?/g, '\n')))
    .min(1)
    .max(max)
    .check(prose);

/** A list of recipients; the entries of one that is too long are not looked at, because that would keep others waiting. */
export const recipients = <T extends z.ZodType>(entry: T) =>
  z.array(entry).max(MOST_RECIPIENTS).nullable().default(null);

export const memberIds = recipients(id).describe('The members to write to, each once.');

type Lists = Readonly<Record<string, unknown>>;

/** The message, refused when two of its lists together name nobody, or too many; that is said beside what else is wrong. */
export function withRecipients<T extends z.ZodObject>(message: T, [first, second]: readonly [string, string]): T {
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  const count = (lists: Lists) => lengthOf(lists[first]) + lengthOf(lists[second]);
  // Asked whatever else is wrong, as long as it is an object.
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  const refusal = (code: string, error: string) => ({ path: [first], error, params: { code }, when });
  return message
    .refine((lists) => count(lists) > 0, refusal('required', `must name somebody, unless ${second} does`))
    .refine(
      (lists) => count(lists) <= MOST_RECIPIENTS,
      refusal('too_many', `may name ${MOST_RECIPIENTS} together with ${second}; send several batches`),
    );
}
