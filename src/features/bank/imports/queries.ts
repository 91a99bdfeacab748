import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { BankImportTable } from './table.ts';

/** An import of a file as stored. */
export type StoredImport = Selectable<BankImportTable>;

/** Adds an import and returns its id. */
export function insertImport(db: Db, row: Insertable<BankImportTable>): Promise<number> {
  return insertRow(db, 'bankImports', row);
}

/** Returns the imports of an account, the latest first. */
export function listImports(db: Db, accountId: number): Promise<StoredImport[]> {
  return db.selectFrom('bankImports').selectAll().where('accountId', '=', accountId).orderBy('id', 'desc').execute();
}

/** Returns an import, or undefined. */
export function findImport(db: Db, id: number): Promise<StoredImport | undefined> {
  return db.selectFrom('bankImports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes columns of an import. */
export async function updateImport(db: Db, id: number, columns: Partial<Omit<StoredImport, 'id'>>): Promise<void> {
  await db.updateTable('bankImports').set(columns).where('id', '=', id).execute();
}

/** Returns the lines that an import added, with their match and its finished reconciliation. */
export function listAdded(db: Db, importId: number) {
  return db
    .selectFrom('bankLines')
    .leftJoin('bankMatches', 'bankMatches.id', 'bankLines.matchId')
    .select(['bankLines.id', 'bankLines.matchId', 'bankMatches.reconciliationId'])
    .where('importId', '=', importId)
    .orderBy('bankLines.id')
    .execute();
}

/** Deletes lines that no match names. */
export async function deleteLines(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('bankLines')
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** Returns whether an account has lines whose import is not recorded. */
export async function hasOlderLines(db: Db, accountId: number): Promise<boolean> {
  const query = db
    .selectFrom('bankLines')
    .select('id')
    .where('accountId', '=', accountId)
    .where('importId', 'is', null);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Forgets the number and the columns of an account's files. */
export async function deleteFeed(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('bankFeeds').where('accountId', '=', accountId).execute();
}
