import { type AuditedTable, decimalOf, flagOf, itemsAsTold, numbered } from '../../audit/audited.ts';
import { handsProof } from '../../approvals/two-people.ts';
import { APPROVABLE } from './rules.ts';

const HANDS = handsProof(APPROVABLE);

/**
 * The fields of an adjusting entry that are compared with the audit log: the fields on which figures depend, and who
 * approved the entry.
 */
export const auditedJournalEntries: AuditedTable = {
  ...numbered('JournalEntry'),
  table: 'journalEntries',
  isNew: true,
  upgrade: { step: '0052-rejections', defaults: { rejectedReason: null } },
  columns: [
    'date',
    'memo',
    'isYearEnd',
    'shownOn',
    'status',
    'amountMinor',
    'lineCount',
    'approvedBy',
    'approvedAt',
    'reversalOf',
    'createdBy',
    'deletedAt',
  ],
  derived: {
    lines: `(select json_group_array(json_array("accountId", "subCategoryId", "incomeCategoryId", "fundId", "ministryId",
      "functionalClass", "amountMinor") order by "position") from "journalLines" where "entryId" = "journalEntries"."id")`,
    ...HANDS.derived,
  },
  figuresOf: ({ date, memo, isYearEnd, shownOn, status, amountMinor, lineCount, lines, ...row }) => ({
    date,
    memo,
    yearEnd: flagOf(isYearEnd),
    shownOn,
    status,
    amount: decimalOf(amountMinor),
    lineCount,
    approvedBy: row.approvedBy,
    approvedAt: row.approvedAt,
    rejectedReason: row['rejectedReason'],
    reversalOf: row.reversalOf,
    lines: itemsAsTold(lines),
  }),
  compareHistory: HANDS.compareHistory,
};
