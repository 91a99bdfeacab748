import { Download, route } from '../../../http/route.ts';
import { LARGEST_RECEIPT, RECEIPT_TYPES } from './file-type.ts';
import { attachReceipt, listReceipts, type OpenReceipt, openReceipt, removeReceipt } from './service.ts';
import { KEY_READS, KEY_WRITES, readExpense } from '../expenses/routes.ts';
import { items } from '../../../lib/wire.ts';
import { Expense, ExpensePath, KeptReceipt, ReceiptPath, ReceiptQuery } from '../expenses/schema.ts';

const PATH = '/api/expenses/:id/receipt';
const ALL = '/api/expenses/:id/receipts';
const TYPES = Object.keys(RECEIPT_TYPES);
const UNSUBMITTED = 'Works only if the expense was never submitted; otherwise the response is 409 `receipt_locked`.';

export const receiptRoutes = [
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Attach a receipt to an expense; a submitted expense keeps its earlier receipts',
    description:
      'Send the file as it is, or in the field `file` of a form. With `keep=true`, the receipts of a draft are kept, too, and a file that the expense already has is not stored again. Its contents, not its name, decide its type. The owner may do this while the expense is a `Draft` or `PendingApproval`; a user with the permission `finance.manage` may do it at any time. If the expense was ever submitted, the earlier receipt stays readable, and earlier approvals no longer count. A person can store at most 200 receipts and 200 MiB for drafts that were never submitted, and an expense that keeps its receipts can have at most 20; beyond these limits, the response is 409 `receipt_limit`.',
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ExpensePath,
    query: ReceiptQuery,
    takes: { types: TYPES, limit: LARGEST_RECEIPT },
    answer: Expense,
    versionOf: readExpense,
    opensTransaction: true,
    errors: ['forbidden', 'receipt_limit', 'receipt_locked'],
    handle: (app, { params, query }, { file }) => attachReceipt(app, params.id, file, query.keep),
  }),
  route({
    method: 'GET',
    path: PATH,
    summary: 'Read the current receipt of an expense, as it was stored',
    description: 'The owner and users with the permission `expenses.readAll` may read it. Others get 404.',
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_READS,
    params: ExpensePath,
    produces: TYPES,
    errors: ['receipt_missing'],
    handle: async (app, { params }) => download(await openReceipt(app, params.id)),
  }),
  route({
    method: 'DELETE',
    path: PATH,
    summary: 'Remove the current receipt of an expense that was never submitted',
    description: UNSUBMITTED,
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ExpensePath,
    guardedBy: readExpense,
    opensTransaction: true,
    errors: ['forbidden', 'receipt_locked'],
    handle: (app, { params }) => removeReceipt(app, params.id),
  }),
  route({
    method: 'DELETE',
    path: `${ALL}/:receiptId`,
    summary: 'Remove any receipt of an expense that was never submitted',
    description: UNSUBMITTED,
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ReceiptPath,
    guardedBy: readExpense,
    opensTransaction: true,
    errors: ['forbidden', 'receipt_locked'],
    handle: (app, { params }) => removeReceipt(app, params.id, params.receiptId),
  }),
  route({
    method: 'GET',
    path: ALL,
    summary: 'List the receipts of an expense, the current one and earlier ones',
    description:
      'The oldest receipt comes first; the last one is the current receipt. Everybody who may read the expense may read them.',
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_READS,
    params: ExpensePath,
    answer: items(KeptReceipt),
    handle: (app, { params }) => listReceipts(app, params.id),
  }),
  route({
    method: 'GET',
    path: `${ALL}/:receiptId`,
    summary: 'Read the current or an earlier receipt of an expense, as it was stored',
    description: 'Everybody who may read the expense may read its receipts. Others get 404.',
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_READS,
    params: ReceiptPath,
    produces: TYPES,
    errors: ['receipt_missing'],
    handle: async (app, { params }) => download(await openReceipt(app, params.id, params.receiptId)),
  }),
];

function download({ contentType, fileName, ...content }: OpenReceipt): Download {
  return new Download(content, { contentType, fileName });
}
