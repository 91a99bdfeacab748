import type { Generated } from 'kysely';

/** A statement that was issued to a giver: the next one of a year with other figures gets a number of its own. */
export type ContributionStatementTable = {
  id: Generated<number>;
  year: number;
  /** Runs from 1 in every year. */
  number: number;
  memberId: number | null;
  /** The SHA-256 of what it says. */
  contentHash: string;
  /** The number of the statement that this one corrects. */
  replaces: number | null;
  issuedAt: string;
  issuedBy: number | null;
};
