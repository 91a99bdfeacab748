/**
 * Checks that the log is as this program wrote it: no entry was changed, removed or cut off, and the program sealed the
 * end. An entry whose changes differ from the original ones passes only if a later entry records a privacy request that
 * left exactly these changes (`redacted.ts`).
 */
import { existsSync } from 'node:fs';
import { type App, inSnapshot } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { breathe } from '../../lib/chunks.ts';
import { BASELINE, type Baseline, baselineOf, UPGRADE } from './baseline.ts';
import { type Authentication, chainHash, type Changes, type Head, judgeHead } from './chain.ts';
import { followKept, type Noted } from './kept.ts';
import { type Persons, personsOf } from './persons.ts';
import { type ChainRow, listChain, readAnyHead } from './queries.ts';
import { followChanges, type Redacted } from './redacted.ts';

const STRETCH = 500;

/** The result of checking the whole chain. */
export type ChainVerdict = Head & {
  isIntact: boolean;
  authentication: Authentication;
  /**
   * The id of the first entry that is not as this program wrote it. Null if nothing is wrong, or if only the seal is
   * wrong.
   */
  firstBadId: number | null;
  problem: string | null;
  /** The entry with which sealing began; null in a log from before version 9. */
  baseline: Baseline | null;
  /** The entries of upgrades of the database, in their order. */
  upgrades: Baseline[];
  /** The digests of records that the log must not contain (`kept.ts`). */
  noted: Noted;
};

type Progress = {
  previousHash: string;
  entries: number;
  redacted: Redacted;
  persons: Persons;
  baseline: Baseline | null;
  /** The entries of upgrades of the database, in their order. */
  upgrades: Baseline[];
  noted: Noted;
};

/** Checks the whole chain of the books' audit log, and names the first entry that is not as this program wrote it. */
export function verifyAudit(app: App): Promise<ChainVerdict> {
  return inSnapshot(app, ({ db, declared }) => verifyChain(db, { ...keyOf(app), isOwn: true, declared }));
}

/** Returns the encryption key of the books, or an empty object if secrets.json is missing. */
export function keyOf({ paths, secrets }: Pick<App, 'paths' | 'secrets'>): Pick<KnownKey, 'encryptionKey'> {
  return existsSync(paths.secrets) ? { encryptionKey: secrets().encryptionKey } : {};
}

/** The key with which to check the seal of a log. */
export type KnownKey = {
  encryptionKey?: Uint8Array | undefined;
  /**
   * True if the log must be sealed with this key, because the key is stored beside it. A seal made with another key is
   * then a forgery.
   */
  isOwn: boolean;
};

/** What a proof needs besides the database: the key, and the declarations of all rooms. */
export type Known = KnownKey & Pick<App, 'declared'>;

/**
 * Checks the chain of any database. Nobody may write to the database meanwhile. Without the key, the seal cannot be
 * checked, and `authentication` is `key unknown`.
 */
export async function verifyChain(db: Db, known: Known): Promise<ChainVerdict> {
  const { seal, ...head } = await readAnyHead(db);
  const authentication = authenticationOf(head, seal, known);
  const persons = await personsOf(known);
  const progress: Progress = {
    previousHash: '',
    entries: 0,
    redacted: new Map(),
    baseline: null,
    upgrades: [],
    noted: new Map(),
    persons,
  };
  const verdict = (firstBadId: number | null, problem: string | null): ChainVerdict => ({
    ...head,
    isIntact: problem === null,
    authentication,
    firstBadId,
    problem,
    baseline: progress.baseline,
    upgrades: progress.upgrades,
    noted: progress.noted,
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
  if (progress.entries < head.entries) return verdict(progress.entries + 1, 'the log ends before this entry');
  if (progress.previousHash !== head.lastHash)
    return verdict(
      progress.entries,
      'it is the last entry, but its hash is not the hash that Vestry stored for the last entry',
    );
  if (seal !== undefined && progress.baseline === null) return verdict(1, 'the AuditBaseline entry is missing');
  return verdict(null, authentication === 'broken' ? NOT_SEALED : null);
}

/**
 * Checks the seal of the head. A log from before version 9 has no seal. If `isOwn` is true, a seal made with an unknown
 * key counts as broken.
 */
function authenticationOf(head: Head, seal: string | undefined, { encryptionKey, isOwn }: KnownKey): Authentication {
  if (seal === undefined) return 'key unknown';
  const judged = judgeHead(head, seal, encryptionKey);
  return judged === 'key unknown' && isOwn && encryptionKey ? 'broken' : judged;
}

const NOT_SEALED = 'the seal at its end does not match the key in secrets.json';

const CHANGED = 'its changes are not those that were written';

/** Checks the next entry. Returns what is wrong with it, or undefined. */
function follow(progress: Progress, row: ChainRow): string | undefined {
  if (row.id !== progress.entries + 1) return 'the entry before it is missing';
  if (row.previousHash !== progress.previousHash) return 'it does not follow the entry before it';
  if (row.hash !== chainHash(row.id, row, row.previousHash)) return 'it was changed';
  if (!followChanges(progress, row, progress.baseline === null)) return CHANGED;
  if (row.changes?.includes('"kept":')) followKept(progress.noted, row.id, JSON.parse(row.changes) as Changes);
  if (row.action === BASELINE) progress.baseline ??= baselineOf(row);
  if (row.action === UPGRADE) progress.upgrades.push(baselineOf(row));
  progress.entries = row.id;
  progress.previousHash = row.hash;
  return undefined;
}
