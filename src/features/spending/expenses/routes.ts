import { CLOSES } from '../../../books/period-words.ts';
import { route } from '../../../http/route.ts';
import { approveExpense, rejectExpense } from './approval.ts';
import { payExpense } from '../payments/pay.ts';
import { submitExpense } from './moves.ts';
import { reverseExpense } from './reversal.ts';
import {
  Approval,
  ApprovedExpense,
  EnteredExpense,
  Expense,
  ExpensePage,
  ExpensePath,
  ExpenseQuery,
  ExpenseReversal,
  NewExpense,
  PaidExpense,
  ExpensePayment,
  Rejection,
} from './schema.ts';
import { createExpense, deleteExpense, getExpense, listExpenses, listOwnExpenses, updateExpense } from './service.ts';
import { withVendorWarning } from './vendor.ts';

const OWNER =
  'The owner and users with the permission `finance.manage` may do this. Other users get 403 if they may read the expense, and 404 if they may not.';

/** What a key for a program needs to read the expenses of its owner, and to change them. */
export const KEY_READS = ['expenses.submit', 'expenses.readAll'] as const;
export const KEY_WRITES = ['expenses.submit', 'finance.manage'] as const;

/** The errors about the day of a payment. */
const DAY = ['before_the_books', 'period_finalized'] as const;

/** The errors about the records that an expense and its parts name. */
const REFERENCES = [
  'account_disabled',
  'account_reserved',
  'category_disabled',
  'fund_disabled',
  'unknown_reference',
  'vendor_disabled',
] as const;

export const readExpense = route({
  method: 'GET',
  path: '/api/expenses/:id',
  summary: 'Read an expense',
  description: 'The owner and users with the permission `expenses.readAll` may read it. Others get 404.',
  tag: 'Expenses',
  permission: 'signed-in',
  keyNeeds: KEY_READS,
  params: ExpensePath,
  answer: Expense,
  versioned: true,
  handle: (app, { params }) => getExpense(app, params.id),
});

