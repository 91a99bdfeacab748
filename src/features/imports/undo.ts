import { type App, actorId, inTransaction, now } from '../../app.ts';
import { AppError, ERRORS } from '../../errors.ts';
import { record } from '../audit/service.ts';
import { dayOf } from '../church/profile/service.ts';
import { TAKE_BACK, type TakeBack } from './take-back.ts';
import { markUndone } from './queries.ts';
import type { ImportKind, ImportUndo } from './schema.ts';
import { importOver } from './sent-file.ts';
import { getImport } from './service.ts';

async function takerBack({ declared }: App, kind: ImportKind): Promise<TakeBack> {
  const found = (await declared(TAKE_BACK)).find((room) => room[kind])?.[kind];
  if (!found) throw new Error(`No room can undo an import of ${kind}.`);
  return found;
}

/**
 * Undoes an import as `undoImport` does, for a user who may make imports of its kind. Raises `not_found`, `forbidden`,
 * `invalid_transition`, and `import_in_use` with the reason if anything prevents the undo.
 */
export function takeBackOver(app: App, id: number): Promise<ImportUndo> {
  return inTransaction(app, async (app) => {
    const { record } = await getImport(app, id);
    await importOver(app, record.kind);
    return undoImport(app, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || ERRORS[error.code].status !== 409) throw error;
      if (error.code === 'invalid_transition') throw error;
      const items = [{ code: error.code, message: error.message }];
      throw new AppError('import_in_use', error.message, { extra: { items } });
    });
  });
}

/**
 * Undoes a whole import: removes the records that it added, and offering sessions and families that become empty. After
 * an import of givings or expenses, members that it added stay if other records use them or somebody changed them.
 * Raises `not_found`, `invalid_transition` if the import was undone before, and a refusal if anything prevents the
 * undo.
 */
export function undoImport(app: App, id: number): Promise<ImportUndo> {
  return inTransaction(app, async (app) => {
    const {
      record: { kind, undoneAt },
      idsOf,
    } = await getImport(app, id);
    if (undoneAt !== null) {
      const day = await dayOf(app, undoneAt);
      throw new AppError('invalid_transition', `Import ${id} was undone already, on ${day}.`);
    }
    const takeBack = await takerBack(app, kind);
    const { removed, kept = [] } = await takeBack(app, idsOf).catch((error: unknown) => {
      throw explained(error, id);
    });
    await markUndone(app.db, id, { undoneAt: now(app), undoneBy: actorId(app) });
    const changes = Object.fromEntries(
      Object.entries(removed).map(([name, count]): [string, [unknown, unknown]] => [name, [count, null]]),
    );
    await record(app, { action: 'ImportUndone', entityType: 'Import', entityId: id, changes });
    return { id, kind, removed, kept };
  });
}

function explained(error: unknown, id: number): unknown {
  if (!(error instanceof AppError) || error.code === 'unavailable') return error;
  return new AppError(error.code, `Import ${id} cannot be undone. ${error.message}`, error.details);
}
