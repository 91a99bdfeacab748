/**
 * Proves that the books are what this program wrote: the structure of the database, the chain of the audit log and the
 * seal of its head, and every figure against the log. `audit verify`, `doctor`, `backup verify` and `restore` report
 * it.
 *
 * `db/structure.ts` compares the tables with those that the migrations make in memory up to the version of the file,
 * `verification.ts` walks along the chain, and `figures.ts` reads every row of the audited tables with its entries. Each room
 * declares in its `audited.ts` which columns are compared. A write that changes such a column without an entry is found by
 * the demo church, the drawn requests and the tests.
 */
import { type App, inSnapshot } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { compareStructure } from '../../db/structure.ts';
import { AUDITED_TABLES } from './audited.ts';
import { compareFigures } from './figures.ts';
import { headText } from './chain.ts';
import { type ChainVerdict, keyOf, type Known, verifyChain } from './verification.ts';

/** More faults than these add no information. */
const FAULTS_SHOWN = 20;

/** What was found: `faults` are sentences about what somebody changed, `warnings` about what is unknown or harmless. */
export type Proof = Omit<ChainVerdict, 'baseline'> & { head: string; faults: string[]; warnings: string[] };

type ProofOptions = Known & {
  /** Whether only the log is checked, not the tables and their contents. */
  onlyLog?: boolean;
};

/** Proves the books of the data directory as they are at one moment. */
export function proveBooks(app: App): Promise<Proof> {
  return inSnapshot(app, ({ db, declared }) => prove(db, { ...keyOf(app), isOwn: true, declared }));
}

/** Does the same for any database that nobody writes to, also of an older version. */
export async function prove(db: Db, { onlyLog = false, ...known }: ProofOptions): Promise<Proof> {
  const structure = onlyLog ? NOT_COMPARED : await compareStructure(db);
  const faults = structure.faults.map((fault: string) => `${capital(fault)}.`);
  const warnings = structure.warnings.map((warning: string) => `${capital(warning)}.`);
  if (faults.length > 0) return { ...UNREAD, faults, warnings, problem: faults[0] ?? null };
  const { baseline, ...chain } = await verifyChain(db, known);
  if (chain.problem !== null) faults.push(chainFault(chain));
  if (chain.authentication === 'key unknown') warnings.push(KEY_UNKNOWN);
  const counted = { more: 0 };
  const report = (fault: string) => (faults.length < FAULTS_SHOWN ? faults.push(`${fault}.`) : (counted.more += 1));
  const tables = onlyLog ? [] : (await known.declared(AUDITED_TABLES)).flat();
  if (!onlyLog && chain.firstBadId === null)
    await compareFigures({ db, baseline, report, isPresentVersion: structure.isPresentVersion }, tables);
  if (counted.more > 0) faults.push(`There are ${counted.more} more.`);
  return { ...chain, isIntact: faults.length === 0, head: headText(chain), faults, warnings };
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
  'The end of the audit log could not be authenticated, because its key is not here. Compare its head with one that you noted earlier: ' +
  'vestry audit verify --head COUNT:HASH';

function chainFault({ firstBadId, problem }: Pick<ChainVerdict, 'firstBadId' | 'problem'>): string {
  return firstBadId === null
    ? `The audit log was tampered with: ${problem}.`
    : `The audit log was tampered with at entry ${firstBadId}: ${problem}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
