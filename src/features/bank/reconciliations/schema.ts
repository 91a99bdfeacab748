import * as z from 'zod';
import { audited, balanceMoney, date, id, idText, instant, money, optional } from '../../../lib/wire.ts';
import { BankDocument, DocumentName } from '../matches/schema.ts';

const SAYS = {
  endDate: 'The last day of the bank statement.',
  endBalance: 'The balance on the bank statement; for a debt, what the church owes.',
  cleared: 'Checks, deposits and other documents that the bank statement has.',
};

/** The largest number of documents that can be ticked. */
const MOST = 5000;

export const NewReconciliation = z
  .strictObject({
    endDate: date.describe(`${SAYS.endDate} It must be after the last reconciliation, and not in the future.`),
    endBalance: balanceMoney.describe(SAYS.endBalance),
  })
  .meta({ id: 'NewBankReconciliation', description: 'The bank statement with which an account is compared.' });
export type NewReconciliation = z.output<typeof NewReconciliation>;

export const ChangedReconciliation = z
  .strictObject({
    endDate: optional(date).describe(`${SAYS.endDate} If it is left out, it does not change.`),
    endBalance: optional(balanceMoney).describe(`${SAYS.endBalance} If it is left out, it does not change.`),
    cleared: z
      .array(DocumentName)
      .max(MOST)
      .nullable()
      .default(null)
      .describe(
        `${SAYS.cleared} Replaces the documents that were ticked before. Documents of matches need not be named. If it is left out, the ticks do not change.`,
      ),
  })
  .meta({ id: 'ChangedBankReconciliation', description: 'Changes of a draft of a reconciliation, as you send them.' });
export type ChangedReconciliation = z.output<typeof ChangedReconciliation>;

export const ReconciliationStatus = z.enum(['Draft', 'Finished']).meta({
  id: 'BankReconciliationStatus',
  description: 'A `Draft` is computed at each read. A `Finished` reconciliation is stored.',
});

const ClearedDocument = BankDocument.extend({
  matchId: optional(id).describe('The match that has the document; null for a document that was ticked.'),
}).meta({ id: 'ClearedBankDocument', description: 'A document that the bank statement has.' });

export const Reconciliation = z
  .object({
    id,
    accountId: id.describe('The account.'),
    endDate: date.describe(SAYS.endDate),
    endBalance: money.describe(SAYS.endBalance),
    status: ReconciliationStatus.describe('Whether the reconciliation is finished.'),
    startBalance: money.describe(
      'The balance on the last reconciled statement or, for the first one, the balance at the bank when the books began.',
    ),
    cleared: z.array(ClearedDocument).describe(`${SAYS.cleared} Includes the documents of matches.`),
    outstanding: z
      .array(BankDocument)
      .describe('Documents up to the last day of the statement that the bank statement does not have.'),
    openLines: z.int().min(0).describe('How many lines of the bank up to that day still need a document.'),
    bookBalance: money.describe('The balance of the account in the books at the end of that day.'),
    difference: money.describe(
      'What is missing: `endBalance` less `startBalance` and less the sum of `cleared`, or plus that sum for a debt. It must be 0 to finish.',
    ),
    finishedAt: instant.nullable().describe('When the reconciliation was finished; null for a draft.'),
    finishedBy: id.nullable().describe('The user who finished it; null for a draft or a command without a user.'),
    reviewedAt: instant.nullable().describe('When another person reviewed it; null if nobody did.'),
    reviewedBy: id.nullable().describe('The user who reviewed it; null if nobody did.'),
    finishedByName: z.string().nullable().describe('The name of the user who finished it.'),
    reviewedByName: z.string().nullable().describe('The name of the user who reviewed it.'),
    ...audited,
  })
  .meta({ id: 'BankReconciliation', description: 'The comparison of an account with a bank statement.' });
export type Reconciliation = z.output<typeof Reconciliation>;

/** A reconciliation in a list. */
export const ListedReconciliation = Reconciliation.omit({
  startBalance: true,
  cleared: true,
  outstanding: true,
  openLines: true,
  bookBalance: true,
  difference: true,
  finishedByName: true,
  reviewedByName: true,
}).meta({ id: 'ListedBankReconciliation', description: 'A reconciliation in the list of an account.' });
export type ListedReconciliation = z.output<typeof ListedReconciliation>;

export const ReconciledAccountPath = z.strictObject({ id: idText });
export const ReconciliationPath = z.strictObject({ id: idText, rid: idText });

/** Before payees had a field of their own, a report stored the payee of a payment as its party alone. */
const OldPayee = { payee: BankDocument.shape.payee.optional() };

/** What a finished reconciliation stores. */
export const StoredReport = Reconciliation.pick({
  startBalance: true,
  openLines: true,
  bookBalance: true,
  difference: true,
}).extend({
  cleared: z.array(ClearedDocument.extend(OldPayee)),
  outstanding: z.array(BankDocument.extend(OldPayee)),
});
export type StoredReport = z.output<typeof StoredReport>;
