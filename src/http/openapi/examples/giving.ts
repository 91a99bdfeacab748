/** Examples of answers about givings, offering sessions, and what is made from them. */
import { attendance, audited, changed, list, page } from './parts.ts';

const givingCategory = {
  id: 1,
  name: 'General offering',
  nameZh: '主日奉獻',
  description: null,
  isTaxDeductible: true,
  isRestricted: false,
  isActive: true,
  sortOrder: 0,
  ...audited,
};

const giving = {
  id: 501,
  categoryId: 1,
  categoryName: 'General offering',
  parts: null,
  amount: 125.5,
  date: '2026-03-01',
  method: 'Check',
  memberId: 7,
  memberName: 'En-Tzu Lin',
  isAnonymous: false,
  checkNumber: '1042',
  zelleReference: null,
  payPalReference: null,
  note: null,
  sessionId: 12,
  giftDate: '2026-03-01',
  benefitAmount: null,
  nonCashDescription: null,
  reversalOf: null,
  entryKey: '3f1d6a52-8f0b-4c8e-9f0e-2a7d5c1b9e64',
  enteredBy: 5,
  enteredByName: 'Ann Lee',
  ...audited,
};

const anonymousGiving = {
  ...giving,
  id: 502,
  amount: 40,
  method: 'Cash',
  memberId: null,
  memberName: null,
  isAnonymous: true,
  checkNumber: null,
  entryKey: null,
};

const splitGiving = {
  ...giving,
  id: 503,
  categoryId: null,
  categoryName: null,
  parts: [
    { categoryId: 1, categoryName: 'General offering', amount: 60 },
    { categoryId: 4, categoryName: 'Missions', amount: 40 },
  ],
  amount: 100,
  checkNumber: '1043',
  entryKey: null,
};

const reversal = {
  ...giving,
  id: 530,
  amount: -125.5,
  date: '2026-03-09',
  sessionId: null,
  note: 'The bank returned cheque 1042.',
  reversalOf: 501,
  entryKey: null,
};

const counted = {
  id: 12,
  date: '2026-03-01',
  status: 'Draft',
  sundayAttendanceCount: 94,
  controlTotal: 165.5,
  countedCash: 40,
  countedChecks: 125.5,
  countedBy: ['Grace Lin', 'John Miller'],
  notes: null,
  submittedAt: null,
  submittedBy: null,
  reconciledAt: null,
  reconciledBy: null,
  bankReference: null,
  depositedOn: null,
  ...audited,
};

const session = {
  ...counted,
  totals: {
    totalAmount: 165.5,
    givingCount: 2,
    byCategory: [{ categoryId: 1, name: 'General offering', amount: 165.5, count: 2 }],
    byMethod: [
      { method: 'Cash', amount: 40, count: 1 },
      { method: 'Check', amount: 125.5, count: 1 },
    ],
  },
  givings: [giving, anonymousGiving],
};

const submitted = { ...session, status: 'Submitted', submittedAt: '2026-03-01T19:10:44.870Z', submittedBy: 3 };

const summed = { amount: 6120.5, count: 48, givers: 31 };

const meal = { date: '2026-03-01', adultCount: 64, youthCount: 12, childCount: 18, ...audited };

const contribution = {
  memberId: 7,
  memberName: 'En-Tzu Lin',
  chineseName: '林恩慈',
  memberIds: [7, 8],
  count: 12,
  total: 1506,
  benefit: 0,
  deductible: 1506,
  notDeductible: 0,
  giftsInKind: 0,
  statementNumber: null,
  issuedAt: null,
};

export const GIVING: Readonly<Record<string, unknown>> = {
  Contribution: contribution,
  ContributionPage: page(contribution),
  EnteredGiving: giving,
  EnteredSession: session,
  Giving: giving,
  GivingCategory: givingCategory,
  GivingCategoryList: list(givingCategory),
  GivingPage: page(giving, anonymousGiving, splitGiving),
  GivingSummary: {
    from: '2026-03-01',
    to: '2026-03-31',
    groupBy: 'month',
    items: [{ key: '2026-03', name: '2026-03', categoryId: null, ...summed, attendance }],
    totals: { ...summed, attendance },
  },
  MealAttendance: meal,
  MealAttendancePage: page(meal),
  OfferingSession: session,
  SessionItemPage: page({ ...counted, totalAmount: 165.5, givingCount: 2 }),
  SubmittedSession: {
    ...submitted,
    countedBy: ['Grace Lin'],
    warnings: [{ code: 'single_counter', message: 'Two people should count together. Enter both names.' }],
  },
  postContributionsYearMemberIdIssue: {
    ...contribution,
    statementNumber: '2026-0012',
    issuedAt: '2027-01-15T16:05:00.000Z',
  },
  postGivingCategoriesIdDisable: { ...givingCategory, ...changed, isActive: false },
  postGivingsIdReverse: reversal,
  postOfferingSessionsIdReconcile: {
    ...submitted,
    status: 'Reconciled',
    reconciledAt: '2026-03-03T16:05:00.000Z',
    reconciledBy: 3,
    bankReference: 'DEP 0302-117',
    depositedOn: '2026-03-02',
  },
};
