import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { refuseClosedYear } from '../../../books/fiscal-years.ts';
import { AppError, badField, inFuture } from '../../../errors.ts';
import { breathe } from '../../../lib/chunks.ts';
import { type CalendarDate, fiscalYear } from '../../../lib/date.ts';
import { encode } from '../../../lib/encode.ts';
import { refusal } from '../../../validate.ts';
import { type Changes, changesOf } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, latestDate, today } from '../../church/profile/service.ts';
import { findVersion, insertVersion, replaceLines, updateVersionColumns, type VersionRow } from './queries.ts';
import { readBudgetRecords, refuseBadReferences } from './references.ts';
import { differenceOf, digestOfLines, type StoredLine, toStored, withLine } from './rules.ts';
import { type Budget, BudgetLine, MOST_LINES, type NewBudget, type NewBudgetLine } from './schema.ts';
import { present, showVersion } from './versions.ts';

/**
 * Saves the budget of a fiscal year. A draft is replaced. A change of an adopted budget is kept as an amendment. If
 * the lines and the day stay as they are, no version is added. Raises `year_closed`, `unknown_reference`, and `validation_failed` for
 * records that are no longer in use and for a wrong date.
 */
export function putBudget(app: App, year: number, input: NewBudget): Promise<Budget> {
  return inTransaction(app, (app) => save(app, year, { ...input, lines: input.lines.map(toStored) }));
}

/** When and why a budget changes. */
export type Change = Pick<NewBudget, 'adoptedOn' | 'reason'>;

/** Changes one line of a budget, or adds it. Raises what `putBudget` raises. */
export function setLine(app: App, year: number, line: NewBudgetLine, change: Change): Promise<Budget> {
  return inTransaction(app, async (app) =>
    save(app, year, { ...change, lines: withLine((await present(app, year)).lines, toStored(line)) }),
  );
}

/**
 * Adopts the draft of a budget. Raises `not_found` if no budget is saved, `invalid_transition` if it is already adopted,
 * and what `putBudget` raises.
 */
export function adoptBudget(app: App, year: number, adoptedOn: CalendarDate): Promise<Budget> {
  return inTransaction(app, async (app) => {
    const { row, lines } = await present(app, year);
    if (!row) {
      const what = `There is no budget for the fiscal year ${year}. Save a draft first`;
      throw new AppError('not_found', `${what}: vestry budget copy --year ${year} --from budget`);
    }
    if (row.kind !== 'Draft') {
      const what = `The budget of the fiscal year ${year} was already adopted`;
      throw new AppError(
        'invalid_transition',
        `${what}. Nothing was changed. See: vestry budget versions --year ${year}`,
      );
    }
    return save(app, year, { adoptedOn, reason: row.reason, lines });
  });
}

/** Checks a budget without saving it. Raises what `putBudget` raises. */
export function checkBudget(app: App, year: number, input: NewBudget): Promise<void> {
  return inSnapshot(app, async (app) => {
    await planned(app, year, { ...input, lines: input.lines.map(toStored) });
  });
}

type Wanted = Change & { lines: readonly StoredLine[] };

async function save(app: App, year: number, wanted: Wanted): Promise<Budget> {
  const { row, before, columns } = await planned(app, year, wanted);
  await breathe();
  const digests = { old: digestOfLines(before), young: digestOfLines(wanted.lines) };
  const isSame = row !== undefined && digests.old === digests.young;
  if (isSame && addsNothing(wanted, row)) return showVersion(app, year, row);
  const replaced = row?.kind === 'Draft' ? row : undefined;
  if (replaced) await updateVersionColumns(app.db, replaced.id, { ...columns, ...modified(app) });
  const version = replaced?.version ?? (row?.version ?? 0) + 1;
  const id = replaced?.id ?? (await insertVersion(app.db, { year, version, ...columns, ...created(app) }));
  await replaceLines(app.db, id, wanted.lines);
  const after = await findVersion(app.db, year, version);
  await breathe();
  await recordVersion(app, { replaced, after, digests, ...differenceOf(before, wanted.lines) });
  await breathe();
  return showVersion(app, year, after);
}

