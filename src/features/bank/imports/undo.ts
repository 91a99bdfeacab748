import { type App, actorId, inTransaction, modified, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { counted } from '../../../lib/text.ts';
import { record } from '../../audit/service.ts';
import { dayOf } from '../../church/profile/service.ts';
import { bankAccount } from '../accounts.ts';
import { findLines, saveFeed } from '../lines/queries.ts';
import { lineFact } from '../lines/rules.ts';
import { deleteFeed, deleteLines, hasOlderLines, listAdded, listImports, updateImport } from './queries.ts';
import type { UndoneBankImport } from './schema.ts';
import { storedImport, toImport } from './service.ts';

/**
 * Removes the lines that an import added, all or none. Lines of earlier imports that the file changed stay as they are.
 * Then the account remembers the number and columns of its other files only. Raises `not_found`, `invalid_transition` if
 * the import was undone before, and `already_matched` or `reconciled` if a line is in a match.
 */
export function undoBankImport(app: App, path: { id: number; importId: number }): Promise<UndoneBankImport> {
  return inTransaction(app, async (app) => {
    await bankAccount(app, path.id);
    const row = await storedImport(app, path);
    if (row.undoneAt !== null) {
      const day = await dayOf(app, row.undoneAt);
      throw new AppError('invalid_transition', `Import ${row.id} was undone already, on ${day}.`);
    }
    const lines = await listAdded(app.db, row.id);
    refuseUsed(row.id, lines);
    await removeLines(
      app,
      lines.map(({ id }) => id),
    );
    await updateImport(app.db, row.id, { undoneAt: now(app), undoneBy: actorId(app), ...modified(app) });
    await forgetFile(app, path.id);
    await record(app, {
      action: 'BankFileImportUndone',
      entityType: 'Account',
      entityId: path.id,
      changes: { importId: [row.id, null], imported: [lines.length, null] },
    });
    const changed = await findLines(app.db, JSON.parse(row.changedLines) as number[]);
    const after = toImport(await storedImport(app, path));
    return { ...after, removed: lines.length, changedLines: [...changed.values()] };
  });
}

type Added = Awaited<ReturnType<typeof listAdded>>;

function refuseUsed(importId: number, lines: Added): void {
  const matched = lines.filter(({ matchId }) => matchId !== null).length;
  const reconciled = lines.filter(({ reconciliationId }) => reconciliationId !== null).length;
  if (matched === 0) return;
  const first = reconciled > 0 ? 'Undo the reconciliation, and then delete the matches' : 'Delete the matches';
  const message =
    `Import ${importId} added ${counted(lines.length, 'line')}. ${matched} of them are matched with documents, and ` +
    `${reconciled} are in a finished reconciliation. Nothing was changed. ${first} first.`;
  throw new AppError(reconciled > 0 ? 'reconciled' : 'already_matched', message, { extra: { matched, reconciled } });
}

async function removeLines(app: App, all: readonly number[]): Promise<void> {
  await inChunks(all, async (ids) => {
    const lines = await findLines(app.db, ids);
    await deleteLines(app.db, ids);
    await record(app, ...[...lines.values()].map((line) => lineFact('BankLineDeleted', line, null)));
  });
}

/**
 * Makes an account remember the number and columns of its latest files that were not undone. An account with lines of
 * imports that are not recorded keeps what it remembers.
 */
async function forgetFile(app: App, accountId: number): Promise<void> {
  if (await hasOlderLines(app.db, accountId)) return;
  const others = (await listImports(app.db, accountId)).filter(({ undoneAt }) => undoneAt === null);
  if (others.length === 0) return deleteFeed(app.db, accountId);
  const latest = (field: 'fileNumber' | 'mapping') => others.find((one) => one[field] !== null)?.[field] ?? null;
  await saveFeed(app.db, { accountId, fileNumber: latest('fileNumber'), mapping: latest('mapping') });
}
