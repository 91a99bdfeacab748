import * as z from 'zod';
import { date, id, instant, items, money } from '../../../lib/wire.ts';
import { AccountWithBalance } from '../../ledger/accounts/schema.ts';

const LastReconciliation = z
  .object({
    id,
    endDate: date.describe('The last day of the bank statement.'),
    endBalance: money.describe('The balance on the bank statement; for a debt, what the church owes.'),
    finishedBy: id.nullable().describe('The user who finished it; null for a command without a user.'),
    reviewedAt: instant.nullable().describe('When another person reviewed it; null if nobody did.'),
  })
  .meta({ id: 'LastBankReconciliation', description: 'A finished reconciliation of an account.' });

export const AccountAtBank = AccountWithBalance.extend({
  openLines: z.int().min(0).describe('How many lines of bank statements still need a document.'),
  lastReconciliation: LastReconciliation.nullable().describe(
    'The last finished reconciliation; null if there is none.',
  ),
  toReview: z
    .array(LastReconciliation)
    .describe('The finished reconciliations that nobody has reviewed yet, the oldest first.'),
  draftId: id.nullable().describe('The reconciliation that is not finished; null if there is none.'),
}).meta({ id: 'AccountAtBank', description: 'An account at a bank, and what is still to do with its statements.' });
export type AccountAtBank = z.output<typeof AccountAtBank>;
export const AccountsAtBank = items(AccountAtBank);