export const expenseRoutes = [
  route({
    method: 'GET',
    path: '/api/expenses/mine',
    summary: "List the caller's own expenses",
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_READS,
    query: ExpenseQuery,
    answer: ExpensePage,
    handle: (app, { query }) => listOwnExpenses(app, query),
  }),
  readExpense,
  route({
    method: 'GET',
    path: '/api/expenses',
    summary: 'List expenses',
    tag: 'Expenses',
    permission: 'expenses.readAll',
    query: ExpenseQuery,
    answer: ExpensePage,
    handle: (app, { query }) => listExpenses(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/expenses',
    summary: 'Enter an expense as a draft',
    tag: 'Expenses',
    permission: 'expenses.submit',
    body: NewExpense,
    answer: EnteredExpense,
    status: 201,
    location: ({ id }) => `/api/expenses/${id}`,
    versionOf: readExpense,
    keyed: 'transaction',
    errors: [...REFERENCES, ...DAY, 'fund_overdrawn'],
    handle: async (app, { body }) => withVendorWarning(app, await createExpense(app, body)),
  }),
  route({
    method: 'PUT',
    path: '/api/expenses/:id',
    summary: 'Replace the contents of a draft',
    description: `Only a \`Draft\` can be changed. ${OWNER}`,
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ExpensePath,
    body: NewExpense,
    answer: EnteredExpense,
    versionOf: readExpense,
    errors: ['forbidden', 'fund_overdrawn', 'not_draft', 'reversed', 'settled', ...REFERENCES, ...DAY],
    handle: async (app, { params, body }) => withVendorWarning(app, await updateExpense(app, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/expenses/:id',
    summary: 'Delete a draft',
    description: `Only a \`Draft\` can be deleted. ${OWNER}`,
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ExpensePath,
    versionOf: readExpense,
    errors: ['forbidden', 'not_draft', 'reversed', 'settled'],
    handle: (app, { params }) => deleteExpense(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/expenses/:id/submit',
    summary: 'Submit an expense for approval',
    description: `\`Draft\` becomes \`PendingApproval\`. An expense with \`settled\` gets its payment now. Its amount is in the account "Paid, not yet booked" until the expense is booked. ${OWNER}`,
    tag: 'Expenses',
    permission: 'signed-in',
    keyNeeds: KEY_WRITES,
    params: ExpensePath,
    answer: Expense,
    versionOf: readExpense,
    errors: ['account_disabled', 'account_reserved', 'forbidden', 'invalid_transition', 'unknown_reference', ...DAY],
    handle: (app, { params }) => submitExpense(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/expenses/:id/approve',
    summary: 'Approve an expense, as its only approver or as one of two',
    description: `\`PendingApproval\` becomes \`Approved\`. Users may not approve an expense that they entered, changed, imported or submitted, or that pays them back. Only a \`super_admin\` may do so, and the response then has the warning \`self_approval\`. An \`amount\` above \`secondApprovalAbove\` needs the approval of two people: after the first approval the expense is still \`PendingApproval\`, with one entry in \`approvals\`. An expense with \`settled\` becomes \`Paid\` at once. The expense counts on the latest \`bookedOn\` given, or else on its \`expenseDate\`. This date may not be after tomorrow, or after the first open date if that is later. A date before the books begin is refused with 422 \`before_the_books\`. ${CLOSES}`,
    tag: 'Expenses',
    permission: 'expenses.approve',
    params: ExpensePath,
    body: Approval,
    answer: ApprovedExpense,
    versionOf: readExpense,
    errors: [
      'self_approval',
      'approver_pays',
      'already_approved_by_you',
      'before_the_books',
      'fund_overdrawn',
      'invalid_transition',
      'period_finalized',
    ],
    handle: (app, { params, body }) => approveExpense(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/expenses/:id/reject',
    summary: 'Reject an expense and return it to its owner',
    description:
      '`PendingApproval` becomes `Draft` again. The reason is stored in `rejections`, and earlier approvals no longer count.',
    tag: 'Expenses',
    permission: 'expenses.approve',
    params: ExpensePath,
    body: Rejection,
    answer: Expense,
    versionOf: readExpense,
    errors: ['invalid_transition'],
    handle: (app, { params, body }) => rejectExpense(app, params.id, body.reason),
  }),
  route({
    method: 'POST',
    path: '/api/expenses/:id/pay',
    summary: 'Record the payment of an approved expense',
    description: `\`Approved\` becomes \`Paid\`. If the payer also approved the expense, an amount above \`payerMayApproveUpTo\` is refused with 403 \`approver_pays\`. Up to that limit, the response has the warning \`same_approver_and_payer\`. A future day is refused with 400, and a day before the books begin with 422 \`before_the_books\`. ${CLOSES}`,
    tag: 'Expenses',
    permission: 'finance.manage',
    params: ExpensePath,
    body: ExpensePayment,
    answer: PaidExpense,
    versionOf: readExpense,
    errors: [
      'account_disabled',
      'account_reserved',
      'approver_pays',
      'before_the_books',
      'invalid_transition',
      'period_finalized',
      'reversed',
      'unknown_reference',
    ],
    handle: (app, { params, body }) => payExpense(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/expenses/:id/reverse',
    summary: 'Reverse an expense by adding a negative one',
    description: `Reverses an \`Approved\` or \`Paid\` expense by adding an expense with a negative \`amount\`. Its \`reversalOf\` is the id of the original. ${CLOSES}`,
    tag: 'Expenses',
    permission: 'finance.manage',
    params: ExpensePath,
    body: ExpenseReversal,
    answer: Expense,
    status: 201,
    location: ({ id }) => `/api/expenses/${id}`,
    versionOf: readExpense,
    keyed: 'transaction',
    errors: [
      'already_reversed',
      'before_the_books',
      'fund_overdrawn',
      'reversed',
      'invalid_transition',
      'overpaid',
      'period_finalized',
    ],
    handle: (app, { params, body }) => reverseExpense(app, params.id, body),
  }),
];
