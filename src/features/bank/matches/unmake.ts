import { type App, inTransaction } from '../../../app.ts';
import { deleteOtherIncome } from '../../ledger/other-income/service.ts';
import { deleteTransfer } from '../../ledger/transfers/service.ts';
import { withdrawExpense } from '../../spending/expenses/withdraw.ts';
import { getPayment } from '../../spending/payments/service.ts';
import type { DocumentName } from './schema.ts';
import { deleteMatch, getMatch } from './service.ts';

/**
 * Deletes a match and, with `withDocuments`, also the other income, transfers and unapproved expenses in it, all or
 * none. Raises the errors of `deleteMatch` and of the services that delete the documents.
 */
export function undoMatch(
  app: App,
  path: { id: number; matchId: number },
  { withDocuments = false }: { withDocuments?: boolean | undefined },
): Promise<void> {
  return inTransaction(app, async (app) => {
    const { documents } = await getMatch(app, path);
    await deleteMatch(app, path);
    if (withDocuments) for (const document of documents) await removeDocument(app, document);
  });
}

/** Deletes a document that was made of a bank line. Documents of other kinds stay. Must run inside a transaction. */
export async function removeDocument(app: App, { type, id }: DocumentName): Promise<void> {
  if (type === 'OtherIncome') await deleteOtherIncome(app, id);
  if (type === 'Transfer') await deleteTransfer(app, id);
  if (type !== 'Payment') return;
  const { items } = await getPayment(app, id);
  for (const { expenseId } of items) if (expenseId !== null) await withdrawExpense(app, expenseId);
}
