/**
 * Proves that the log is as it was written: nothing was changed, removed or cut off, and the program sealed its end. An
 * entry whose changes are not the original ones passes only if a privacy request is recorded behind it that left exactly
 * what is there (`redacted.ts`).
 */
import { existsSync } from 'node:fs';
import { type App, inSnapshot } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { breathe } from '../../lib/chunks.ts';
import { BASELINE, type Baseline, baselineOf } from './baseline.ts';
import { type Authentication, chainHash, type Head, judgeHead } from './chain.ts';
import { type Persons, personsOf } from './persons.ts';
import { type ChainRow, listChain, readAnyHead } from './queries.ts';
import { followChanges, type Redacted } from './redacted.ts';

const STRETCH = 500;

/** What checking the whole chain shows. */
export type ChainVerdict = Head & {
  isIntact: boolean;
  authentication: Authentication;
  /** The first entry that is not as written; null when nothing is wrong, or when the end of the log is wrong. */
  firstBadId: number | null;
  problem: string | null;
  /** The entry since which the head is sealed; null in a log from before version 9. */
  baseline: Baseline | null;
};

type Progress = {
  previousHash: string;
  entries: number;
  redacted: Redacted;
  persons: Persons;
  baseline: Baseline | null;
};

/** Checks the whole chain of the books; names the first entry that is not as written. */
export function verifyAudit(app: App): Promise<ChainVerdict> {
  return inSnapshot(app, ({ db, declared }) => verifyChain(db, { ...keyOf(app), isOwn: true, declared }));
}

/** Returns the key of the books, unless it is lost. */
export function keyOf({ paths, secrets }: App): Pick<KnownKey, 'encryptionKey'> {
  return existsSync(paths.secrets) ? { encryptionKey: secrets().encryptionKey } : {};
}

/** The key with which a log may have been sealed. */
export type KnownKey = {
  encryptionKey?: Uint8Array | undefined;
  /** Whether the log must use this key, because it lies beside the log. A seal with another key is then forged. */
  isOwn: boolean;
};

/** What a proof needs besides the database: the key, and the declarations of all rooms. */
export type Known = KnownKey & Pick<App, 'declared'>;

/** Does the same for any database that nobody writes to. Without the key, the head is neither true nor forged. */
export async function verifyChain(db: Db, known: Known): Promise<ChainVerdict> {
  const { seal, ...head } = await readAnyHead(db);
  const authentication = authenticationOf(head, seal, known);
  const persons = await personsOf(known);
  const progress: Progress = { previousHash: '', entries: 0, redacted: new Map(), baseline: null, persons };
  const verdict = (firstBadId: number | null, problem: string | null): ChainVerdict => ({
    ...head,
    isIntact: problem === null,
    authentication,
    firstBadId,
    problem,
    baseline: progress.baseline,
  });
  for (let rows = await listChain(db, 0, STRETCH); rows.length > 0;) {
    for (const row of rows) {
      const problem = follow(progress, row);
      if (problem) return verdict(row.id, problem);
    }
    await breathe();
    rows = await listChain(db, progress.entries, STRETCH);
  }
  const [changed] = progress.redacted.keys();
  if (changed !== undefined) return verdict(changed, CHANGED);
  if (progress.entries < head.entries) return verdict(progress.entries + 1, 'the log ends before it');
  if (progress.previousHash !== head.lastHash)
    return verdict(progress.entries, 'its last entry is not the last that was written');
  if (seal !== undefined && progress.baseline === null) return verdict(1, 'the AuditBaseline entry is missing');
  return verdict(null, authentication === 'broken' ? NOT_SEALED : null);
}

/** A log from before version 9 has no seal. A later one without a valid seal was written by another program. */
function authenticationOf(head: Head, seal: string | undefined, { encryptionKey, isOwn }: KnownKey): Authentication {
  if (seal === undefined) return 'key unknown';
  const judged = judgeHead(head, seal, encryptionKey);
  return judged === 'key unknown' && isOwn && encryptionKey ? 'broken' : judged;
}

const NOT_SEALED = 'the seal at its end does not fit the key in secrets.json';

const CHANGED = 'its changes are not those that were written';

/** Checks the next entry; returns what is wrong with it. */
function follow(progress: Progress, row: ChainRow): string | undefined {
  if (row.id !== progress.entries + 1) return 'the entry before it is missing';
  if (row.previousHash !== progress.previousHash) return 'it does not follow the entry before it';
  if (row.hash !== chainHash(row.id, row, row.previousHash)) return 'it was changed';
  if (!followChanges(progress, row, progress.baseline === null)) return CHANGED;
  if (row.action === BASELINE) progress.baseline ??= baselineOf(row);
  progress.entries = row.id;
  progress.previousHash = row.hash;
  return undefined;
}
