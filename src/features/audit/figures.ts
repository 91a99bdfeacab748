/** Compares the rows of the books with the values that the audit log last recorded for them. */
import type { Db } from '../../db/connect.ts';
import { breathe } from '../../lib/chunks.ts';
import type { Baseline, NotedRow } from './baseline.ts';
import { mayMaskTheSame } from '../../lib/mask.ts';
import { type AuditedRow, type AuditedTable, type FigureEntry, objectAsTold, upgradesOf } from './audited.ts';
import type { Changes } from './chain.ts';
import { MARKS } from './redaction.ts';
import { listAuditedRows, listCursors, listEntityIds, listOfEntities } from './figure-queries.ts';

/** How many rows are checked at once, if only the baseline or an upgrade records them. */
const PART = 500;

/** Called with a sentence for each row that differs from the audit log. */
type Report = (fault: string) => void;

type Context = {
  db: Db;
  baseline: Baseline | null;
  /** The entries of upgrades, in their order. */
  upgrades: readonly Baseline[];
  /** True if the database is of this program's version. */
  isPresentVersion: boolean;
  /** The key of the database, if it is known. */
  encryptionKey: Uint8Array | undefined;
  report: Report;
};

/**
 * Compares every row of the tables with its entries, and reports rows that have entries but no longer exist. Works page
 * by page, so that memory does not grow with the size of the books. The chain of the log must be verified first.
 */
export async function compareFigures(context: Context, tables: readonly AuditedTable[]): Promise<void> {
  for (const table of tables.filter(({ isNew }) => context.isPresentVersion || isNew !== true)) {
    await compareRows(context, table);
    await findVanished(context, table);
  }
}

async function compareRows(context: Context, table: AuditedTable): Promise<void> {
  const { db, baseline, upgrades, isPresentVersion, encryptionKey, report } = context;
  for (let rows = await listAuditedRows(db, table, { isPresentVersion }); rows.length > 0;) {
    const ids = rows.map(({ cursor }) => table.entityIdOf(cursor));
    const entries = await entriesOf(db, table, ids);
    for (const [index, row] of rows.entries()) {
      const id = ids[index] ?? '';
      const story = { baseline, upgrades, entries: entries.get(id) ?? [] };
      const figures = { ...table.figuresOf(row), ...table.sealedFiguresOf?.(row, encryptionKey) };
      const told = tell(table, id, story);
      const problem = compareRow(table, { row, figures }, told) ?? compareStory(context, table, row, story);
      if (problem) report(`${table.entityType} ${id} ${problem}`);
    }
    await breathe();
    rows = await listAuditedRows(db, table, { after: rows.at(-1)?.cursor, isPresentVersion });
  }
}

/** Reports rows that the log mentions but that no longer exist, unless the log records that they were removed. */
async function findVanished(context: Context, table: AuditedTable): Promise<void> {
  const { db, baseline, upgrades } = context;
  for (let ids = await listEntityIds(db, table.entityType, ''); ids.length > 0;) {
    await reportGone(context, table, ids);
    ids = await listEntityIds(db, table.entityType, ids.at(-1) ?? '');
  }
  // A row that only the baseline or an upgrade recorded has no entry of its own.
  const noted = [...(baseline ? [baseline] : []), ...upgrades].flatMap(({ rows }) =>
    Object.entries(rows[table.entityType] ?? {}).flatMap(([id, { deleted }]) => (deleted === false ? [id] : [])),
  );
  for (let start = 0; start < noted.length; start += PART) {
    const ids = noted.slice(start, start + PART);
    const entries = await entriesOf(db, table, ids);
    await reportGone(
      context,
      table,
      ids.filter((id) => !entries.has(id)),
    );
  }
}

