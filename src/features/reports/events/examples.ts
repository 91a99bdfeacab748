/** Examples for the OpenAPI document; see `lib/examples.ts`. */
import type { Examples } from '../../../lib/examples.ts';

const recounted = {
  code: 'reopened_count',
  kind: 'Recounted',
  at: '2026-03-02T16:05:00.000Z',
  by: 'Paul Chen',
  amount: 900,
  name: '2026-03-01',
  before: ['900.00'],
  after: ['500.00'],
  count: null,
  reason: 'A check was entered twice.',
  message:
    'The offering of 2026-03-01 was reopened after it was counted: 900.00, now 500.00. Reason: A check was entered twice.',
  link: '/offerings/12',
};

const fee = {
  code: 'fee',
  kind: 'FeeKept',
  at: '2026-03-09T15:40:12.000Z',
  by: 'Paul Chen',
  amount: 3.2,
  name: 'Fee of the deposit of 2026-03-08',
  before: null,
  after: null,
  count: null,
  reason: null,
  message: 'A fee was paid without an approval: Fee of the deposit of 2026-03-08.',
  link: '/expenses/88',
};

const looked = { at: '2026-03-05T18:30:00.000Z', by: 'Ruth Wang' };

export const EXAMPLES: Examples = {
  MonthEvents: { month: '2026-03', items: [recounted, fee], looked, isLooked: false, mayLook: true, newItems: 1 },
  postEventsMonthLooked: { month: '2026-03', items: [recounted], looked, isLooked: true, mayLook: true, newItems: 0 },
};
