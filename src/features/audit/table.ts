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
   * The SHA-256 digest of the changes (`chain.ts`). The hash of the entry covers this digest instead of `changes`, so
   * that a privacy request can remove data from `changes`.
   */
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
  previousHash: string;
  hash: string;
  /**
   * A random salt for the digest of the fields that a privacy request may remove. It prevents anybody from guessing
   * their values. Null if the entry has no such fields, or if they were removed.
   */
  withheldSalt: string | null;
  /** The digest of the fields that a privacy request removed from `changes`. */
  withheldDigest: string | null;
};

/**
 * The head of the log, in a single row: the number of entries and the hash of the last entry. A log whose end was cut
 * off does not match this row. The seal authenticates both values with a key that is not in the database, so a
 * recalculated chain has no valid seal.
 */
export type AuditHeadTable = { id: 1; entries: number; lastHash: string; seal: string };
