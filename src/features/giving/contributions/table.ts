import type { Generated } from 'kysely';

/**
 * A statement that was issued to a giver. If the figures change later, the corrected statement is another row with its
 * own number.
 */
export type ContributionStatementTable = {
  id: Generated<number>;
  year: number;
  /** The number within the year. Each year starts again at 1. */
  number: number;
  memberId: number | null;
  /** The company to which the statement is addressed; null for a statement of the member's own gifts. */
  companyName: string | null;
  /** The SHA-256 hash of the figures of the statement. */
  contentHash: string;
  /** The number of the statement that corrects this one; null if there is none. */
  replacedBy: number | null;
  issuedAt: string;
  issuedBy: number | null;
  /** When the statement was first exported to a file or sent by e-mail; null before that. */
  handedOutAt: string | null;
};

/** The last number of a year that was given before older books were restored. No statement gets it, or one before it. */
export type StatementNumbersGivenTable = { year: number; last: number };
