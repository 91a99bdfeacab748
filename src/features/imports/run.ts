/**
 * What every import does: plan in a snapshot, write what still holds in one transaction, and record what was added. A
 * plan still holds if the last hash of the audit log is the one that the snapshot saw, because every change that could
 * matter is in the log; otherwise the import plans again. The plan also gives the ids, so rows are added in parts
 * without asking for them.
 */
import { type App, inSnapshot, inTransaction } from '../../app.ts';
import { addTexts } from '../../db/search-index.ts';
import { type Document, type SearchKind } from '../../db/search-texts.ts';
import { refuseFaults } from '../../errors.ts';
import { inChunks, MANY } from '../../lib/chunks.ts';
import type { ImportFault } from '../../lib/import-table.ts';
import type { Fact } from '../audit/rules.ts';
import { lastHash, record } from '../audit/service.ts';
import type { ImportKind } from './schema.ts';
import { earlierImport, type ImportSource, recordImport } from './service.ts';

/** Called with the number of rows written so far. */
type Progress = (done: number, total: number) => void;

/** The options of every import. */
export type ImportOptions = {
  dryRun: boolean;
  /** Whether a file may be imported again, and for members also people who exist already. */
  allowDuplicates: boolean;
  source: ImportSource;
  progress?: Progress;
};

/** What an import will do: how many rows are skipped because they exist already, and the faults. */
type Plan = { skipped: number; faults: readonly ImportFault[] };

/** What one kind of import provides to `runImport`. */
type Importer<P extends Plan> = {
  kind: ImportKind;
  /** How many rows the file has. */
  rows: number;
  /** Plans with the church's present records. */
  plan: (app: App) => Promise<P>;
  /** Writes the plan; returns the ids of what it added, by kind, or null when there was nothing to write. */
  write: (app: App, plan: P) => Promise<Readonly<Record<string, readonly number[]>> | null>;
};

/** The plan of an import, and what it did unless it was a dry run. */
type Run<P> = {
  plan: P;
  /** The id of the import; null when nothing was written. */
  importId: number | null;
  /** An earlier import of the same file that was not undone. */
  sameFileAs: number | null;
};

/**
 * Runs an import, all or nothing. Everything is checked before the first write, and again in the transaction if
 * anything was recorded meanwhile. Raises `file_refused` with every bad row, or for a file that was imported before
 * unless all of it exists already, and what `plan` raises.
 */
export async function runImport<P extends Plan>(
  app: App,
  { kind, rows, plan: planned, write }: Importer<P>,
  { dryRun, allowDuplicates, source }: ImportOptions,
): Promise<Run<P>> {
  const makePlan = async (app: App) => {
    const plan = await planned(app);
    const mayRepeat = allowDuplicates || plan.skipped === rows;
    const sameFileAs = await earlierImport(app, { kind, source, allowDuplicates: mayRepeat });
    refuseFaults(plan.faults);
    return { plan, sameFileAs, hash: await lastHash(app) };
  };
  const first = await inSnapshot(app, makePlan);
  if (dryRun) return { ...first, importId: null };
  return inTransaction(app, async (app) => {
    const isCurrent = (await lastHash(app)) === first.hash;
    const current = isCurrent ? first : await makePlan(app);
    const created = await write(app, current.plan);
    return { ...current, importId: created && (await recordImport(app, { kind, source, rows, created })) };
  });
}

/** How rows of a kind are written to the database, the search index and the audit log. */
type Adder<T> = {
  insert: (part: readonly T[]) => Promise<void>;
  kind: SearchKind;
  documentOf: (row: T) => Document;
  factOf: (row: T) => Fact;
};

/** Adds rows with ids that were never used, part by part. Must run inside a transaction and after all checks. */
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
    MANY,
  );
}

/** The ids of rows. */
export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
