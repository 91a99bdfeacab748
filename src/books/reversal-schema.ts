import * as z from 'zod';
import { date, optional, positiveMoney, text } from '../lib/wire.ts';

export const Reversal = z
  .strictObject({
    date: date.describe('The date on which the reversal counts. It must be in an open month.'),
    amount: optional(positiveMoney).describe(
      'The amount to reverse. If left out, it is everything that has not been reversed yet.',
    ),
    reason: text(500).describe('The reason. It becomes the note of the reversal and is kept in the audit log.'),
  })
  .meta({ id: 'Reversal', description: 'How much to reverse, on which date, and why.' });
export type Reversal = z.output<typeof Reversal>;
