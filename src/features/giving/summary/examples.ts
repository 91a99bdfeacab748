/** Examples for the API document, by the name of the schema, or by the operation whose answer needs a fuller one. */
import { attendance, type Examples } from '../../../lib/examples.ts';

const summed = { amount: 6120.5, count: 48, givers: 31 };

export const EXAMPLES: Examples = {
  GivingSummary: {
    from: '2026-03-01',
    to: '2026-03-31',
    groupBy: 'month',
    items: [{ key: '2026-03', name: '2026-03', categoryId: null, ...summed, attendance }],
    totals: { ...summed, attendance },
  },
};
