/** The proof that the log is what was written: nothing changed, removed or cut off. */
import { type App, inSnapshot } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { breathe } from '../../lib/chunks.ts';
import { sha256Hex } from '../../lib/secret.ts';
import { listChain, readHead } from './queries.ts';
import { type Changes, chainHash } from './rules.ts';
import type { AuditVerification } from './schema.ts';

const STRETCH = 500;

type Progress = {
  previousHash: string;
  entries: number;
  /** Entries whose changes are not those that were written, with their digest, until a purge is found that left them so. */
  redacted: Map<number, string>;
};

type Row = Awaited<ReturnType<typeof listChain>>[number];

/** Walks the whole chain; the answer names the first entry that is not as it was written. */
export function verifyAudit(app: App): Promise<AuditVerification> {
  return inSnapshot(app, ({ db }) => verifyChain(db));
}

/** The same for a database that nobody writes to. */
export async function verifyChain(db: Db): Promise<AuditVerification> {
  const head = await readHead(db);
  const progress: Progress = { previousHash: '', entries: 0, redacted: new Map() };
  const verdict = (firstBadId: number | null, problem: string | null): AuditVerification => ({
    isIntact: problem === null,
    entries: head.entries,
    lastHash: head.lastHash,
    firstBadId,
    problem,
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
  if (changed !== undefined) return verdict(changed, 'its changes are not those that were written');
  if (progress.entries < head.entries) return verdict(progress.entries + 1, 'the log ends before it');
  if (progress.previousHash !== head.lastHash) return verdict(progress.entries, 'it is not the last that was written');
  return verdict(null, null);
}

/** Takes the next entry into account; returns what is wrong with it. */
function follow(progress: Progress, row: Row): string | undefined {
  if (row.id !== progress.entries + 1) return 'the entry before it is missing';
  if (row.previousHash !== progress.previousHash) return 'it does not follow the entry before it';
  if (row.hash !== chainHash(row.id, row, row.previousHash)) return 'it was changed';
  const digest = sha256Hex(row.changes ?? '');
  if (row.changesDigest !== digest) progress.redacted.set(row.id, digest);
  else if (row.action === 'MemberPurged') forgive(progress, row.changes);
  progress.entries = row.id;
  progress.previousHash = row.hash;
  return undefined;
}

/** A purge lists the entries it took a person out of, with the digests of what it left in them. */
function forgive({ redacted }: Progress, changes: string | null): void {
  const { auditRows } = JSON.parse(changes ?? '{}') as Changes;
  for (const [id, digest] of (auditRows?.[1] ?? []) as [number, string][]) {
    if (redacted.get(id) === digest) redacted.delete(id);
  }
}
