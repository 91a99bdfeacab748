import type { Generated } from 'kysely';

/** A statement that was issued to a giver. A later one of the same year with other figures gets its own number. */
export type ContributionStatementTable = {
  id: Generated<number>;
  year: number;
  /** Starts with 1 in every year. */
  number: number;
  memberId: number | null;
  /** The SHA-256 of its figures. */
  contentHash: string;
  /** The number of the statement that corrects this one. */
  replacedBy: number | null;
  issuedAt: string;
  issuedBy: number | null;
  /** When it was first printed or sent; null as long as no message with it was accepted. */
  handedOutAt: string | null;
};
