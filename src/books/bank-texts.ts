/** The texts by which a bank shows payments. */
import type { Db } from '../db/connect.ts';
import { isOneOf, prepared } from '../db/prepared.ts';

const selectTexts = prepared((db: Db, ids: string) =>
  db
    .selectFrom('clearedItems')
    .innerJoin('bankLines', 'bankLines.matchId', 'clearedItems.matchId')
    .select(['clearedItems.documentId as id', 'bankLines.description'])
    .where('clearedItems.type', '=', 'Payment')
    .where(isOneOf('clearedItems.documentId', ids))
    .orderBy('bankLines.date', 'desc')
    .orderBy('bankLines.id', 'desc'),
);

/** Returns the text of the first bank line with which each payment is matched, by the id of the payment. */
export async function bankTextsOf(db: Db, paymentIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = paymentIds.length === 0 ? [] : await selectTexts(db, JSON.stringify(paymentIds));
  return new Map(rows.map(({ id, description }) => [id, description]));
}