/** Reports those of the rows that no longer exist, unless the log records that they were removed. */
async function reportGone({ db, baseline, upgrades, report }: Context, table: AuditedTable, ids: readonly string[]) {
  const present = await listCursors(db, table, ids.map(table.cursorOf));
  const gone = ids.filter((id) => !present.has(table.cursorOf(id)));
  const entries = gone.length > 0 ? await entriesOf(db, table, gone) : new Map<string, FigureEntry[]>();
  for (const id of gone) {
    const told = tell(table, id, { baseline, upgrades, entries: entries.get(id) ?? [] });
    if (!told.isGone && (table.keepsDeleted || !told.isDeleted))
      report(`${table.entityType} ${id} is gone, and the audit log does not say that it was removed`);
  }
  await breathe();
}

async function entriesOf(db: Db, { entityType }: AuditedTable, ids: readonly string[]) {
  const found = new Map<string, FigureEntry[]>();
  for (const entry of await listOfEntities(db, entityType, ids)) {
    const known = found.get(entry.entityId);
    if (known) known.push(entry);
    else found.set(entry.entityId, [entry]);
  }
  return found;
}

/**
 * What the log records about a row. A field without a value in `known` was never recorded, or a privacy request removed
 * its value.
 */
type Told = {
  isCreated: boolean;
  /** True if a version of Vestry that is older than the last upgrade recorded the creation. */
  isOld: boolean;
  isDeleted: boolean;
  /** True if the row may be gone, because it was merged or erased. */
  isGone: boolean;
  known: Map<string, { value: unknown; entry: number }>;
  /** True if the baseline or an upgrade recorded the whole row, because no entry recorded its creation. */
  isNoted: boolean;
  /** False for an archive of an older version, which has no baseline. A row without entries is then not a fault. */
  hasBaseline: boolean;
  /** Fields whose values a privacy request removed. They are not compared until a later entry has a value for them. */
  redacted: Set<string>;
  /** The user who created the row. Null if no user did. Undefined if no entry records the creation. */
  maker: number | null | undefined;
  /** Describes the first entry that contradicts an earlier entry about the row. */
  problem: string | undefined;
};

type Story = { baseline: Baseline | null; upgrades: readonly Baseline[]; entries: readonly FigureEntry[] };

function tell(table: AuditedTable, id: string, { baseline, upgrades, entries }: Story): Told {
  const { entityType, createdBy, ofPersons = [], goneWith = [] } = table;
  const fields = fieldsOf(table);
  const told: Told = {
    isCreated: false,
    isOld: false,
    isDeleted: false,
    isGone: false,
    known: new Map(),
    isNoted: false,
    hasBaseline: baseline !== null,
    redacted: new Set(),
    maker: undefined,
    problem: undefined,
  };
  const lastNote = upgrades.at(-1)?.id ?? baseline?.id ?? Infinity;
  const notes = [...(baseline ? [baseline] : []), ...upgrades].filter(({ rows }) => rows[entityType]?.[id]);
  const followNotesBefore = (entryId: number) => {
    while (notes[0] && notes[0].id < entryId)
      followNote(told, notes[0].id, notes.shift()?.rows[entityType]?.[id] ?? {});
  };
  for (const entry of entries) {
    followNotesBefore(entry.id);
    if (createdBy.includes(entry.action))
      Object.assign(told, {
        isCreated: true,
        isOld: entry.id < lastNote,
        isDeleted: false,
        maker: entry.actorId,
      });
    follow(told, entry, { fields, ofPersons, goneWith });
    if (entry.action === `${entityType}Deleted`) told.isDeleted = true;
  }
  followNotesBefore(Infinity);
  return told;
}

/**
 * Adds the facts that the baseline or an upgrade recorded about a row. If the whole row was recorded, `deleted` is set.
 */
function followNote(told: Told, entry: number, { deleted, ...figures }: NotedRow): void {
  if (deleted !== undefined) Object.assign(told, { isNoted: true, isDeleted: deleted === true });
  for (const [field, value] of Object.entries(figures)) told.known.set(field, { value, entry });
}

function fieldsOf({ figuresOf, sealedFiguresOf }: AuditedTable): string[] {
  const none = { cursor: 0 };
  return Object.keys({ ...figuresOf(none), ...sealedFiguresOf?.(none, undefined) });
}

