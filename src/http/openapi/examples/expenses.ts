/** Examples of answers about expenses, statements and reports, and the church itself. */
import type { Json } from '../schemas.ts';
import { BODIES } from './bodies.ts';
import { attendance, audited, changed, list, page } from './parts.ts';

const subCategory = {
  id: 21,
  groupId: 3,
  name: 'Sunday lunch',
  nameZh: '愛宴',
  form990LineCode: '24',
  isActive: true,
  ...audited,
};

const group = { id: 3, name: 'Fellowship', nameZh: '團契', isActive: true, subCategories: [subCategory], ...audited };

const expense = {
  id: 58,
  subCategoryId: 21,
  subCategoryName: 'Sunday lunch',
  groupName: 'Fellowship',
  form990LineCode: '24',
  ministryId: 4,
  ministryName: 'Fellowship',
  expenseDate: '2026-03-01',
  amount: 86.4,
  vendor: 'Golden Bowl 金碗小館',
  description: 'Lunch boxes after the Sunday service',
  functionalClass: null,
  effectiveFunctionalClass: 'ProgramServices',
  memberId: 7,
  fundCategoryId: null,
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

const paid = {
  ...approved,
  status: 'Paid',
  paymentMethod: 'Check',
  paymentReference: '2087',
  paidBy: 5,
  paidOn: '2026-03-04',
};

const receipt = {
  fileName: 'golden-bowl.pdf',
  contentType: 'application/pdf',
  size: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const figures = {
  openingBalance: 4210.35,
  totalGiving: 6120.5,
  totalExpenses: 3875.25,
  netChange: 2245.25,
  closingBalance: 6455.6,
};
const statement = {
  year: 2026,
  month: 3,
  status: 'Draft',
  ...figures,
  givingByCategory: [{ categoryId: 1, name: 'General offering', amount: 6120.5, count: 48 }],
  expensesByGroup: [
    {
      groupId: 3,
      name: 'Fellowship',
      amount: 3875.25,
      count: 9,
      subCategories: [{ subCategoryId: 21, name: 'Sunday lunch', amount: 3875.25, count: 9 }],
    },
  ],
  funds: [{ categoryId: 6, name: 'Building fund 建堂基金', opening: 1200, giving: 0, expenses: 0, closing: 1200 }],
  unpaid: { amount: 86.4, count: 1 },
  attendance,
  notes: null,
  finalizedAt: null,
  finalizedBy: null,
  ...audited,
};

const finalized = { status: 'Finalized', finalizedAt: '2026-04-02T15:12:09.331Z', finalizedBy: 3 };

const columns = { total: 3875.25, programServices: 3875.25, managementAndGeneral: 0, fundraising: 0 };

export const EXPENSES: Readonly<Record<string, unknown>> = {
  AiStatus: { provider: 'Anthropic', model: 'claude-haiku-4-5', source: 'profile', configured: true },
  AuditEntryPage: page({
    id: 2041,
    at: '2026-03-02T14:30:00.000Z',
    action: 'ExpenseApproved',
    actorId: 5,
    actorName: 'John Miller',
    entityType: 'Expense',
    entityId: '58',
    changes: { status: ['PendingApproval', 'Approved'], bookedOn: [null, '2026-03-02'] },
    ipAddress: '192.0.2.17',
    requestId: '5f0c1d9e-3b7a-4a55-9a53-6d2f7f2f0c11',
  }),
  CategorySuggestion: { subCategoryId: 21, ministryId: 4, confidence: 0.9, rationale: 'A meal for the congregation.' },
  Church: {
    name: 'Grace Church',
    currency: 'USD',
    timeZone: 'America/Chicago',
    locale: 'en-US',
    today: '2026-03-01',
  },
  ChurchProfile: {
    ...BODIES['ChurchProfileUpdate'],
    address: { ...(BODIES['ChurchProfileUpdate']?.['address'] as Json), line2: null },
    aiModel: null,
    aiBaseUrl: null,
    openAiApiKey: null,
    googleApiKey: null,
    compatibleApiKey: null,
    ...audited,
  },
  Expense: expense,
  ExpenseCategoryGroup: group,
  ExpenseCategoryGroupList: list(group),
  ExpensePage: page(paid, expense),
  ExpenseSubCategory: subCategory,
  Form990ExpenseLineList: list({
    code: '11b',
    description: 'Legal',
    allowedColumns: ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'],
  }),
  Form990Report: {
    from: '2026-01-01',
    to: '2026-12-31',
    lines: [
      {
        code: '24a',
        description: 'Sunday lunch',
        ...columns,
        subCategories: [{ id: 21, name: 'Sunday lunch', total: 3875.25 }],
      },
      { code: '25', description: 'Total functional expenses', ...columns, subCategories: [] },
    ],
    totals: columns,
    warnings: [],
  },
  Health: {
    status: 'ok',
    version: '0.1.0',
    uptimeSeconds: 86_400,
    checks: { database: 'ok', storage: 'ok', backup: 'ok' },
  },
  getHealth503: {
    status: 'degraded',
    version: '0.1.0',
    uptimeSeconds: 86_400,
    checks: { database: 'ok', storage: 'failed', backup: 'ok' },
  },
  MinistryList: list({
    id: 4,
    name: 'Fellowship',
    nameZh: '團契',
    defaultFunctionalClass: 'ProgramServices',
    isActive: true,
    ...audited,
  }),
  MonthlyStatement: statement,
  MonthlyStatementItemList: list({
    year: 2026,
    month: 2,
    openingBalance: 3980.1,
    totalGiving: 5410,
    totalExpenses: 5179.75,
    netChange: 230.25,
    closingBalance: 4210.35,
    notes: null,
    ...finalized,
    finalizedAt: '2026-03-03T16:40:12.700Z',
  }),
  OpenApiDocument: { openapi: '3.1.0', info: { title: 'Vestry', version: '0.1.0' }, paths: {} },
  PaidExpense: {
    ...paid,
    warnings: [{ code: 'same_approver_and_payer', message: 'The same person approved and paid this expense.' }],
  },
  SavedMonthlyStatement: {
    ...statement,
    warnings: [
      {
        code: 'opening_differs',
        message:
          'The opening balance is 4,210.35, but the months before carry 4,120.35 into this month. Correct it, or leave it out to carry theirs.',
        carried: 4120.35,
      },
    ],
  },
  ApprovalRules: { secondApprovalAbove: 500, payerMayApproveUpTo: 100, ...audited },
  ApprovedExpense: approved,
  KeptReceiptList: list({ id: 31, ...receipt, addedBy: 3, addedAt: '2026-03-01T18:22:41.120Z', isCurrent: true }),
  postExpensesIdReject: {
    ...expense,
    ...changed,
    rejectedReason: 'Please attach the receipt.',
    rejections: [
      { by: 5, byName: 'John Miller', at: '2026-03-02T14:30:00.000Z', reason: 'Please attach the receipt.' },
    ],
  },
  postExpensesIdReverse: { ...paid, id: 61, amount: -86.4, notes: 'The caterer took it back.', reversalOf: 58 },
  postExpensesIdSubmit: { ...expense, status: 'PendingApproval' },
  putExpensesIdReceipt: { ...expense, receipt },
  getForm990FunctionalExpensesCodeExpenses: page(paid),
  postMonthlyStatementsYearMonthFinalize: { ...statement, ...finalized },
};
