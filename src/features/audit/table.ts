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
  /**
   * The SHA-256 of the changes. The hash of the entry covers it instead of `changes`, so that a privacy request can
   * remove data from them.
   */
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
  previousHash: string;
  hash: string;
  /**
   * The salt of the digest of the fields that a privacy request may remove, so that nobody can guess their values. Null
   * if there are none, or if they were removed.
   */
  withheldSalt: string | null;
  /** The digest of the fields that a privacy request removed from `changes`. */
  withheldDigest: string | null;
};

/**
 * The head of the log, in a single row: the number of entries and the hash of the last. A log whose end was cut off
 * does not match this row. The seal authenticates both values with a key that is not in the database, so a recalculated
 * chain has no valid seal.
 */
export type AuditHeadTable = { id: 1; entries: number; lastHash: string; seal: string };
