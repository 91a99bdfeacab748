import { depositSession, undoDeposit } from '../deposits/session.ts';
import { type App, actorId, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { AppError, inFuture, notFound } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import { fold } from '../../../lib/fold.ts';
import { decode, refusal } from '../../../validate.ts';
import { type Changes, changesBetween, changesOfNew, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { enterSessionGivings, givingsOfSession, seesDraftsOnly } from '../givings/service.ts';
import { latestDate, today } from '../../church/profile/service.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import {
  type CountedSession,
  findSession,
  findSessionOn,
  insertSession,
  insertSessions,
  listSessions as readSessions,
  listStates,
  listUntouched,
  removeSessions,
  updateSessionColumns,
} from './queries.ts';
import { tellCounters } from './reopened-letter.ts';
import { countMismatch, countOf, totalsOf } from './rules.ts';
import { mayRead } from './visibility.ts';
import {
  type EnteredSession,
  type NewSession,
  type OfferingCount,
  type Reconciliation,
  Session,
  SessionCounts,
  SessionHeader,
  type SessionItem,
  type SessionQuery,
  type SubmittedSession,
} from './schema.ts';

const COUNTERS_ADVISED = 2;

/**
 * Returns a session with its givings and totals. Raises `not_found` if there is no such session, or if the user may see
 * only drafts and the session is not a draft. To print the slip, such a user can still read a session for 24 hours
 * after submitting it.
 */
export function getSession(app: App, id: number): Promise<Session> {
  return inSnapshot(app, async (app) => {
    const session = await findSession(app.db, id, false);
    if (!session || !mayRead(app, session)) throw notFound('offering session');
    return detail(app, session);
  });
}

/** Returns the session of a date with its givings, or undefined if there is none. */
export function sessionOn(app: App, date: string): Promise<Session | undefined> {
  return inSnapshot(app, async (app) => {
    const id = await findSessionOn(app.db, date);
    return id === undefined ? undefined : getSession(app, id);
  });
}

/** Returns a page of sessions, each with its total and attendance. A user who may see only drafts gets only drafts. */
export function listSessions(app: App, query: SessionQuery): Promise<Page<SessionItem>> {
  return inSnapshot(app, ({ db }) => readSessions(db, query, seesDraftsOnly(app)));
}

/**
 * Opens the session of a date and enters its givings. If one giving is invalid, nothing is saved. Raises
 * `validation_failed` if the date is later than tomorrow, `session_exists` with `existingId`, `period_finalized`, and
 * whatever `enterSessionGivings` raises.
 */
export function createSession(app: App, input: NewSession): Promise<EnteredSession> {
  return inTransaction(app, async (app) => {
    const { date, givings, ...counts } = input;
    await refuseFuture(app, date);
    const existingId = await findSessionOn(app.db, date);
    if (existingId !== undefined) {
      throw new AppError('session_exists', `There is already an offering session on ${date}.`, {
        extra: { existingId },
      });
    }
    await refuseClosedMonths(app, [{ date, moves: 'attendance' }]);
    const id = await insertSession(app.db, { date, status: 'Draft', ...toColumns(counts), ...created(app) });
    const session = await findVisible(app, id);
    await record(app, factOf('OfferingSessionCreated', null, session));
    const entered = await enterSessionGivings(app, { id, date }, givings);
    const detailed = { ...session, totals: totalsOf(entered.givings), givings: entered.givings };
    return entered.warnings.length > 0 ? { ...detailed, warnings: entered.warnings } : detailed;
  });
}

/** Returns the ids and statuses of the sessions on these dates, by date. */
export function sessionStates(
  app: App,
  dates: readonly string[],
): Promise<Map<string, { id: number; status: string }>> {
  return listStates(app.db, dates);
}

/**
 * Opens sessions with the given ids, which must never have been used, on dates that have no session yet. Must run
 * inside a transaction, after all checks.
 */
export async function openSessions(app: App, sessions: readonly { id: number; date: string }[]): Promise<void> {
  const counts = decode(SessionCounts, {});
  const rows = sessions.map((session) => ({
    ...session,
    status: 'Draft' as const,
    ...toColumns(counts),
    ...created(app),
  }));
  await insertSessions(app.db, rows);
  const facts = sessions.map((session) => ({
    action: 'OfferingSessionCreated',
    entityType: 'OfferingSession',
    entityId: session.id,
    changes: changesOfNew(SessionHeader, { ...session, status: 'Draft', countedBy: [] }),
  }));
  await inChunks(facts, (part) => record(app, ...part));
}

/** Deletes those of the given sessions that are unchanged drafts without givings. Returns how many were deleted. */
export async function removeEmptySessions(app: App, ids: readonly number[]): Promise<number> {
  const empty = await listUntouched(app.db, ids);
  await inChunks(empty, async (part) => {
    const partIds = part.map(({ id }) => id);
    await removeSessions(app.db, partIds, { deletedAt: now(app), ...modified(app) });
    await record(app, ...part.map((session) => factOf('OfferingSessionDeleted', session, null)));
  });
  return empty.length;
}

/** Replaces the counts of a draft session. Raises `not_found`, `session_locked` and `period_finalized`. */
export function updateSession(app: App, id: number, input: SessionCounts): Promise<Session> {
  return inTransaction(app, async (app) => {
    const before = await findVisible(app, id);
    refuseLocked(before);
    // Of the fields that change here, only the attendance is in the monthly statement.
    if (input.sundayAttendanceCount !== before.sundayAttendanceCount) {
      await refuseClosedMonths(app, [{ date: before.date, moves: 'attendance' }]);
    }
    await updateSessionColumns(app.db, id, { ...toColumns(input), ...modified(app) });
    const after = await findVisible(app, id);
    await record(app, factOf('OfferingSessionUpdated', before, after));
    return detail(app, after);
  });
}

/**
 * Submits a draft session, which locks the session and its givings. Adds a warning if fewer than two counters are
 * named. Raises `not_found`, `invalid_transition`, and `control_total_mismatch` with the figures that differ.
 */
export function submitSession(app: App, id: number): Promise<SubmittedSession> {
  return inTransaction(app, async (app) => {
    const before = await detail(app, await findVisible(app, id));
    if (before.status !== 'Draft') {
      throw new AppError('invalid_transition', `The offering session of ${before.date} is already ${before.status}.`);
    }
    const mismatch = countMismatch(before, before.totals);
    if (mismatch) {
      throw new AppError(
        'control_total_mismatch',
        `${mismatch.sentences.join(' ')} Correct the entries or the count.`,
        { extra: mismatch.facts },
      );
    }
    const [at, by] = [now(app), actorId(app)];
    const counts = [...before.counts, countOf(before, { at, by, name: app.actor.name })];
    await updateSessionColumns(app.db, id, {
      status: 'Submitted',
      submittedAt: at,
      submittedBy: by,
      counts: JSON.stringify(counts),
      ...modified(app),
    });
    const session = await changed(app, 'OfferingSessionSubmitted', before);
    if (new Set(session.countedBy.map(fold)).size >= COUNTERS_ADVISED) return session;
    const message = 'Two people should count together. Enter both names.';
    return { ...session, warnings: [{ code: 'single_counter', message }] };
  });
}

/**
 * Records that a session was deposited at the bank. Raises `not_found`, `validation_failed` if the date of the deposit
 * is in the future, and `invalid_transition` if the session is not Submitted.
 */
export function reconcileSession(app: App, id: number, input: Reconciliation): Promise<Session> {
  return inTransaction(app, async (app) => {
    const before = await findVisible(app, id);
    if (before.status !== 'Submitted') {
      throw new AppError(
        'invalid_transition',
        `Only a Submitted session can be reconciled. The session of ${before.date} is ${before.status}.`,
      );
    }
    const latest = await today(app);
    if ((input.depositedOn ?? '') > latest) throw refusal([inFuture('depositedOn', latest)]);
    const { bankReference } = input;
    const depositedOn = await depositSession(app, before, input);
    const columns = { reconciledAt: now(app), reconciledBy: actorId(app), bankReference, depositedOn };
    await updateSessionColumns(app.db, id, { status: 'Reconciled', ...columns, ...modified(app) });
    return changed(app, 'OfferingSessionReconciled', before);
  });
}

/**
 * Makes a session a draft again. The count stays, with the reason, and those who counted are confirmed anew. The accounts
 * that typed and submitted the count get a letter. Raises `not_found`, `invalid_transition` for a draft, and
 * `period_finalized`.
 */
export function reopenSession(app: App, id: number, reason: string): Promise<Session> {
  return inTransaction(app, async (app) => {
    const before = await findVisible(app, id);
    if (before.status === 'Draft') {
      throw new AppError('invalid_transition', `The offering session of ${before.date} is already a Draft.`);
    }
    await refuseClosedMonths(app, [{ date: before.date, moves: 'attendance' }]);
    await undoDeposit(app, id);
    const count = lastCountOf(before);
    const reopened = { reopenedAt: now(app), reopenedBy: actorId(app), reopenedByName: app.actor.name, reason };
    const counts = JSON.stringify([...before.counts.slice(0, -1), { ...count, ...reopened }]);
    await updateSessionColumns(app.db, id, { ...REOPENED, counts, ...modified(app) });
    const session = await changed(app, 'OfferingSessionReopened', before, { reason: [null, reason] });
    await tellCounters(app, session);
    return session;
  });
}

/** Returns the count of a submitted session. */
function lastCountOf({ id, counts }: CountedSession): OfferingCount {
  const count = counts.at(-1);
  if (!count) throw new Error(`Offering session ${id} was submitted, but its count was not kept.`);
  return count;
}

const REOPENED = {
  status: 'Draft' as const,
  countedBy: '[]',
  submittedAt: null,
  submittedBy: null,
  reconciledAt: null,
  reconciledBy: null,
  bankReference: null,
  depositedOn: null,
};

/**
 * Deletes a draft session without givings. Raises `not_found`, `session_locked`, `session_not_empty` and
 * `period_finalized`.
 */
export function deleteSession(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await findVisible(app, id);
    refuseLocked(before);
    const { length } = await givingsOfSession(app, id);
    if (length > 0) {
      throw new AppError('session_not_empty', `The session of ${before.date} still has givings. Delete them first.`);
    }
    await refuseClosedMonths(app, [{ date: before.date, moves: 'attendance' }]);
    await updateSessionColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await record(app, factOf('OfferingSessionDeleted', before, null));
  });
}

