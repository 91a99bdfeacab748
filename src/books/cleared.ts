/** Refuses changes to documents that the bank's statement has. */
import type { App } from '../app.ts';
import { isOneOf } from '../db/prepared.ts';
import { AppError } from '../errors.ts';
import { accountDocuments, type BankedType, keyOf } from './account-documents.ts';

const WORDS: Record<BankedType, string> = {
  Giving: 'Giving',
  Deposit: 'Deposit',
  Payment: 'Payment',
  OtherIncome: 'Other income',
  Transfer: 'Transfer',
  JournalEntry: 'Entry',
  OutstandingItem: 'Outstanding item',
};

/**
 * Raises `reconciled` if the bank's statement has one of the documents. The account, the amount and the date of such a
 * document must not change. With `inAccount`, only the statement of this account counts. Must run inside the transaction
 * that changes the document.
 */
export async function refuseCleared(
  app: App,
  type: BankedType,
  ids: readonly number[],
  inAccount?: number,
): Promise<void> {
  const cleared = await findCleared(app, type, ids, inAccount);
  if (!cleared) return;
  const { documentId, accountId, matchId, reconciliationId, endDate, status } = cleared;
  const next =
    status === 'Finished'
      ? `Undo the reconciliations of the account back to ${endDate} first.`
      : matchId === null
        ? `Take it out of the reconciliation of ${endDate} first.`
        : `Delete match ${matchId} first.`;
  throw new AppError(
    'reconciled',
    `${WORDS[type]} ${documentId} is on the bank statement, so its account, amount and date cannot change. Nothing was changed. ${next}`,
    { extra: { accountId, matchId, reconciliationId } },
  );
}

/** Returns whether the bank's statement has a document. */
export async function isCleared(app: App, type: BankedType, id: number): Promise<boolean> {
  return (await findCleared(app, type, [id])) !== undefined;
}

function findCleared(app: App, type: BankedType, ids: readonly number[], inAccount?: number) {
  return app.db
    .selectFrom('clearedItems')
    .leftJoin('bankMatches', 'bankMatches.id', 'clearedItems.matchId')
    .leftJoin('reconciliations', (join) =>
      join.on((eb) =>
        eb('reconciliations.id', '=', eb.fn.coalesce('clearedItems.reconciliationId', 'bankMatches.reconciliationId')),
      ),
    )
    .select(['clearedItems.documentId', 'clearedItems.accountId', 'clearedItems.matchId'])
    .select(['reconciliations.id as reconciliationId', 'reconciliations.endDate', 'reconciliations.status'])
    .where('clearedItems.type', '=', type)
    .$if(inAccount !== undefined, (query) => query.where('clearedItems.accountId', '=', inAccount ?? 0))
    .where(isOneOf('clearedItems.documentId', JSON.stringify(ids)))
    .orderBy('clearedItems.id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Raises `reconciled` if a document that a bank statement has is no longer in the books, because the books now begin
 * after it. Must run inside the transaction that changes the opening.
 */
export async function refuseLostDocuments(app: App): Promise<void> {
  for (const accountId of await clearedAccounts(app)) {
    const documents = await accountDocuments(app.db, accountId);
    const cleared = await app.db
      .selectFrom('clearedItems')
      .select(['type', 'documentId as id'])
      .where('accountId', '=', accountId)
      .where('type', '<>', 'OutstandingItem')
      .orderBy('clearedItems.id')
      .execute();
    const lost = cleared.find((one) => !documents.has(keyOf(one)));
    if (lost) await refuseCleared(app, lost.type, [lost.id]);
  }
}

/** Returns the ids of the accounts of which bank statements have documents. */
export async function clearedAccounts(app: App): Promise<number[]> {
  const rows = await app.db.selectFrom('clearedItems').select('accountId').distinct().execute();
  return rows.map(({ accountId }) => accountId);
}

/** Raises `reconciled` if one of the accounts has a finished reconciliation. */
export async function refuseReconciled(app: App, accountIds: readonly number[]): Promise<void> {
  const finished = await app.db
    .selectFrom('reconciliations')
    .select(['id', 'accountId', 'endDate'])
    .where('status', '=', 'Finished')
    .where('deletedAt', 'is', null)
    .where(isOneOf('accountId', JSON.stringify(accountIds)))
    .orderBy('endDate', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!finished) return;
  const { id: reconciliationId, accountId, endDate } = finished;
  throw new AppError(
    'reconciled',
    `Account ${accountId} is reconciled up to ${endDate}, so its balance at the beginning of the books stays. ` +
      'Nothing was changed. Undo its reconciliations first.',
    { extra: { accountId, reconciliationId } },
  );
}
