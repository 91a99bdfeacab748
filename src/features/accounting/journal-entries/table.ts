import type { Generated } from 'kysely';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

export type JournalEntryTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    memo: string;
    isYearEnd: Flag;
    /** The day on which monthly statements show the entry. All other reports use its date. */
    shownOn: string;
    /** Only a posted entry affects balances and reports. */
    status: 'PendingApproval' | 'Posted';
    /** The sum of the debits. */
    amountMinor: Minor;
    lineCount: number;
    approvedBy: Generated<number | null>;
    approvedAt: Generated<string | null>;
    reversalOf: Generated<number | null>;
  };

/**
 * A line of an adjusting entry. A line that names no account, subcategory or income category changes the net assets of
 * its fund.
 */
export type JournalLineTable = {
  entryId: number;
  position: number;
  accountId: number | null;
  subCategoryId: number | null;
  incomeCategoryId: number | null;
  /** In a line that names an account, the fund that holds it, or null for the General fund. */
  fundId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  /** Positive for a debit, negative for a credit. */
  amountMinor: Minor;
};

/** A user who entered or changed an entry, and so may not approve it. */
export type JournalHandTable = { entryId: number; userId: number };