function refuseLocked({ date, status }: SessionHeader): void {
  if (status === 'Draft') return;
  throw new AppError('session_locked', `The offering session of ${date} is ${status}. Reopen it first.`);
}

/** Records a change and returns the changed session, even if the actor may no longer read it. */
async function changed(app: App, action: string, before: CountedSession, more: Changes = {}): Promise<Session> {
  const after = await findSession(app.db, before.id, false);
  if (!after) throw notFound('offering session');
  await record(app, factOf(action, before, after, { ...changesBetween(Counts, before, after), ...more }));
  return detail(app, after);
}

const Counts = Session.pick({ counts: true });

async function findVisible(app: App, id: number): Promise<CountedSession> {
  const session = await findSession(app.db, id, seesDraftsOnly(app));
  if (!session) throw notFound('offering session');
  return session;
}

async function detail(app: App, session: CountedSession): Promise<Session> {
  const givings = await givingsOfSession(app, session.id);
  return { ...session, totals: totalsOf(givings), givings };
}

/**
 * Raises `validation_failed` if the date of a session with givings is in the future. The error names the field `date`
 * of the session, because its givings have no date of their own.
 */
async function refuseFuture(app: App, date: string): Promise<void> {
  const latest = await latestDate(app);
  if (date > latest) throw refusal([inFuture('date', latest)]);
}

function toColumns({ controlTotal, countedCash, countedChecks, countedBy, ...rest }: SessionCounts) {
  return {
    ...rest,
    controlTotalMinor: controlTotal,
    countedCashMinor: countedCash,
    countedChecksMinor: countedChecks,
    countedBy: JSON.stringify(countedBy),
  };
}

function factOf(action: string, before: SessionHeader | null, after: SessionHeader | null, more: Changes = {}): Fact {
  const changes = { ...changesBetween(SessionHeader, before, after), ...more };
  return { action, entityType: 'OfferingSession', entityId: (after ?? before)?.id ?? '', changes };
}
