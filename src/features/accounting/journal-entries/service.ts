import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { isCleared, refuseCleared } from '../../../books/cleared.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { breathe } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import { record } from '../../audit/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { refuseOverheld } from '../../ledger/held.ts';
import { recordHand } from '../../approvals/two-people.ts';
import { type Dated, dayToShow, refuseSettled, statusFor } from './checks.ts';
import {
  deleteLines,
  findEntry,
  findFirstDay,
  findPendingYearEnd,
  insertEntry,
  insertLines,
  listPostedAlone,
  listEntries as readEntries,
  updateEntryColumns,
} from './queries.ts';
import { refuseGainBeforeLater } from './gains.ts';
import { refuseBadReferences } from './references.ts';
import {
  APPROVABLE,
  balanceOf,
  documentOf,
  entryFact,
  heldBy,
  isMemoAlone,
  type StoredLine,
  toStored,
} from './rules.ts';
import type { JournalEntry, JournalEntryQuery, ListedJournalEntry, NewJournalEntry } from './schema.ts';

/** Returns one entry with all its lines. Raises `not_found`. */
export function getEntry(app: App, id: number): Promise<JournalEntry> {
  return inSnapshot(app, async ({ db }) => {
    const entry = await findEntry(db, id);
    if (!entry) throw notFound('adjusting entry');
    return entry;
  });
}

/** Returns a page of entries. */
export function listEntries(app: App, query: JournalEntryQuery): Promise<Page<ListedJournalEntry>> {
  return inSnapshot(app, ({ db }) => readEntries(db, query));
}

/** Returns the earliest day on which a posted entry affects a fund, or undefined if there is none. */
export function firstEntryOf(app: App, fundId: number): Promise<CalendarDate | undefined> {
  return findFirstDay(app.db, fundId);
}

/** Returns which of the entries were posted without an approval. Deleted entries are among them. */
export async function postedAlone(app: App, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(await listPostedAlone(app.db, ids));
}

/** Returns the year-end entries of a day that wait for approval. */
export function pendingYearEnd(app: App, day: CalendarDate): ReturnType<typeof findPendingYearEnd> {
  return findPendingYearEnd(app.db, day);
}

/**
 * Enters an adjusting entry. The entry waits for an approval if it changes an account with money, or takes from a
 * Restricted or Endowment fund for another fund. Otherwise, the entry is posted at once. Raises `not_balanced`, `unknown_reference`, `account_reserved`, `account_disabled`,
 * `fund_disabled`, `fund_overdrawn`, `category_disabled`, `validation_failed` for a wrong date, `before_the_books`, `period_finalized`,
 * `year_closed`, and `forbidden` for a command without `--as` if the entry needs an approval.
 */
export function createEntry(app: App, input: NewJournalEntry): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const { date, memo, yearEnd } = input;
    await breathe();
    const lines = input.lines.map(toStored);
    balanceOf(lines);
    await refuseBadReferences(app, lines);
    await refuseOverheld(app, heldBy(lines));
    return addEntry(app, { date, memo, yearEnd, lines, reversalOf: null });
  });
}

type NewEntry = { date: string; memo: string; yearEnd: boolean; lines: StoredLine[]; reversalOf: number | null };

/**
 * Stores an entry whose lines balance and name existing records, with its audit entry. Must run inside a transaction.
 * Raises the errors that `createEntry` raises for a wrong date, and `forbidden`.
 */
export async function addEntry(app: App, { memo, reversalOf, ...dated }: NewEntry): Promise<JournalEntry> {
  const { date, yearEnd, lines } = dated;
  const accounts = await accountsById(app);
  const shownOn = await dayToShow(app, dated, accounts);
  const status = await statusFor(app, lines, accounts);
  const id = await insertEntry(app.db, {
    ...toColumns({ date, memo, yearEnd, shownOn, lines, status }),
    amountMinor: balanceOf(lines),
    reversalOf,
    ...created(app),
  });
  await insertLines(app.db, id, lines);
  await recordHand(app, APPROVABLE, id);
  const entry = await getEntry(app, id);
  await addTexts(app.db, 'journalEntry', [documentOf(entry)]);
  await record(app, entryFact('JournalEntryCreated', null, entry));
  await breathe();
  return entry;
}

