import type { BankedType } from '../../../books/account-documents.ts';
import type { Minor } from '../../../lib/money.ts';
import { type AuditedTable, numbered } from '../../audit/audited.ts';
import { textOfDocuments } from './rules.ts';

/**
 * Returns the SQL for the cleared items whose column has the id of the row of a table. An item of another account than that
 * of the row has the document 0.
 */
export const clearedAsJson = (column: string, table: string) =>
  `(select json_group_array(json_array("type",
      case when "clearedItems"."accountId" = "${table}"."accountId" then "documentId" else 0 end, "amountMinor") order by "id")
    from "clearedItems" where "${column}" = "${table}"."id")`;

/** Returns cleared items, as JSON from the database, as the audit log shows them. */
export function clearedAsTold(json: unknown): string | null {
  if (typeof json !== 'string') return null;
  const rows = JSON.parse(json) as [BankedType, number, Minor][];
  return textOfDocuments(rows.map(([type, id, amount]) => ({ type, id, amount })));
}

/** The lines and the documents of a match are compared with the audit log. */
export const auditedMatches: AuditedTable = {
  ...numbered('BankMatch'),
  table: 'bankMatches',
  isNew: true,
  columns: ['accountId', 'createdBy', 'deletedAt'],
  derived: {
    lines: `(select json_group_array("id" order by "id") from "bankLines" where "matchId" = "bankMatches"."id")`,
    documents: clearedAsJson('matchId', 'bankMatches'),
  },
  figuresOf: ({ accountId, lines, documents }) => ({
    accountId,
    lines: typeof lines === 'string' ? (JSON.parse(lines) as number[]).join(', ') : null,
    documents: clearedAsTold(documents),
  }),
};
