import type { Generated } from 'kysely';

export type AuditLogTable = {
  id: Generated<number>;
  at: string;
  action: string;
  actorId: number | null;
  actorName: string;
  entityType: string;
  entityId: string;
  /** `{field: [before, after]}` as JSON; null when there is nothing to show. */
  changes: string | null;
  /** The SHA-256 of `changes`; part of the row's hash in its place, so that a privacy purge can blank the data. */
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
  previousHash: string;
  hash: string;
};

/** One row: how many entries the log has and the last one's hash, so that a cut-off log shows. */
export type AuditHeadTable = { id: 1; entries: number; lastHash: string };