/**
 * Replaces an entry that is pending or dated in an open month. A changed entry needs a new approval if a new entry like
 * it would. Of an entry on a bank statement, only the memo may change, and the entry stays posted. Raises
 * `not_found`, `reversed`, `reconciled`, `value_booked` for the value of an investment that has a later one, and whatever `createEntry` raises.
 */
export function updateEntry(app: App, id: number, input: NewJournalEntry): Promise<JournalEntry> {
  return inTransaction(app, async (app) => {
    const { date, memo, yearEnd } = input;
    const before = await findChangeable(app, id);
    const lines = input.lines.map(toStored);
    const onStatement = await isOnStatement(app, before, { date, yearEnd, lines });
    const amountMinor = balanceOf(lines);
    const accounts = await refuseBadReferences(app, lines, before.lines);
    const own = before.status === 'Posted' ? heldBy(withStoredLines(before).lines) : undefined;
    await refuseOverheld(app, { ...heldBy(lines), ...(own && { before: own }) });
    if (own && !isMemoAlone(withStoredLines(before), { date, yearEnd, lines })) {
      await refuseGainBeforeLater(app, withStoredLines(before));
    }
    await breathe();
    await refuseSettled(app, withStoredLines(before), accounts);
    const shownOn = await dayToShow(app, { date, yearEnd, lines }, accounts);
    const status = onStatement ? before.status : await statusFor(app, lines, accounts);
    await deleteLines(app.db, id);
    await updateEntryColumns(app.db, id, {
      ...toColumns({ date, memo, yearEnd, shownOn, lines, status }),
      amountMinor,
      ...(!onStatement && { approvedBy: null, approvedAt: null }),
      ...modified(app),
    });
    await insertLines(app.db, id, lines);
    await recordHand(app, APPROVABLE, id);
    const after = await getEntry(app, id);
    await indexTexts(app.db, 'journalEntry', [documentOf(after)]);
    await record(app, entryFact('JournalEntryUpdated', before, after));
    await breathe();
    return after;
  });
}

/**
 * Returns whether a bank statement has an entry, of which then only the memo changes. Raises `reconciled` for another
 * change: it needs a new approval, and until then the entry would not be in the books.
 */
async function isOnStatement(app: App, before: JournalEntry, wanted: Dated): Promise<boolean> {
  if (isMemoAlone(withStoredLines(before), wanted)) return isCleared(app, 'JournalEntry', before.id);
  await refuseCleared(app, 'JournalEntry', [before.id]);
  return false;
}

/**
 * Soft-deletes an entry that is pending or dated in an open month. Raises `not_found`, `reversed`, `period_finalized`,
 * `year_closed`, and `value_booked` for the value of an investment that has a later one.
 */
export function deleteEntry(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const entry = await getEntry(app, id);
    if (entry.status === 'Posted') {
      refuseReversed(entry);
      await refuseOverheld(app, { lines: [], before: heldBy(withStoredLines(entry).lines) });
      await refuseGainBeforeLater(app, withStoredLines(entry));
    }
    await refuseCleared(app, 'JournalEntry', [id]);
    await refuseSettled(app, withStoredLines(entry), await accountsById(app));
    await updateEntryColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'journalEntry', [id]);
    await record(app, entryFact('JournalEntryDeleted', entry, null));
  });
}

async function findChangeable(app: App, id: number): Promise<JournalEntry> {
  const entry = await getEntry(app, id);
  refuseReversed(entry);
  return entry;
}

/** Raises `reversed` for a reversal and for an entry that was reversed. */
function refuseReversed({ reversalOf, reversedBy }: JournalEntry): void {
  if (reversalOf === null && reversedBy === null) return;
  throw new AppError(
    'reversed',
    'A reversed entry and its reversal cannot be changed. Only a reversal that waits for approval can be deleted.',
  );
}

/** Returns an entry with its lines in their stored form. */
export function withStoredLines(entry: JournalEntry) {
  return { ...entry, lines: entry.lines.map(toStored) };
}

type Columns = Dated & Pick<JournalEntry, 'memo' | 'status' | 'shownOn'>;

function toColumns({ yearEnd, lines, ...rest }: Columns) {
  return { ...rest, isYearEnd: yearEnd ? (1 as const) : (0 as const), lineCount: lines.length };
}
