import type { Generated } from 'kysely';

/** A statement that was issued to a giver: the next one of a year with other figures gets a number of its own. */
export type ContributionStatementTable = {
  id: Generated<number>;
  year: number;
  /** Runs from 1 in every year. */
  number: number;
  memberId: number | null;
  /** The SHA-256 of its figures. */
  contentHash: string;
  /** The number of the statement that corrects this one. */
  replacedBy: number | null;
  issuedAt: string;
  issuedBy: number | null;
  /** When it was first printed or sent; null as long as no message with it was taken. */
  handedOutAt: string | null;
};
