import { type App, created, inSnapshot } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { bankAccount } from '../accounts.ts';
import { findImport, insertImport, listImports, type StoredImport, updateImport } from './queries.ts';
import type { BankImport } from './schema.ts';

type NewImport = Pick<StoredImport, 'accountId' | 'fileName' | 'fileNumber' | 'mapping'>;

/** Records an import before its lines are added, and returns its id. Must run inside the transaction of the import. */
export function recordImport(app: App, sent: NewImport): Promise<number> {
  const none = { imported: 0, skipped: 0, changed: 0, pending: 0, emptyRows: 0, changedLines: '[]' };
  return insertImport(app.db, { ...sent, ...none, importedByName: app.actor.name, ...created(app) });
}

type Result = Pick<BankImport, 'imported' | 'skipped' | 'changed' | 'pending' | 'empty'> & { changedLines: number[] };

/** Adds the result of an import to its record. Must run inside the transaction of the import. */
export async function finishImport(app: App, id: number, { empty, changedLines, ...counts }: Result): Promise<void> {
  await updateImport(app.db, id, { ...counts, emptyRows: empty, changedLines: JSON.stringify(changedLines) });
}

/** Returns the imports of an account, the latest first. Raises `not_found`. */
export function listBankImports(app: App, accountId: number): Promise<{ items: BankImport[] }> {
  return inSnapshot(app, async (app) => {
    await bankAccount(app, accountId);
    return { items: (await listImports(app.db, accountId)).map(toImport) };
  });
}

type Path = { id: number; importId: number };

/** Returns an import of an account. Raises `not_found`. */
export async function getBankImport(app: App, path: Path): Promise<BankImport> {
  return toImport(await storedImport(app, path));
}

/** Returns an import of an account as stored. Raises `not_found`. */
export async function storedImport(app: App, { id, importId }: Path): Promise<StoredImport> {
  const row = await findImport(app.db, importId);
  if (row?.accountId !== id) throw notFound('import of the account');
  return row;
}

/** Returns an import as the API shows it. */
export function toImport({ emptyRows, ...row }: StoredImport): BankImport {
  return { ...row, empty: emptyRows };
}
