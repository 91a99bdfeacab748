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
  /** A SHA-256 that stands for `changes` in the row's hash, so that a privacy request can take data out of them. */
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
  previousHash: string;
  hash: string;
  /** What keeps the digest of a withheld part from being guessed; null where nothing can be withheld, or is. */
  withheldSalt: string | null;
  /** The digest that stands for what a privacy request took out of `changes`. */
  withheldDigest: string | null;
};

/**
 * One row: how many entries the log has and the last one's hash, so that a cut-off log shows. The seal is their
 * authentication code under a key that is not in the database, so that a chain computed anew shows.
 */
export type AuditHeadTable = { id: 1; entries: number; lastHash: string; seal: string };
