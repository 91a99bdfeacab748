import type { Insertable } from 'kysely';
import { AUDITED, sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { Minor } from '../../../lib/money.ts';
import type { BankMatch } from './schema.ts';
import type { BankMatchTable, ClearedItemTable } from './table.ts';

/** Returns a match that is not deleted, or undefined. */
export async function findMatch(db: Db, id: number): Promise<BankMatch | undefined> {
  const match = await db
    .selectFrom('bankMatches')
    .select(['id', 'accountId', 'reconciliationId', 'ruleId'])
    .select(AUDITED)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!match) return undefined;
  const lines = await db.selectFrom('bankLines').select('id').where('matchId', '=', id).orderBy('id').execute();
  const documents = await db
    .selectFrom('clearedItems')
    .select(['type', 'documentId as id', 'amountMinor as amount'])
    .where('matchId', '=', id)
    .orderBy('clearedItems.id')
    .execute();
  return { ...match, lines: lines.map((line) => line.id), documents };
}

/** Adds a match and returns its id. */
export function insertMatch(db: Db, match: Insertable<BankMatchTable>): Promise<number> {
  return insertRow(db, 'bankMatches', match);
}

/** Marks a match as deleted. Its documents are no longer cleared. */
export async function removeMatch(db: Db, id: number, columns: Partial<Insertable<BankMatchTable>>): Promise<void> {
  await db.deleteFrom('clearedItems').where('matchId', '=', id).execute();
  await db.updateTable('bankMatches').set(columns).where('id', '=', id).execute();
}

/** Adds documents that the bank's statement has. */
export async function insertCleared(db: Db, items: readonly Insertable<ClearedItemTable>[]): Promise<void> {
  await insertRows(db, 'clearedItems', items);
}

/** What the statements of a bank have of a document. */
export type ClearedSum = Pick<ClearedItemTable, 'type' | 'documentId'> & { amount: Minor };

/**
 * Returns how much of each document of an account the bank's statements have. With `matchIds`, leaves out the matches
 * that no finished reconciliation contains, except these.
 */
export async function sumCleared(db: Db, accountId: number, matchIds?: readonly number[]): Promise<ClearedSum[]> {
  const rows = await db
    .selectFrom('clearedItems')
    .leftJoin('bankMatches', 'bankMatches.id', 'clearedItems.matchId')
    .select((eb) => ['type', 'documentId', eb.fn.sum<number | null>('amountMinor').as('sum')])
    .where('clearedItems.accountId', '=', accountId)
    .$if(matchIds !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('clearedItems.matchId', 'is', null),
          eb('bankMatches.reconciliationId', 'is not', null),
          isOneOf('clearedItems.matchId', JSON.stringify(matchIds)),
        ]),
      ),
    )
    .groupBy(['type', 'documentId'])
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, amount: sumOf(sum) }));
}

/** How many of the latest matches teach which texts belong to which party. */
const REMEMBERED = 2000;

/** Returns the texts of lines that were matched with exactly one document, with that document. The latest come first. */
export function listTaught(db: Db, accountId: number) {
  return db
    .selectFrom('bankMatches')
    .innerJoin('bankLines', 'bankLines.matchId', 'bankMatches.id')
    .innerJoin('clearedItems', 'clearedItems.matchId', 'bankMatches.id')
    .select((eb) => [
      'bankMatches.id',
      eb.fn.max('bankLines.description').as('description'),
      eb.fn.max('clearedItems.type').as('type'),
      eb.fn.max('clearedItems.documentId').as('documentId'),
    ])
    .where('bankMatches.accountId', '=', accountId)
    .where('bankMatches.deletedAt', 'is', null)
    .groupBy('bankMatches.id')
    .having((eb) => eb.fn.countAll(), '=', 1)
    .orderBy('bankMatches.id', 'desc')
    .limit(REMEMBERED)
    .execute();
}

/** Returns the documents of these matches, with their amounts. */
export function listClearedBy(db: Db, matchIds: readonly number[]) {
  return db
    .selectFrom('clearedItems')
    .select(['type', 'documentId as id', 'amountMinor as amount', 'matchId'])
    .where(isOneOf('matchId', JSON.stringify(matchIds)))
    .orderBy('id')
    .$narrowType<{ matchId: number }>()
    .execute();
}
