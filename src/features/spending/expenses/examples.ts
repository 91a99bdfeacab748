/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import {
  audited,
  changed,
  type Examples,
  namesNothing,
  page,
  type RefusalExamples,
  type Said,
} from '../../../lib/examples.ts';

export const expense = {
  id: 58,
  subCategoryId: 21,
  subCategoryName: 'Sunday lunch',
  groupName: 'Fellowship',
  form990LineCode: '24',
  ministryId: 4,
  ministryName: 'Fellowship',
  splits: null,
  expenseDate: '2026-03-01',
  amount: 86.4,
  vendor: 'Golden Bowl 金碗小館',
  vendorId: null,
  description: 'Lunch boxes after the Sunday service',
  functionalClass: null,
  effectiveFunctionalClass: 'ProgramServices',
  memberId: 7,
  fundId: 1,
  fundName: 'General',
  paymentMethod: null,
  paymentReference: null,
  notes: 'For 24 guests of the spring concert.',
  status: 'Draft',
  bookedOn: null,
  reversalOf: null,
  submittedBy: 3,
  submittedByName: 'Grace Lin 林恩慈',
  approvedBy: null,
  approvedAt: null,
  rejectedReason: null,
  rejections: [],
  approvals: [],
  paidBy: null,
  paidOn: null,
  settled: null,
  waitsForUse: false,
  receipt: null,
  ...audited,
};

const approved = {
  ...expense,
  ...changed,
  status: 'Approved',
  bookedOn: '2026-03-02',
  approvedBy: 5,
  approvedAt: '2026-03-02T14:30:00.000Z',
  approvals: [{ by: 5, byName: 'John Miller', at: '2026-03-02T14:30:00.000Z' }],
};

export const paid = {
  ...approved,
  status: 'Paid',
  paymentMethod: 'Check',
  paymentReference: '2087',
  paidBy: 5,
  paidOn: '2026-03-04',
};

export const ownersOnly = (verb: string): Said => [`Only the owner or finance may ${verb} this expense.`];

const OUT_OF_USE: Said = ['Telephone is no longer in use. Choose another.'];

const REVERSED: Said = ['A reversed expense and its reversal cannot be changed or deleted.'];

export const EXAMPLES: Examples = {
  ExpenseReversal: { date: '2026-03-09', amount: 25.5, reason: 'The caterer took some lunch boxes back.' },
  Approval: { bookedOn: '2026-03-02' },
  InUse: { date: '2026-09-01' },
  NewExpense: {
    subCategoryId: 21,
    ministryId: 4,
    expenseDate: '2026-03-01',
    amount: 86.4,
    vendor: 'Golden Bowl 金碗小館',
    description: 'Lunch boxes after the Sunday service',
    memberId: 7,
    notes: 'For 24 guests of the spring concert.',
  },
  ExpensePayment: { paidOn: '2026-03-04', paymentMethod: 'Check', paymentReference: '2087' },
  Rejection: { reason: 'Please attach the receipt.' },
  Reversal: { date: '2026-03-09', amount: 125.5, reason: 'The bank returned check 1042.' },
  Expense: expense,
  EnteredExpense: expense,
  ExpensePage: page(paid, expense),
  PaidExpense: {
    ...paid,
    warnings: [{ code: 'same_approver_and_payer', message: 'The same person approved and paid this expense.' }],
  },
  ApprovedExpense: approved,
  postExpensesIdReject: {
    ...expense,
    ...changed,
    rejectedReason: 'Please attach the receipt.',
    rejections: [
      { by: 5, byName: 'John Miller', at: '2026-03-02T14:30:00.000Z', reason: 'Please attach the receipt.' },
    ],
  },
  postExpensesIdReverse: {
    ...paid,
    id: 61,
    amount: -86.4,
    notes: 'The caterer took the lunch boxes back.',
    reversalOf: 58,
  },
  postExpensesIdSubmit: { ...expense, status: 'PendingApproval' },
};

export const REFUSALS: RefusalExamples = {
  postExpenses: { unknown_reference: namesNothing('ministryId', 'ministry'), category_disabled: OUT_OF_USE },
  putExpensesId: {
    forbidden: ownersOnly('change'),
    reversed: REVERSED,
    unknown_reference: namesNothing('ministryId', 'ministry'),
    category_disabled: OUT_OF_USE,
  },
  deleteExpensesId: { forbidden: ownersOnly('change'), reversed: REVERSED },
  postExpensesIdSubmit: {
    forbidden: ownersOnly('submit'),
    invalid_transition: [
      'Only an expense that is Draft can be submitted; this one is Approved. Nothing was changed. It can be paid or reversed.',
    ],
  },
  postExpensesIdApprove: {
    forbidden: ['This needs the permission expenses.approve.'],
    invalid_transition: [
      'Only an expense that is PendingApproval can be approved; this one is Draft. Nothing was changed. Submit it first.',
    ],
  },
  postExpensesIdReject: {
    invalid_transition: [
      'Only an expense that is PendingApproval can be rejected; this one is Approved. Nothing was changed. It can be paid or reversed.',
    ],
  },
  postExpensesIdPay: { reversed: ['The whole expense is reversed, so there is nothing left to pay.'] },
  postExpensesIdReverse: {
    invalid_transition: ['Only an approved or paid expense can be reversed; this one is Draft. Change or delete it.'],
    reversed: ['A reversal cannot be reversed. Enter the expense again.'],
  },
};
