import type { Migration } from './index.ts';

/**
 * Records every user who attached or removed a receipt as somebody who changed the expense. Such a user must not
 * approve it.
 */
export const receiptHands: Migration = {
  name: '0017-receipt-hands',
  sql: `
insert or ignore into expenseHands
  select expenses.id, actorId, 'Changed', min(at)
  from auditLogs
  join expenses on entityId = cast(expenses.id as text)
  where entityType = 'Expense' and action in ('ReceiptAttached', 'ReceiptRemoved') and actorId in (select id from users)
  group by 1, 2;
`,
};
