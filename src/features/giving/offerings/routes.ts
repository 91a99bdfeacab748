import { CLOSES } from '../../../books/period-words.ts';
import { Download, route } from '../../../http/route.ts';
import { Reopening } from '../../../lib/wire.ts';
import { DRAFTS_ONLY } from '../words.ts';
import { listOfferingDays } from './days.ts';
import type { Paper } from './paper.ts';
import {
  EnteredSession,
  NewSession,
  OfferingDayPage,
  OfferingDayQuery,
  PaperQuery,
  Reconciliation,
  Session,
  SessionCounts,
  SessionPage,
  SessionPath,
  SessionQuery,
  SubmittedSession,
} from './schema.ts';
import {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  reconcileSession,
  reopenSession,
  submitSession,
  updateSession,
} from './service.ts';

const readSession = route({
  method: 'GET',
  path: '/api/offering-sessions/:id',
  summary: 'Read an offering session with its givings',
  description: `${DRAFTS_ONLY} The user who submitted a session can still read it for 24 hours.`,
  tag: 'Offering sessions',
  permission: ['giving.read', 'giving.write'],
  params: SessionPath,
  answer: Session,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app, { params }) => getSession(app, params.id),
});

const PRINTERS = 'Whoever submitted a session can still print it for 24 hours.';

/** Returns the route that prints a paper of a session. */
function paperRoute(paper: Paper, about: { path: `/api/${string}`; summary: string; description: string }) {
  return route({
    method: 'GET',
    ...about,
    tag: 'Offering sessions',
    permission: ['giving.read', 'giving.write'],
    params: SessionPath,
    query: PaperQuery,
    produces: 'application/pdf',
    errors: ['sum_too_large'],
    handle: async (app, { params, query }) => {
      const session = await getSession(app, params.id);
      const { drawPaper, PAPERS } = await import('./paper.ts');
      return new Download(await drawPaper(app, paper, session, query.locale), {
        contentType: 'application/pdf',
        fileName: `${PAPERS[paper].fileName} ${session.date}.pdf`,
      });
    },
  });
}

export const offeringRoutes = [
  readSession,
  paperRoute('depositSlip', {
    path: '/api/offering-sessions/:id/deposit-slip.pdf',
    summary: 'Print the deposit slip of an offering session',
    description: `The cash and the checks, for the bank. It names no giver. ${PRINTERS}`,
  }),
  paperRoute('depositSlip', {
    path: '/api/offering-sessions/:id/slip.pdf',
    summary: 'Print the deposit slip of an offering session, at its earlier address',
    description: `The same as \`deposit-slip.pdf\`. ${PRINTERS}`,
  }),
  paperRoute('countSheet', {
    path: '/api/offering-sessions/:id/count-sheet.pdf',
    summary: 'Print the count sheet of an offering session',
    description: `Every gift with its giver, the sums, and what was counted. It stays in the church. ${PRINTERS}`,
  }),
  route({
    method: 'GET',
    path: '/api/offering-sessions',
    summary: 'List offering sessions',
    description: DRAFTS_ONLY,
    tag: 'Offering sessions',
    permission: ['giving.read', 'giving.write'],
    query: SessionQuery,
    answer: SessionPage,
    errors: ['sum_too_large'],
    handle: (app, { query }) => listSessions(app, query),
  }),
  route({
    method: 'GET',
    path: '/api/offering-days',
    summary: 'List the days that have an offering session',
    description:
      'For everybody who counts: which days have a session already, its status, and who submitted it. A caller who may not read a session gets null instead of its figures.',
    tag: 'Offering sessions',
    permission: ['giving.read', 'giving.write'],
    query: OfferingDayQuery,
    answer: OfferingDayPage,
    errors: ['sum_too_large'],
    handle: (app, { query }) => listOfferingDays(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/offering-sessions',
    summary: 'Open an offering session with its givings',
    description: `If one giving is invalid, nothing is saved. Vestry computes the totals, so a request that contains a total is refused. ${CLOSES}`,
    tag: 'Offering sessions',
    permission: 'giving.write',
    body: NewSession,
    answer: EnteredSession,
    status: 201,
    location: ({ id }) => `/api/offering-sessions/${id}`,
    versionOf: readSession,
    keyed: 'transaction',
    errors: [
      'not_found',
      'session_exists',
      'unknown_reference',
      'category_disabled',
      'period_finalized',
      'sum_too_large',
    ],
    handle: (app, { body }) => createSession(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/offering-sessions/:id',
    summary: 'Replace the counts of an offering session',
    tag: 'Offering sessions',
    permission: 'giving.write',
    params: SessionPath,
    body: SessionCounts,
    answer: Session,
    versionOf: readSession,
    errors: ['session_locked', 'period_finalized', 'sum_too_large'],
    handle: (app, { params, body }) => updateSession(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/offering-sessions/:id/submit',
    summary: 'Submit an offering session, which locks it',
    description:
      'Locks the session and its givings. Each count that was recorded must equal the sum of the givings entered. If `countedBy` has fewer than two names, the response has the warning `single_counter`.',
    tag: 'Offering sessions',
    permission: 'giving.write',
    params: SessionPath,
    answer: SubmittedSession,
    versionOf: readSession,
    errors: ['invalid_transition', 'control_total_mismatch', 'sum_too_large'],
    handle: (app, { params }) => submitSession(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/offering-sessions/:id/reconcile',
    summary: 'Record that a session was deposited at the bank',
    description:
      'The cash and the checks of the session that are not deposited yet become a deposit. Reopening the session deletes this deposit.',
    tag: 'Offering sessions',
    permission: 'giving.manage',
    params: SessionPath,
    body: Reconciliation,
    answer: Session,
    versionOf: readSession,
    errors: [
      'account_disabled',
      'account_reserved',
      'before_the_books',
      'invalid_transition',
      'period_finalized',
      'sum_too_large',
      'unknown_reference',
    ],
    handle: (app, { params, body }) => reconcileSession(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/offering-sessions/:id/reopen',
    summary: 'Reopen a session as a draft',
    tag: 'Offering sessions',
    permission: 'giving.manage',
    params: SessionPath,
    body: Reopening,
    answer: Session,
    versionOf: readSession,
    errors: ['deposited', 'invalid_transition', 'period_finalized', 'reconciled', 'sum_too_large'],
    handle: (app, { params, body }) => reopenSession(app, params.id, body.reason),
  }),
  route({
    method: 'DELETE',
    path: '/api/offering-sessions/:id',
    summary: 'Delete a draft session without givings',
    tag: 'Offering sessions',
    permission: 'giving.write',
    params: SessionPath,
    versionOf: readSession,
    errors: ['session_not_empty', 'session_locked', 'period_finalized', 'sum_too_large'],
    handle: (app, { params }) => deleteSession(app, params.id),
  }),
];
