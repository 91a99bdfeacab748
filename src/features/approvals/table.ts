import type { Generated } from 'kysely';
import type { WaitingKind } from './kinds.ts';

/** A rejection of what waits for a second person. What the house rejects of expenses is in `expenseDecisions`. */
export type RejectionTable = {
  id: Generated<number>;
  kind: WaitingKind;
  /** The id of the document. */
  subjectId: number;
  /** Who rejected it. */
  userId: number;
  at: string;
  reason: string;
  /** When the document was changed or approved, so that the rejection no longer counts. */
  clearedAt: Generated<string | null>;
};
