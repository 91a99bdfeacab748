/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples, page } from '../../../lib/examples.ts';

const payment = {
  id: 31,
  date: '2026-03-12',
  accountId: 2,
  accountName: 'Checking',
  method: 'Check',
  reference: '3101',
  payee: 'City Power',
  amount: 260,
  items: [
    { expenseId: 12, payableId: null, vendor: null, amount: 180 },
    { expenseId: null, payableId: 3, vendor: 'City Power', amount: 80 },
  ],
  voidedOn: null,
  voidReason: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewPayment: {
    date: '2026-03-12',
    method: 'Check',
    reference: '3101',
    items: [{ expenseId: 12 }, { payableId: 3, amount: 80 }],
  },
  Payment: payment,
  EnteredPayment: payment,
  PaymentPage: page(payment),
  PaymentVoid: { date: '2026-03-20', reason: 'The check was lost in the mail.' },
  postPaymentsIdVoid: { ...payment, voidedOn: '2026-03-20', voidReason: 'The check was lost in the mail.' },
};