/** True if two values of a field do not contradict each other. */
const agree = (one: unknown, other: unknown) => one === other || mayMaskTheSame(one, other);

type Followed = { fields: readonly string[]; ofPersons: readonly string[]; goneWith: readonly string[] };

function forget(told: Told, field: string): void {
  told.known.delete(field);
  told.redacted.add(field);
}

function follow(told: Told, { id, changes }: FigureEntry, { fields, ofPersons, goneWith }: Followed): void {
  const all = JSON.parse(changes ?? '{}') as Changes;
  told.isGone = goneWith.some((field) => field in all);
  const isRedacted = MARKS.some((mark) => mark in all);
  for (const field of fields) {
    const change = all[field];
    if (!change) {
      if (isRedacted && ofPersons.includes(field)) forget(told, field);
      continue;
    }
    const [before, after] = change;
    const known = told.known.get(field);
    told.redacted.delete(field);
    // The entry that deletes a row records all its fields as empty. A later entry may still change the giver of a
    // deleted giving, so the values before such a change are not compared.
    if (known && !told.isDeleted && !agree(known.value, plain(before)))
      told.problem ??= `had ${field} ${shown(before)} when entry ${id} of the audit log was written, but the earlier entry ${known.entry} says ${shown(known.value)}`;
    told.known.set(field, { value: plain(after), entry: id });
  }
}

type Compared = { row: AuditedRow; figures: Readonly<Record<string, unknown>> };

function compareRow(table: AuditedTable, { row, figures }: Compared, told: Told): string | undefined {
  const isDeleted = row.deletedAt !== null && row.deletedAt !== undefined;
  if (!told.isCreated && !told.isNoted && !table.isMigrated?.(row))
    return told.hasBaseline ? 'is in the books, but the audit log does not record that anybody entered it' : undefined;
  if (isDeleted !== told.isDeleted)
    return isDeleted
      ? 'is marked as deleted, but the audit log does not record that anybody deleted it'
      : 'is in the books, but the audit log says that it was deleted';
  // The entry that deletes a row records all its fields as empty, so there is nothing to compare with the row.
  if (told.isDeleted) return told.problem;
  for (const [field, value] of Object.entries(figures)) {
    const known = told.known.get(field) ?? defaultOf(table, field);
    // The entry that creates a row leaves out the row's empty fields.
    const isUntold =
      !known && (!told.isCreated || told.redacted.has(field) || (told.isOld && table.laterTold?.includes(field)));
    if (value === undefined || isUntold) continue;
    const said = known?.value ?? null;
    if (!agree(said, value)) return differs(field, value, { said, entry: known?.entry });
  }
  return told.problem ?? compareMaker(row, told);
}

/**
 * Returns the value that a field has in rows that are older than the field, unless an upgrade recorded another value.
 */
function defaultOf(table: AuditedTable, field: string): { value: unknown; entry?: number } | undefined {
  const found = upgradesOf(table).find(({ defaults = {} }) => field in defaults);
  return found && { value: found.defaults?.[field] };
}

function compareMaker({ createdBy }: AuditedRow, { maker }: Told): string | undefined {
  return createdBy === undefined || maker === undefined || createdBy === maker
    ? undefined
    : `has createdBy ${shown(createdBy)} in the books, but the audit log says ${shown(maker)}`;
}

/**
 * Runs the table's own comparison with all entries of a row, if there is a baseline. Databases of older versions are
 * not compared, because they may lack tables.
 */
function compareStory({ isPresentVersion }: Context, { compareHistory }: AuditedTable, row: AuditedRow, story: Story) {
  const { baseline, entries } = story;
  return isPresentVersion && baseline ? compareHistory?.(row, entries, baseline.id) : undefined;
}

