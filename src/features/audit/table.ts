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
  /** A SHA-256 that represents `changes` in the row's hash, so that a privacy request can remove data from them. */
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
  previousHash: string;
  hash: string;
  /**
   * The salt that keeps the digest of a removable part from being guessed; null if nothing can be removed, or it was
   * removed.
   */
  withheldSalt: string | null;
  /** The digest of what a privacy request removed from `changes`. */
  withheldDigest: string | null;
};

/**
 * One row: the number of entries in the log and the hash of the last, so that a shortened log is detected. The seal
 * authenticates both with a key that is not in the database, so that a recomputed chain is detected.
 */
export type AuditHeadTable = { id: 1; entries: number; lastHash: string; seal: string };
