import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../db/columns.ts';
import type { Minor } from '../../lib/money.ts';
import type { Method } from '../giving/schema.ts';
import type { FunctionalClass } from '../ministries/schema.ts';
import type { ExpenseStatus } from './schema.ts';

export type ExpenseTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    subCategoryId: number;
    ministryId: number;
    expenseDate: string;
    amountMinor: Minor;
    vendor: string | null;
    description: string;
    functionalClass: FunctionalClass | null;
    /** The person to be paid back. */
    memberId: number | null;
    /** The restricted giving category it is paid from. */
    fundCategoryId: number | null;
    paymentMethod: Method | null;
    paymentReference: string | null;
    notes: string | null;
    status: ExpenseStatus;
    /** The date on which it counts in statements and reports, set on approval. */
    bookedOn: Generated<string | null>;
    submittedBy: number;
    /** Who last changed what it says, as opposed to its status. */
    editedBy: number | null;
    approvedBy: Generated<number | null>;
    approvedAt: Generated<string | null>;
    rejectedReason: Generated<string | null>;
    paidBy: Generated<number | null>;
    paidOn: Generated<string | null>;
    reversalOf: Generated<number | null>;
    receiptPath: Generated<string | null>;
    receiptFileName: Generated<string | null>;
    receiptContentType: Generated<string | null>;
    receiptSize: Generated<number | null>;
    receiptSha256: Generated<string | null>;
  };
