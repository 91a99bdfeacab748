import type { Generated } from 'kysely';
import type { BankedType } from '../../../books/account-documents.ts';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** Bank lines and the documents that they show. The lines and the documents have equal sums. */
export type BankMatchTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    accountId: number;
    /** The finished reconciliation that contains the match. */
    reconciliationId: Generated<number | null>;
    /** The rule that made the match. Null if a person did. */
    ruleId: Generated<number | null>;
    /** Whether the rule also made the document. */
    isRuleMade: Generated<Flag>;
  };

/**
 * A document, or a part of its amount, that the bank's statement has: either a match names it, or a person ticked it in
 * a reconciliation.
 */
export type ClearedItemTable = {
  id: Generated<number>;
  accountId: number;
  type: BankedType;
  documentId: number;
  /** How much of the document the statement has, as debits less credits. */
  amountMinor: Minor;
  matchId: number | null;
  reconciliationId: number | null;
};
