/**
 * Checks that the books are as this program wrote them: the structure of the database, the chain of the audit log, the
 * seal of its head, and every figure in the books against the log. `audit verify`, `doctor`, `backup verify` and
 * `backup restore` report the result.
 *
 * `db/structure.ts` runs the migrations in memory up to the version of the database, and compares the tables with the
 * result. `verification.ts` checks the chain. `figures.ts` compares every row of the audited tables with its entries. What a
 * room stored to save work, such as the balances of finalized months, is added up again (`recomputed.ts`).
 * Each room declares in its files `audited.ts` which columns are compared. If code changes such a column without
 * writing an audit entry, the tests, the demo church and the fuzz test reveal it.
 */
import { type App, inSnapshot } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { compareStructure } from '../../db/structure.ts';
import { SumTooLarge } from '../../lib/money.ts';
import { AUDITED_TABLES } from './audited.ts';
import { compareFigures } from './figures.ts';
import { listNotCompared } from './not-compared.ts';
import { compareKept } from './kept.ts';
import { RECOMPUTED } from './recomputed.ts';
import { headText } from './chain.ts';
import { type ChainVerdict, keyOf, type Known, verifyChain } from './verification.ts';

/** The largest number of faults that are listed. Further faults would add no information, so they are only counted. */
const FAULTS_SHOWN = 20;

/**
 * The result of a check. `faults` are sentences about what somebody changed. `warnings` are sentences about what could
 * not be checked or is harmless.
 */
export type Proof = Omit<ChainVerdict, 'baseline' | 'upgrades' | 'noted'> & {
  head: string;
  faults: string[];
  warnings: string[];
  /** The tables and columns that were not compared with the audit log (see `not-compared.ts`). */
  notCompared: string[];
};

type ProofOptions = Known & {
  /** True to check only the log, not the tables and their contents. */
  onlyLog?: boolean;
};

/** Checks the books of the data directory in a single snapshot. */
export function proveBooks(app: App): Promise<Proof> {
  return inSnapshot(app, ({ db, declared }) => prove(db, { ...keyOf(app), isOwn: true, declared }));
}

/** Checks any database, even one of an older version. Nobody may write to the database meanwhile. */
export async function prove(db: Db, { onlyLog = false, ...known }: ProofOptions): Promise<Proof> {
  const structure = onlyLog ? NOT_COMPARED : await compareStructure(db);
  const faults = structure.faults.map((fault: string) => `${capital(fault)}.`);
  const warnings = structure.warnings.map((warning: string) => `${capital(warning)}.`);
  if (faults.length > 0) return { ...UNREAD, faults, warnings, notCompared: [], problem: faults[0] ?? null };
  const { baseline, upgrades, noted, ...chain } = await verifyChain(db, known);
  if (chain.problem !== null) faults.push(chainFault(chain));
  if (chain.authentication === 'key unknown') warnings.push(KEY_UNKNOWN);
  const counted = { more: 0 };
  const report = (fault: string) => (faults.length < FAULTS_SHOWN ? faults.push(`${fault}.`) : (counted.more += 1));
  const tables = onlyLog ? [] : (await known.declared(AUDITED_TABLES)).flat();
  if (!onlyLog && chain.firstBadId === null)
    await compareFigures(
      {
        db,
        baseline,
        upgrades,
        report,
        isPresentVersion: structure.isPresentVersion,
        encryptionKey: known.encryptionKey,
      },
      tables,
    );
  if (structure.isPresentVersion) {
    await recompute(db, known, report);
    // A log that was changed does not say what the records were.
    if (chain.firstBadId === null) {
      const unknown = await compareKept(db, { noted, ...known, encryptionKey: known.encryptionKey }, report);
      if (unknown > 0 && chain.authentication !== 'key unknown') warnings.push(notedUnknown(unknown));
    }
  }
  if (counted.more > 0) faults.push(`More faults: ${counted.more}.`);
  const notCompared = onlyLog ? [] : listNotCompared();
  return { ...chain, isIntact: faults.length === 0, head: headText(chain), faults, warnings, notCompared };
}

/** Adds up again what rooms stored as sums. */
async function recompute(db: Db, { declared }: Known, report: (fault: string) => void): Promise<void> {
  try {
    for (const compare of await declared(RECOMPUTED)) await compare(db, report);
  } catch (error) {
    if (!(error instanceof SumTooLarge)) throw error;
    report('The documents add up to more than Vestry can add up exactly, so their stored sums could not be checked');
  }
}

const NOT_COMPARED = { faults: [], warnings: [], isPresentVersion: false };

/** The result for a database whose tables are not those of the program. Its log is not read. */
const UNREAD = {
  isIntact: false,
  entries: 0,
  lastHash: '',
  head: headText({ entries: 0, lastHash: '' }),
  authentication: 'key unknown' as const,
  firstBadId: null,
};

const KEY_UNKNOWN =
  'The end of the audit log could not be authenticated, because the key that sealed it is missing. Compare the head with one that you noted earlier: ' +
  'vestry audit verify --head COUNT:HASH';

const notedUnknown = (count: number) =>
  `${count} records, such as passwords and keys, could not be compared with the audit log, because the key under which it noted them is missing.`;

function chainFault({ firstBadId, problem }: Pick<ChainVerdict, 'firstBadId' | 'problem'>): string {
  return firstBadId === null
    ? `The audit log was tampered with: ${problem}.`
    : `The audit log was tampered with at entry ${firstBadId}: ${problem}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
