import * as z from 'zod';
import { date, optional, positiveMoney, text } from '../lib/wire.ts';

export const Reversal = z
  .strictObject({
    date: date.describe('The day on which it counts, in an open month.'),
    amount: optional(positiveMoney).describe('Left out, all that is not yet reversed.'),
    reason: text(500).describe('Why; the reversal has it as its note, and the audit log has it, too.'),
  })
  .meta({ id: 'Reversal', description: 'How much is taken back, when and why.' });
export type Reversal = z.output<typeof Reversal>;
