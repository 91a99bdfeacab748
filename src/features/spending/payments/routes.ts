import { route } from '../../../http/route.ts';
import { createPayment } from './pay.ts';
import { EnteredPayment, NewPayment, Payment, PaymentPage, PaymentPath, PaymentQuery, PaymentVoid } from './schema.ts';
import { getPayment, listPayments } from './service.ts';
import { deletePayment, voidPayment } from './void.ts';

const readPayment = route({
  method: 'GET',
  path: '/api/payments/:id',
  summary: 'Read a payment',
  tag: 'Books',
  permission: 'reports.read',
  params: PaymentPath,
  answer: Payment,
  versioned: true,
  handle: (app, { params }) => getPayment(app, params.id),
});

export const paymentRoutes = [
  readPayment,
  route({
    method: 'GET',
    path: '/api/payments',
    summary: 'List payments',
    tag: 'Books',
    permission: 'reports.read',
    query: PaymentQuery,
    answer: PaymentPage,
    handle: (app, { query }) => listPayments(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/payments',
    summary: 'Pay one or more approved expenses, or bills of the opening of the books',
    description:
      'An expense becomes `Paid` when it is completely paid. If the payer also approved one of the expenses, the ' +
      'response has the warning `same_approver_and_payer`.',
    tag: 'Books',
    permission: 'finance.manage',
    body: NewPayment,
    answer: EnteredPayment,
    status: 201,
    location: ({ id }) => `/api/payments/${id}`,
    versionOf: readPayment,
    keyed: 'transaction',
    errors: [
      'account_disabled',
      'account_reserved',
      'approver_pays',
      'before_the_books',
      'invalid_transition',
      'overpaid',
      'period_finalized',
      'reversed',
      'unknown_reference',
    ],
    handle: (app, { body }) => createPayment(app, body),
  }),
  route({
    method: 'POST',
    path: '/api/payments/:id/void',
    summary: 'Void a payment, such as a lost check',
    description: 'The expenses of the payment are `Approved` again. The payment itself is kept and marked as voided.',
    tag: 'Books',
    permission: 'finance.manage',
    params: PaymentPath,
    body: PaymentVoid,
    answer: Payment,
    versionOf: readPayment,
    errors: ['before_the_books', 'period_finalized', 'reconciled', 'reversed', 'voided'],
    handle: (app, { params, body }) => voidPayment(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/payments/:id',
    summary: 'Delete a payment that was entered by mistake',
    description:
      'A payment can be deleted only in an open month, and only if no money came back for its expenses, which are then ' +
      '`Approved` again. A payment of a finalized month can be voided instead. The fee of a deposit is deleted with the ' +
      'deposit.',
    tag: 'Books',
    permission: 'finance.manage',
    params: PaymentPath,
    versionOf: readPayment,
    errors: ['before_the_books', 'deposited', 'period_finalized', 'reconciled', 'reversed', 'voided'],
    handle: (app, { params }) => deletePayment(app, params.id),
  }),
];
