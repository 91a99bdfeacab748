/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
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
