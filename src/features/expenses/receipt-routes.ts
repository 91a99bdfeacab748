import { Download, route } from '../../http/route.ts';
import { RECEIPT_TYPES } from './receipt-type.ts';
import { attachReceipt, openReceipt, removeReceipt } from './receipts.ts';
import { readExpense } from './routes.ts';
import { Expense, ExpensePath } from './schema.ts';

const PATH = '/api/expenses/:id/receipt';
const TYPES = Object.keys(RECEIPT_TYPES);
const LIMIT = 10 * 1024 * 1024;

export const receiptRoutes = [
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Attach a receipt to an expense, in place of the one it had',
    tag: 'Expenses',
    permission: 'signed-in',
    params: ExpensePath,
    takes: { types: TYPES, limit: LIMIT },
    answer: Expense,
    versionOf: readExpense,
    opensTransaction: true,
    errors: ['forbidden', 'receipt_locked'],
    handle: (app, { params }, { file }) => attachReceipt(app, params.id, file),
  }),
  route({
    method: 'GET',
    path: PATH,
    summary: 'Read the receipt of an expense, as it was stored',
    tag: 'Expenses',
    permission: 'signed-in',
    params: ExpensePath,
    produces: TYPES,
    handle: async (app, { params }) => {
      const { contentType, fileName, ...content } = await openReceipt(app, params.id);
      return new Download(content, { contentType, fileName });
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    summary: 'Take the receipt off an expense',
    tag: 'Expenses',
    permission: 'signed-in',
    params: ExpensePath,
    guardedBy: readExpense,
    opensTransaction: true,
    errors: ['forbidden', 'receipt_locked'],
    handle: (app, { params }) => removeReceipt(app, params.id),
  }),
];
