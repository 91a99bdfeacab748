import { refuseDeposited } from '../deposits/service.ts';
import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { existingIds } from '../../../db/exists.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, type FieldError, inFuture, missingReference, notFound, unknownReferences } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import { can } from '../../../permissions.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { membersByOfferingNumber } from '../../people/members/service.ts';
import { postedCategories } from '../categories/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { closedMonths, refuseClosedMonths } from '../../../books/periods.ts';
import { recordUpdate, warningsOfNote } from './anonymity.ts';
import { accountFinder } from '../../ledger/accounts/by-method.ts';
import { giftsAfterDeath } from './late-gifts.ts';
import { likelyDuplicates } from './duplicates.ts';
import { entryKeyFaults } from './entry-keys.ts';
import {
  findByEntryKey,
  findGiving,
  findSessionState,
  type GivingColumns,
  hasReversal,
  insertGiving,
  insertGivings,
  listGivings as readGivings,
  listIdsOfSession,
  listSessionGivings,
  updateGivingColumns,
} from './queries.ts';
import { insertParts, replaceParts } from './part-queries.ts';
import {
  bookingsOf,
  categoryIdsOf,
  documentOf,
  givingFact,
  movesFigures,
  movesMoney,
  staysInAccount,
} from './rules.ts';
import { faultsOfNew } from './stored-rules.ts';
import { warningsAbout } from './warnings.ts';
import type { EnteredGiving, Giving, GivingQuery, GivingWarning, NewGiving, SessionGiving } from './schema.ts';

/**
 * True if the user may see only draft sessions and their givings. This applies to counters, who enter offerings but
 * lack the permission to read givings.
 */
export function seesDraftsOnly({ actor }: App): boolean {
  return !can(actor, 'giving.read');
}

/** Returns one giving. Raises `not_found` if there is no such giving or the user may not see it. */
export async function getGiving(app: App, id: number): Promise<Giving> {
  const giving = await findGiving(app.db, id, seesDraftsOnly(app));
  if (!giving) throw notFound('giving');
  return giving;
}

/** Returns a page of givings. A user who may see only drafts gets only givings in draft sessions. */
export function listGivings(app: App, query: GivingQuery): Promise<Page<Giving>> {
  return inSnapshot(app, ({ db }) => readGivings(db, query, seesDraftsOnly(app)));
}

/** Returns the givings of a session in the order of entry. */
export function givingsOfSession(app: App, sessionId: number): Promise<Giving[]> {
  return listSessionGivings(app.db, sessionId);
}

/**
 * Enters a giving, and adds a warning if it looks like a duplicate. Raises `validation_failed` for a wrong date or
 * envelope number, `unknown_reference`, `category_disabled`, `session_locked` and `period_finalized`.
 */
export function createGiving(app: App, input: NewGiving): Promise<EnteredGiving> {
  return inTransaction(app, async (app) => {
    const faults = await sessionFaults(app, input);
    const [columns] = await prepare(app, [input], { prefix: () => '', faults });
    const id = await insertGiving(app.db, { ...columns, ...created(app) } as GivingColumns);
    if (input.parts) await insertParts(app.db, [{ id, parts: input.parts }]);
    const giving = await findGiving(app.db, id, false);
    if (!giving) throw notFound('giving');
    await addTexts(app.db, 'giving', [documentOf(giving)]);
    await record(app, givingFact('GivingCreated', null, giving));
    return withWarnings(app, giving);
  });
}

/**
 * Enters a giving only once for each entry key. If a giving with the key is already stored, returns that giving
 * unchanged, even if other fields of the input differ or the session is locked. Raises whatever `createGiving` raises,
 * and `entry_deleted` if the stored giving was deleted.
 */
export function enterGiving(app: App, input: NewGiving): Promise<{ giving: EnteredGiving; isNew: boolean }> {
  return inTransaction(app, async (app) => {
    const known = input.entryKey === null ? undefined : await findByEntryKey(app.db, input.entryKey);
    if (!known) return { giving: await createGiving(app, input), isNew: true };
    const giving = await findGiving(app.db, known.id, false);
    if (!giving) {
      throw new AppError('entry_deleted', 'The giving with this entryKey was deleted. Enter it with a new key.');
    }
    return { giving, isNew: false };
  });
}

