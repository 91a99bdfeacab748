/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
import { audited, type Examples, namesNothing, page, type RefusalExamples, type Said } from '../../../lib/examples.ts';
import { anonymousGiving, giving } from '../givings/examples.ts';

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
  counts: [],
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

const count = {
  at: '2026-03-01T19:10:44.870Z',
  countedBy: ['Grace Lin', 'John Miller'],
  countedCash: 40,
  countedChecks: 125.5,
  total: 165.5,
  submittedBy: 3,
  submittedByName: 'Ann Lee',
  reopenedAt: null,
  reopenedBy: null,
  reopenedByName: null,
  reason: null,
};

const submitted = { ...session, status: 'Submitted', submittedAt: count.at, submittedBy: 3, counts: [count] };

const reopened = {
  reopenedAt: '2026-03-02T16:05:00.000Z',
  reopenedBy: 4,
  reopenedByName: 'Paul Chen',
  reason: 'A check was entered twice.',
};

const LOCKED: Said = ['The offering session of 2026-03-01 is Submitted. Reopen it first.'];

export const EXAMPLES: Examples = {
  NewSession: {
    date: '2026-03-01',
    sundayAttendanceCount: 94,
    controlTotal: 165.5,
    countedCash: 40,
    countedChecks: 125.5,
    countedBy: ['Grace Lin', 'John Miller'],
    givings: [
      { categoryId: 1, amount: 125.5, method: 'Check', offeringNumber: '117', checkNumber: '1042' },
      { categoryId: 1, amount: 40, method: 'Cash', isAnonymous: true },
    ],
  },
  Reconciliation: { bankReference: 'DEP 0302-117', depositedOn: '2026-03-02' },
  Reopening: { reason: 'A check was entered twice.' },
  SessionCounts: {
    sundayAttendanceCount: 96,
    controlTotal: 165.5,
    countedCash: 40,
    countedChecks: 125.5,
    countedBy: ['Grace Lin', 'John Miller'],
    notes: 'Two came late.',
  },
  EnteredSession: session,
  OfferingSession: session,
  SessionItemPage: page({ ...counted, totalAmount: 165.5, givingCount: 2 }),
  OfferingDayPage: page({
    id: 12,
    date: '2026-03-01',
    status: 'Submitted',
    submittedAt: '2026-03-01T19:10:44.870Z',
    submittedByName: 'Ann Lee',
    reconciledAt: null,
    mayRead: false,
    sundayAttendanceCount: null,
    totalAmount: null,
    givingCount: null,
  }),
  SubmittedSession: {
    ...submitted,
    countedBy: ['Grace Lin'],
    warnings: [{ code: 'single_counter', message: 'Two people should count together. Enter both names.' }],
  },
  postOfferingSessionsIdReopen: { ...session, countedBy: [], counts: [{ ...count, ...reopened }] },
  postOfferingSessionsIdReconcile: {
    ...submitted,
    status: 'Reconciled',
    reconciledAt: '2026-03-03T16:05:00.000Z',
    reconciledBy: 3,
    bankReference: 'DEP 0302-117',
    depositedOn: '2026-03-02',
  },
};

export const REFUSALS: RefusalExamples = {
  postOfferingSessions: { unknown_reference: namesNothing('givings.0.memberId', 'member') },
  putOfferingSessionsId: { session_locked: LOCKED },
  deleteOfferingSessionsId: { session_locked: LOCKED },
  postOfferingSessionsIdSubmit: {
    invalid_transition: ['The offering session of 2026-03-01 is already Submitted.'],
  },
  postOfferingSessionsIdReconcile: {
    invalid_transition: ['Only a Submitted session can be reconciled. The session of 2026-03-01 is Draft.'],
  },
  postOfferingSessionsIdReopen: {
    invalid_transition: ['The offering session of 2026-03-01 is already a Draft.'],
  },
};
