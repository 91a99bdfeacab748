import { route } from '../../../http/route.ts';
import { listFilings, recordFilings } from './filings.ts';
import { Form1099FilingList, Form1099Query, Form1099Report, NewForm1099Filing } from './schema.ts';
import { form1099 } from './service.ts';

export const form1099Routes = [
  route({
    method: 'GET',
    path: '/api/reports/1099',
    summary: 'Report payments to vendors for Form 1099',
    description:
      'Payments count on their day, unless they were voided, or were made by card, by PayPal or from a credit card or processor account. What people are paid back for buying from somebody else is left out. Vendors with one tax id are one item. `forms` says which forms must be filed or corrected. The church must be in the United States. Tax ids are masked. Without `finance.manage`, they are null.',
    tag: 'Reports',
    permission: 'reports.read',
    query: Form1099Query,
    answer: Form1099Report,
    errors: ['not_in_this_country', 'no_threshold', 'sum_too_large'],
    handle: (app, { query }) => form1099(app, query.year),
  }),
  route({
    method: 'GET',
    path: '/api/reports/1099/filings',
    summary: 'List what was filed on Form 1099',
    description:
      'Everything that was recorded for the payments of a year. Without `finance.manage`, the masked tax ids are null.',
    tag: 'Reports',
    permission: 'reports.read',
    query: Form1099Query,
    answer: Form1099FilingList,
    errors: ['not_in_this_country'],
    handle: (app, { query }) => listFilings(app, query.year),
  }),
  route({
    method: 'POST',
    path: '/api/reports/1099/filings',
    summary: 'Record that forms of a year were filed',
    description:
      'Keeps the name, the masked tax id and the amount of each box as the report has them now. From then on, `forms` of the report says when a corrected form is needed. A correction is recorded in the same way, and what was filed before is kept. If no form must be filed or corrected, nothing is recorded, and `items` is empty.',
    tag: 'Reports',
    permission: 'finance.manage',
    body: NewForm1099Filing,
    answer: Form1099FilingList,
    status: 201,
    keyed: 'transaction',
    errors: ['not_in_this_country', 'no_threshold', 'sum_too_large'],
    handle: (app, { body }) => recordFilings(app, body),
  }),
];