/**
 * Replaces the fields of a giving. Adds warnings, such as for a likely duplicate, or if the giving becomes anonymous and
 * has a note. Raises `not_found`, `reversed`, and whatever `createGiving` raises. Also raises `forbidden` for a giving
 * in a finalized month if the user lacks the permission `giving.manage`.
 */
export function updateGiving(app: App, id: number, input: NewGiving): Promise<EnteredGiving> {
  return inTransaction(app, async (app) => {
    const before = await getGiving(app, id);
    await refuseUnchangeable(app, before);
    const faults = await sessionFaults(app, input);
    const [columns] = await prepare(app, [input], { prefix: () => '', faults, before });
    // The entry key identifies the original entry, so it does not change.
    await updateGivingColumns(app.db, id, { ...columns, entryKey: before.entryKey, ...modified(app) });
    if (before.parts ?? input.parts) await replaceParts(app.db, { id, parts: input.parts });
    const after = await findGiving(app.db, id, false);
    if (!after) throw notFound('giving');
    await indexTexts(app.db, 'giving', [documentOf(after)]);
    await recordUpdate(app, before, after);
    return withWarnings(app, after, warningsOfNote(before, after));
  });
}

/** Soft-deletes a giving. Raises `not_found`, `session_locked`, `reversed` and `period_finalized`. */
export function deleteGiving(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const giving = await getGiving(app, id);
    await refuseUnchangeable(app, giving);
    await refuseDeposited(app, [giving.id]);
    await refuseCleared(app, 'Giving', [giving.id]);
    const categoryIds = categoryIdsOf(giving);
    await refuseClosedMonths(app, bookingsOf(giving.date, categoryIds, await postedCategories(app, categoryIds)));
    await updateGivingColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'giving', [id]);
    await record(app, givingFact('GivingDeleted', giving, null));
  });
}

async function withWarnings(app: App, giving: Giving, others: readonly GivingWarning[] = []): Promise<EnteredGiving> {
  const warnings = [...others, ...(await likelyDuplicates(app, [giving])), ...(await otherWarnings(app, [giving]))];
  return warnings.length > 0 ? { ...giving, warnings } : giving;
}

async function otherWarnings(app: App, givings: readonly Giving[]): Promise<GivingWarning[]> {
  return [...warningsAbout(givings, (await getChurch(app)).country), ...(await giftsAfterDeath(app, givings))];
}

/**
 * Enters all givings of a new session, or none. Returns the stored givings, and warnings about likely duplicates.
 * Raises `validation_failed`, `unknown_reference`, `category_disabled` and `period_finalized`. The error path of a bad
 * field begins with the position of its giving, such as `givings.0.`.
 */
export async function enterSessionGivings(
  app: App,
  session: { id: number; date: string },
  givings: readonly SessionGiving[],
): Promise<{ givings: Giving[]; warnings: GivingWarning[] }> {
  const inputs = givings.map((giving) => ofSession(giving, session));
  const faults = { invalid: await entryKeyFaults(app, givings), missing: [] };
  const columns = await prepare(app, inputs, { prefix: (index) => `givings.${index}.`, faults });
  const stamp = created(app);
  await insertGivings(
    app.db,
    columns.map((one) => Object.assign(one, stamp)),
  );
  if (inputs.some(({ parts }) => parts !== null)) {
    const ids = await listIdsOfSession(app.db, session.id);
    await insertParts(
      app.db,
      ids.map((id, index) => ({ id, parts: inputs[index]?.parts ?? null })),
    );
  }
  const entered = await listSessionGivings(app.db, session.id);
  await addTexts(app.db, 'giving', entered.map(documentOf));
  await inChunks(entered, (part) => record(app, ...part.map((giving) => givingFact('GivingCreated', null, giving))));
  return {
    givings: entered,
    warnings: [...(await likelyDuplicates(app, entered)), ...(await otherWarnings(app, entered))],
  };
}

