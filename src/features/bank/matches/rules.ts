import { keyOf } from '../../../books/account-documents.ts';
import { toDecimal } from '../../../lib/money.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import type { BankMatch } from './schema.ts';

/** Returns documents and their amounts as the audit log shows them: `Payment/7: -50, Deposit/2: 120.5`. */
export function textOfDocuments(documents: BankMatch['documents']): string {
  return documents.map((one) => `${keyOf(one)}: ${toDecimal(one.amount)}`).join(', ');
}

/** Returns the audit entry of a match. `before` is null for a new match, `after` for a deleted one. */
export function matchFact(action: string, before: BankMatch | null, after: BankMatch | null): Fact {
  const [old, young] = [before && told(before), after && told(after)];
  const fields = ['accountId', 'lines', 'documents'] as const;
  const changes: Changes = Object.fromEntries(
    fields.map((field) => [field, [old?.[field] ?? null, young?.[field] ?? null]]),
  );
  return { action, entityType: 'BankMatch', entityId: (after ?? before)?.id ?? '', changes };
}

const told = ({ accountId, lines, documents }: BankMatch) => ({
  accountId,
  lines: lines.join(', '),
  documents: textOfDocuments(documents),
});
