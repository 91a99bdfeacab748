import * as z from 'zod';
import { date, optional, positiveMoney, text } from '../lib/wire.ts';

export const Reversal = z
  .strictObject({
    date: date.describe('The day on which it counts, in an open month.'),
    amount: optional(positiveMoney).describe('If left out, everything that is not reversed yet.'),
    reason: text(500).describe('The reason. It becomes the note of the reversal and is kept in the audit log.'),
  })
  .meta({ id: 'Reversal', description: 'How much is reversed, when and why.' });
export type Reversal = z.output<typeof Reversal>;