/** Returns a giving with the id and the date of its session. */
function ofSession(giving: SessionGiving, { id: sessionId, date }: { id: number; date: string }): NewGiving {
  // For speed, the fields are copied one by one. See `toColumns`.
  return {
    categoryId: giving.categoryId,
    parts: giving.parts,
    amount: giving.amount,
    date,
    method: giving.method,
    memberId: giving.memberId,
    offeringNumber: giving.offeringNumber,
    isAnonymous: giving.isAnonymous,
    checkNumber: giving.checkNumber,
    zelleReference: giving.zelleReference,
    payPalReference: giving.payPalReference,
    note: giving.note,
    sessionId,
    giftDate: giving.giftDate,
    benefitAmount: giving.benefitAmount,
    nonCashDescription: giving.nonCashDescription,
    nonCashKind: giving.nonCashKind,
    source: giving.source,
    companyName: giving.companyName,
    entryKey: giving.entryKey,
  };
}

type Prepared = Omit<GivingColumns, 'createdAt' | 'modifiedAt' | 'createdBy' | 'modifiedBy'>;

/**
 * The bad fields, by the error that reports them: `invalid` for `validation_failed`, `missing` for `unknown_reference`.
 */
type Faults = { invalid: FieldError[]; missing: FieldError[] };

type Context = {
  /** Returns the text before the field names in the error paths of an entry, such as `givings.0.`. */
  prefix: (index: number) => string;
  /** Faults that were found before the call. */
  faults?: Faults;
  /** The giving before the change; undefined for a new giving. */
  before?: Giving;
};

/**
 * Checks the dates and references of givings, and whether their months may be changed. Returns the columns to store.
 */
async function prepare(app: App, inputs: readonly NewGiving[], context: Context): Promise<Prepared[]> {
  const { prefix, before, faults = { invalid: [], missing: [] } } = context;
  const latest = await latestDate(app);
  const kept = before ? categoryIdsOf(before) : [];
  const categories = await postedCategories(app, [...inputs.flatMap(categoryIdsOf), ...kept]);
  const named = inputs.filter(({ isAnonymous }) => !isAnonymous);
  const members = await existingIds(
    app.db,
    'members',
    named.flatMap(({ memberId }) => memberId ?? []),
  );
  const numbers = await membersByOfferingNumber(
    app,
    named.flatMap(({ offeringNumber }) => offeringNumber ?? []),
  );
  const bookings: Booking[] = [];
  const accountOf = await accountFinder(app, inputs);
  const columns = inputs.map((input, index) => {
    const at = prefix(index);
    for (const field of ['date', 'giftDate'] as const) {
      if ((input[field] ?? '') <= latest) continue;
      faults.invalid.push(inFuture(`${at}${field}`, latest));
    }
    // A day that is not yet here is refused once, not also as later than the date.
    const isLate = (input.giftDate ?? '') > latest;
    for (const fault of faultsOfNew(input, before)) {
      if (isLate && fault.path === 'giftDate') continue;
      faults.invalid.push({ ...fault, path: `${at}${fault.path}` });
    }
    const categoryIds = categoryIdsOf(input);
    for (const [place, id] of categoryIds.entries()) {
      if (categories.has(id)) continue;
      const path = input.parts ? `${at}parts.${place}.categoryId` : `${at}categoryId`;
      faults.missing.push(missingReference(path, 'giving category'));
    }
    bookings.push(...bookingsOf(input.date, categoryIds, categories));
    const accountId = before && staysInAccount(before, input) ? before.accountId : accountOf(input);
    return toColumns(input, giverOf(input, at, { members, numbers, faults, before }), accountId);
  });
  if (faults.invalid.length > 0) throw refusal(faults.invalid);
  if (faults.missing.length > 0) throw unknownReferences(faults.missing);
  const disabled = [...categories.values()].find(({ id, isActive }) => !isActive && !kept.includes(id));
  if (disabled) {
    throw new AppError('category_disabled', `The giving category ${disabled.name} is disabled. Choose another.`);
  }
  if (before) bookings.push(...bookingsOf(before.date, kept, categories));
  const isMoved = before && inputs.some((input) => movesFigures(before, input) || !staysInAccount(before, input));
  if (isMoved) await refuseDeposited(app, [before.id]);
  if (before && inputs.some((input) => movesMoney(before, input))) await refuseCleared(app, 'Giving', [before.id]);
  if (!before || isMoved) await refuseClosedMonths(app, bookings);
  else await refuseForbidden(app, before);
  return columns;
}

