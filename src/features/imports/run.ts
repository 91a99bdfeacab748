/**
 * The steps of every import: plan in a snapshot, write the plan in one transaction, and record what was added. If the
 * last hash of the audit log changed after the snapshot, something was recorded meanwhile. The import then plans again,
 * and only the last attempt plans inside the transaction. The plan also assigns the ids of new records, so that no ids need to be read back after a
 * batch of rows is inserted.
 */
import { type App, inSnapshot, inTransaction } from '../../app.ts';
import { addTexts } from '../../db/search-index.ts';
import { type Document, type SearchKind } from '../../db/search-texts.ts';
import { refuseFaults } from '../../errors.ts';
import { inChunks, WRITTEN } from '../../lib/chunks.ts';
import type { ImportFault } from '../../lib/import-table.ts';
import type { Fact } from '../audit/rules.ts';
import { lastHash, record } from '../audit/service.ts';
import type { Program } from './programs.ts';
import type { ImportKind } from './schema.ts';
import { earlierImport, type ImportSource, recordImport } from './service.ts';

/** How often an import plans outside the transaction before it keeps others from writing while it plans. */
const ATTEMPTS = 3;

/** Called with the number of rows written so far. */
type Progress = (done: number, total: number) => void;

/** The options of every import. */
export type ImportOptions = {
  dryRun: boolean;
  /**
   * True if a file that was imported before may be imported again. An import of members then also adds people who
   * already exist.
   */
  allowDuplicates: boolean;
  /** With a dry run: plan the rows without a fault although others have one. The plan has the faults. */
  mayBeFaulty?: boolean;
  source: ImportSource;
  /** The program that wrote the file, if it is recognized. */
  program?: Program | undefined;
  progress?: Progress;
};

/** The common part of every plan: how many rows are skipped because their records exist already, and the faults. */
type Plan = { skipped: number; faults: readonly ImportFault[] };

/** What one kind of import provides to `runImport`. */
type Importer<P extends Plan> = {
  kind: ImportKind;
  /** How many rows the file has. */
  rows: number;
  /** Makes a plan from the church's present records. */
  plan: (app: App) => Promise<P>;
  /** Writes the plan. Returns the ids of the added records by kind, or null if there was nothing to write. */
  write: (app: App, plan: P) => Promise<Readonly<Record<string, readonly number[]>> | null>;
};

/** The plan of an import, and its result if it was not a dry run. */
type Run<P> = {
  plan: P;
  /** The id of the import; null when nothing was written. */
  importId: number | null;
  /** The id of an earlier import of the same file, if that import was not undone; otherwise null. */
  sameFileAs: number | null;
};

/**
 * Runs an import, all or nothing. Everything is checked before the first write, and checked again in the transaction if
 * anything was recorded meanwhile. Raises `file_refused` with every bad row. A file that was imported before is also
 * refused, unless `allowDuplicates` is set or every record in the file exists already. Also raises whatever `plan`
 * raises.
 */
export async function runImport<P extends Plan>(
  app: App,
  { kind, rows, plan: planned, write }: Importer<P>,
  { dryRun, allowDuplicates, source, mayBeFaulty = false }: ImportOptions,
): Promise<Run<P>> {
  const makePlan = async (app: App) => {
    const plan = await planned(app);
    const isTolerant = dryRun && mayBeFaulty;
    const mayRepeat = allowDuplicates || isTolerant || plan.skipped === rows;
    const sameFileAs = await earlierImport(app, { kind, source, allowDuplicates: mayRepeat });
    if (!isTolerant) refuseFaults(plan.faults);
    return { plan, sameFileAs, hash: await lastHash(app) };
  };
  for (let attempt = 1; ; attempt += 1) {
    const first = await inSnapshot(app, makePlan);
    if (dryRun) return { ...first, importId: null };
    const done = await inTransaction(app, async (app) => {
      const isCurrent = (await lastHash(app)) === first.hash;
      if (!isCurrent && attempt < ATTEMPTS) return undefined;
      const current = isCurrent ? first : await makePlan(app);
      const created = await write(app, current.plan);
      return { ...current, importId: created && (await recordImport(app, { kind, source, rows, created })) };
    });
    if (done) return done;
  }
}

/** How rows of a kind are written to the database, the search index and the audit log. */
type Adder<T> = {
  insert: (part: readonly T[]) => Promise<void>;
  kind: SearchKind;
  documentOf: (row: T) => Document;
  factOf: (row: T) => Fact;
};

/**
 * Adds rows in batches, together with their search texts and audit entries. The ids of the rows must never have been
 * used. Must run inside a transaction, after all checks.
 */
export async function addInParts<T>(
  app: App,
  rows: readonly T[],
  { insert, kind, documentOf, factOf }: Adder<T>,
  progress?: Progress,
): Promise<void> {
  let done = 0;
  await inChunks(
    rows,
    async (part) => {
      await insert(part);
      await addTexts(app.db, kind, part.map(documentOf));
      await record(app, ...part.map(factOf));
      progress?.((done += part.length), rows.length);
    },
    WRITTEN,
  );
}

/** Returns the ids of rows. */
export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
