import { route } from '../../../http/route.ts';
import { Form1099Query, Form1099Report } from './schema.ts';
import { form1099 } from './service.ts';

export const form1099Routes = [
  route({
    method: 'GET',
    path: '/api/reports/1099',
    summary: 'Report payments to vendors for Form 1099',
    description:
      'Payments count on their day, unless they were voided, or were made by card, by PayPal or from a credit card or processor account. What people are paid back for buying from somebody else is left out. Vendors with one tax id are one item. The church must be in the United States. Tax ids are masked. Without `finance.manage`, they are null.',
    tag: 'Reports',
    permission: 'reports.read',
    query: Form1099Query,
    answer: Form1099Report,
    errors: ['not_in_this_country', 'no_threshold', 'sum_too_large'],
    handle: (app, { query }) => form1099(app, query.year),
  }),
];