/**
 * Raises `forbidden` for a giving in a finalized month, unless the actor has the permission `giving.manage`. Used for
 * changes that affect no figure.
 */
async function refuseForbidden(app: App, { date }: Giving): Promise<void> {
  if (can(app.actor, 'giving.manage')) return;
  const closedMonthOf = await closedMonths(app, date);
  const closed = closedMonthOf({ date, moves: 'attendance' });
  if (!closed) return;
  throw new AppError(
    'forbidden',
    `The month ${closed.month} is finalized. Only a user with the permission giving.manage can change its givings.`,
  );
}

type Givers = {
  members: ReadonlySet<number>;
  numbers: ReadonlyMap<string, number>;
  faults: Faults;
  before: Giving | undefined;
};

/**
 * Returns the id of the member who gave. The input names this member by id or envelope number. Returns null if the
 * giving is anonymous or names no giver. Adds a fault if the giver is unknown, or if the id and the number belong to
 * different members.
 */
function giverOf(input: NewGiving, at: string, { members, numbers, faults, before }: Givers): number | null {
  const { memberId, offeringNumber, isAnonymous } = input;
  if (isAnonymous) return null;
  // A giving may keep its giver after the member was deleted.
  if (memberId !== null && !members.has(memberId) && memberId !== before?.memberId) {
    faults.missing.push(missingReference(`${at}memberId`, 'member'));
  }
  if (offeringNumber === null) return memberId;
  const holder = numbers.get(offeringNumber);
  if (holder === undefined) faults.missing.push(missingReference(`${at}offeringNumber`, 'member'));
  else if (memberId !== null && holder !== memberId) {
    const message = 'belongs to a different member than memberId';
    faults.invalid.push({ path: `${at}offeringNumber`, code: 'not_the_giver', message });
  }
  return holder ?? memberId;
}

function toColumns(input: NewGiving, memberId: number | null, accountId: number): Prepared {
  // The fields are copied one by one, because rest syntax makes objects that are slow to create and slow to read.
  return {
    categoryId: input.categoryId,
    amountMinor: input.amount,
    date: input.date,
    method: input.method,
    memberId,
    isAnonymous: input.isAnonymous ? 1 : 0,
    checkNumber: input.checkNumber,
    zelleReference: input.zelleReference,
    payPalReference: input.payPalReference,
    note: input.note,
    sessionId: input.sessionId,
    accountId,
    giftDate: input.giftDate ?? input.date,
    benefitAmountMinor: input.benefitAmount,
    nonCashDescription: input.nonCashDescription,
    entryKey: input.entryKey,
    source: input.source,
    companyName: input.isAnonymous ? null : input.companyName,
    nonCashKind: input.nonCashKind,
    reversalKind: null,
  };
}

/**
 * Returns a fault if the session of a giving does not exist or has another date. Raises `session_locked` if the session
 * is not a draft.
 */
async function sessionFaults(app: App, { sessionId, date }: NewGiving): Promise<Faults> {
  if (sessionId === null) return { invalid: [], missing: [] };
  const session = await findSessionState(app.db, sessionId);
  if (!session) return { invalid: [], missing: [missingReference('sessionId', 'offering session')] };
  if (session.status !== 'Draft') throw sessionLocked(session);
  if (session.date === date) return { invalid: [], missing: [] };
  const message = `must be the date of its session, ${session.date}`;
  return { invalid: [{ path: 'date', code: 'not_session_date', message }], missing: [] };
}

/**
 * Raises `session_locked` if the session of the giving is not a draft, and `reversed` if the giving was reversed or is
 * a reversal.
 */
async function refuseUnchangeable(app: App, giving: Giving): Promise<void> {
  const session = giving.sessionId === null ? undefined : await findSessionState(app.db, giving.sessionId);
  if (session && session.status !== 'Draft') throw sessionLocked(session);
  if (giving.reversalOf !== null || (await hasReversal(app.db, giving.id))) {
    throw new AppError('reversed', 'A giving that was reversed, and its reversal, can be neither changed nor deleted.');
  }
}

function sessionLocked({ date, status }: { date: string; status: string }): AppError {
  return new AppError(
    'session_locked',
    `The offering session of ${date} is ${status}. Reopen it first, or reverse the giving.`,
  );
}