function differs(field: string, value: unknown, { said, entry }: { said: unknown; entry: number | undefined }): string {
  if (field === 'digest') return `differs from what was stored with entry ${entry} of the audit log`;
  const by = entry === undefined ? 'the audit log' : `entry ${entry} of the audit log`;
  return `has ${field} ${shown(value)} in the books, but ${by} says ${shown(said)}`;
}

/**
 * An element of a list in an entry: a part of a giving or an expense, a decision of a user, an item of a payment or of
 * a deposit, or a line of an adjusting entry. Names of categories and users are not compared, because they may have
 * changed since.
 */
type PartTold =
  | { categoryId: number; amount: number }
  | { by: number; at: string; reason?: string }
  | { expenseId: number | null; payableId: number | null; amount: number }
  | CountTold
  | DepositItemTold
  | SplitTold
  | JournalLineTold;

type SplitTold = Readonly<Record<(typeof SPLIT)[number], unknown>> & {
  amount: number;
  inUse?: boolean;
  release?: string | null;
  inUseOn?: string | null;
};

/** A count of an offering session that was submitted. */
type CountTold = { at: string; countedBy: readonly string[] };

/** An item of a deposit. Entries of earlier versions lack `otherIncomeId`. */
type DepositItemTold = {
  sessionId: number | null;
  method: string | null;
  givingId: number | null;
  otherIncomeId?: number | null;
  amount: number;
};

/** A line of an adjusting entry. */
type JournalLineTold = {
  [Field in 'accountId' | 'subCategoryId' | 'incomeCategoryId' | 'fundId' | 'ministryId' | 'debit' | 'credit']?: number;
} & { functionalClass?: string };

/** The fields of how an expense was paid before its approval. */
const SETTLED = ['accountId', 'date', 'method', 'reference', 'paymentId'] as const;

const SPLIT = ['subCategoryId', 'accountId', 'ministryId', 'functionalClass', 'fundId', 'form1099'] as const;

function plainPart(part: PartTold | string | number) {
  if (typeof part !== 'object') return part;
  if ('countedBy' in part) return objectAsTold(part);
  if ('by' in part) return [part.by, part.at, ...(part.reason === undefined ? [] : [part.reason])];
  if (!('amount' in part)) return plainLine(part);
  if ('subCategoryId' in part) return plainSplit(part);
  if ('expenseId' in part) return [part.expenseId, part.payableId, part.amount];
  if ('givingId' in part) return plainDepositItem(part);
  return [part.categoryId, part.amount];
}

/** Entries of earlier versions lack how a part of an expense ends the restriction of its fund. */
function plainSplit({ amount, inUse = true, release = null, inUseOn = null, ...part }: SplitTold) {
  const plain = SPLIT.map((field) => part[field]);
  return release === null && inUse ? [...plain, amount] : [...plain, inUse, release, inUseOn, amount];
}

function plainDepositItem({ sessionId, method, givingId, otherIncomeId = null, amount }: DepositItemTold) {
  return [sessionId, method, givingId, otherIncomeId, amount];
}

function plainLine({ debit, credit, ...line }: JournalLineTold) {
  const { accountId = null, subCategoryId = null, incomeCategoryId = null, fundId = null } = line;
  const { ministryId = null, functionalClass = null } = line;
  const amount = debit ?? -(credit ?? 0);
  return [accountId, subCategoryId, incomeCategoryId, fundId, ministryId, functionalClass, amount];
}

/**
 * Returns a value in the form in which it is compared. A receipt becomes its hash. A settlement and a list become JSON
 * without the names of categories and users. Any other object becomes JSON, too. Any other value stays as it is.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value.map(plainPart));
  if (typeof value === 'object' && value !== null && 'sha256' in value) return value.sha256;
  if (typeof value === 'object' && value !== null && 'paymentId' in value) {
    return JSON.stringify(SETTLED.map((field) => (value as Record<string, unknown>)[field] ?? null));
  }
  return typeof value === 'object' && value !== null ? objectAsTold(value) : (value ?? null);
}

const shown = (value: unknown) => JSON.stringify(value ?? null);
