import { type AuditedTable, decimalOf, flagOf, itemsAsTold, numbered } from '../../audit/audited.ts';

/** The fields of an adjusting entry that are compared with the audit log: all on which figures depend, and who approved it. */
export const auditedJournalEntries: AuditedTable = {
  ...numbered('JournalEntry'),
  table: 'journalEntries',
  isNew: true,
  columns: [
    'date',
    'memo',
    'isYearEnd',
    'shownOn',
    'status',
    'amountMinor',
    'lineCount',
    'approvedBy',
    'reversalOf',
    'createdBy',
    'deletedAt',
  ],
  derived: {
    lines: `(select json_group_array(json_array("accountId", "subCategoryId", "incomeCategoryId", "fundId", "ministryId",
      "functionalClass", "amountMinor") order by "position") from "journalLines" where "entryId" = "journalEntries"."id")`,
    hands: `(select json_group_array("userId" order by "userId") from "journalHands" where "entryId" = "journalEntries"."id")`,
  },
  figuresOf: ({ date, memo, isYearEnd, shownOn, status, amountMinor, lineCount, approvedBy, reversalOf, lines }) => ({
    date,
    memo,
    yearEnd: flagOf(isYearEnd),
    shownOn,
    status,
    amount: decimalOf(amountMinor),
    lineCount,
    approvedBy,
    reversalOf,
    lines: itemsAsTold(lines),
  }),
  compareHistory: ({ hands, deletedAt }, entries) => {
    if (deletedAt !== null) return undefined;
    const users = entries.flatMap(({ action, actorId }) => (HANDS.has(action) && actorId !== null ? [actorId] : []));
    const told = JSON.stringify([...new Set(users)].toSorted((a, b) => a - b));
    return hands === told
      ? undefined
      : `was entered or changed by the users ${String(hands)}, but the audit log says ${told}`;
  },
};

/** The actions of people who entered or changed an entry, and so may not approve it. */
const HANDS: ReadonlySet<string> = new Set(['JournalEntryCreated', 'JournalEntryUpdated']);