/**
 * True if the day and the reason add nothing to a version with the same lines. The reason for a change that is none is
 * not kept, but a draft can get another reason.
 */
function addsNothing({ adoptedOn, reason }: Change, { kind, ...row }: VersionRow): boolean {
  if (adoptedOn !== null && adoptedOn !== row.adoptedOn) return false;
  return kind !== 'Draft' || reason === null || reason === row.reason;
}

type Planned = {
  row: VersionRow | undefined;
  before: readonly StoredLine[];
  columns: Pick<VersionRow, 'kind' | 'adoptedOn' | 'reason'>;
};

/** Checks what is to be saved. Returns the present version with its lines, and the columns of the new one. */
async function planned(app: App, year: number, { adoptedOn, reason, lines }: Wanted): Promise<Planned> {
  await refuseClosed(app, year);
  if (lines.length > MOST_LINES) throw badField('lines', 'too_big', `must have at most ${MOST_LINES} entries`);
  const { row, lines: before } = await present(app, year);
  await breathe();
  refuseBadReferences(await readBudgetRecords(app), lines, before);
  const isAdopted = row !== undefined && row.kind !== 'Draft';
  const day = adoptedOn ?? (isAdopted ? await today(app) : null);
  if (day !== null) await refuseBadDay(app, day, row);
  const kind = isAdopted ? 'Amended' : day === null ? 'Draft' : 'Adopted';
  return { row, before, columns: { kind, adoptedOn: day, reason } };
}

/** Raises `year_closed` if the fiscal year is closed, because its budget then stays as it is. */
export async function refuseClosed(app: App, year: number): Promise<void> {
  const { fiscalYearStartMonth } = await getChurch(app);
  await refuseClosedYear(app, fiscalYear(year, fiscalYearStartMonth).from, fiscalYearStartMonth);
}

async function refuseBadDay(app: App, day: CalendarDate, row: VersionRow | undefined): Promise<void> {
  const latest = await latestDate(app);
  if (day > latest) throw refusal([inFuture('adoptedOn', latest)]);
  const earliest = row?.adoptedOn ?? day;
  if (day >= earliest) return;
  throw badField('adoptedOn', 'before_adoption', `must not be before ${earliest}, when the present budget was adopted`);
}

type Saved = {
  replaced: VersionRow | undefined;
  after: VersionRow | undefined;
  removed: readonly StoredLine[];
  added: readonly StoredLine[];
  digests: { old: string; young: string };
};

/** Records a saved version in the audit log, with the lines that differ from the version before. */
async function recordVersion(app: App, { replaced, after, removed, added, digests }: Saved): Promise<void> {
  if (!after) return;
  const { id, year: fiscalYear, version, kind, adoptedOn, reason } = after;
  const was = replaced ?? { kind: null, adoptedOn: null, reason: null };
  await breathe();
  const old = toldLines(removed);
  await breathe();
  const told: Changes = {
    kind: [was.kind, kind],
    adoptedOn: [was.adoptedOn, adoptedOn],
    reason: [was.reason, reason],
    lines: [old, toldLines(added)],
    digest: [replaced ? digests.old : null, digests.young],
  };
  await breathe();
  const changed = Object.entries(told).filter(([, [old, young]]) => old !== young);
  await record(app, {
    action: replaced ? 'BudgetVersionUpdated' : 'BudgetVersionCreated',
    entityType: 'BudgetVersion',
    entityId: id,
    changes: { ...(replaced ? {} : changesOf({ fiscalYear, version })), ...Object.fromEntries(changed) },
  });
}

const ToldLine = BudgetLine.omit({ name: true, ministryName: true, fundName: true });

function toldLines(lines: readonly StoredLine[]): unknown {
  return lines.length === 0 ? null : lines.map((line) => encode(ToldLine, { ...line, months: [...line.months] }));
}
