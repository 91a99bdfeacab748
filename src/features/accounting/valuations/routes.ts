import { CLOSES } from '../../../books/period-words.ts';
import { route } from '../../../http/route.ts';
import { NewValuation, Valuation, ValuationPath } from './schema.ts';
import { valueAccount } from './service.ts';

export const valuationRoutes = [
  route({
    method: 'POST',
    path: '/api/accounts/:id/valuations',
    summary: 'Book what an investment is worth',
    description: `Only for an Investment account. Books the gain or loss since the last value under "Gain or loss on investments", and the fee as an expense under Bank & Processing Fees. A day before that of a later value of the same holder is refused (409 \`value_booked\`). If a later sale took more than the value leaves, the value is booked with the warning \`below_zero\`. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: ValuationPath,
    body: NewValuation,
    answer: Valuation,
    status: 201,
    location: ({ id }) => `/api/journal-entries/${id}`,
    keyed: 'transaction',
    errors: [
      'account_disabled',
      'account_reserved',
      'before_the_books',
      'conflict',
      'period_finalized',
      'sum_too_large',
      'unknown_reference',
      'value_booked',
    ],
    handle: (app, { params, body }) => valueAccount(app, params.id, body),
  }),
];
