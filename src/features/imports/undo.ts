import { type App, actorId, inTransaction, now } from '../../app.ts';
import { AppError, notFound } from '../../errors.ts';
import { record } from '../audit/service.ts';
import { takeBackExpenses } from '../spending/import/undo.ts';
import { removeEmptyFamilies } from '../people/families/service.ts';
import { takeBackGivings } from '../giving/import/undo.ts';
import { type KeptMember, takeBackMembers, takeBackUnused } from '../people/import/undo.ts';
import { removeEmptySessions } from '../giving/offerings/service.ts';
import { findImport, markUndone } from './queries.ts';
import { type IdRange, idsOf } from './rules.ts';
import type { ImportKind, ImportUndo } from './schema.ts';

/**
 * Takes back what an import made, as a whole: the givings with the sessions that are left empty and the members of whom
 * nothing else has come, the members with the families that are left empty, or the expenses. Raises `not_found`, `invalid_transition`
 * for one that was undone, and what stands in the way.
 */
export function undoImport(app: App, id: number): Promise<ImportUndo> {
  return inTransaction(app, async (app) => {
    const row = await findImport(app.db, id);
    if (!row) throw notFound('import');
    if (row.undoneAt !== null) {
      throw new AppError('invalid_transition', `Import ${id} was undone already, on ${row.undoneAt.slice(0, 10)}.`);
    }
    const made = JSON.parse(row.created) as Record<string, IdRange[]>;
    const { removed, kept = [] } = await TAKE_BACK[row.kind](app, (name) => idsOf(made[name] ?? [])).catch(
      (error: unknown) => {
        throw explained(error, id);
      },
    );
    await markUndone(app.db, id, { undoneAt: now(app), undoneBy: actorId(app) });
    const changes = Object.fromEntries(
      Object.entries(removed).map(([name, count]): [string, [unknown, unknown]] => [name, [count, null]]),
    );
    await record(app, { action: 'ImportUndone', entityType: 'Import', entityId: id, changes });
    return { id, kind: row.kind, removed, kept };
  });
}

type TakenBack = { removed: Record<string, number>; kept?: KeptMember[] };
type TakeBack = (app: App, idsOf: (name: string) => number[]) => Promise<TakenBack>;

const TAKE_BACK: Record<ImportKind, TakeBack> = {
  givings: async (app, idsOf) => {
    const givings = await takeBackGivings(app, idsOf('givings'));
    const offeringSessions = await removeEmptySessions(app, idsOf('offeringSessions'));
    const { removed: members, kept } = await takeBackUnused(app, idsOf('members'));
    return { removed: { givings, offeringSessions, members }, kept };
  },
  expenses: async (app, idsOf) => ({ removed: { expenses: await takeBackExpenses(app, idsOf('expenses')) } }),
  members: async (app, idsOf) => {
    const members = await takeBackMembers(app, idsOf('members'));
    return { removed: { members, familyUnits: await removeEmptyFamilies(app, idsOf('familyUnits')) } };
  },
};

function explained(error: unknown, id: number): unknown {
  if (!(error instanceof AppError) || error.code === 'unavailable') return error;
  return new AppError(error.code, `Import ${id} cannot be undone. ${error.message}`, error.details);
}
