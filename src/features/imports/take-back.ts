import type { App } from '../../app.ts';
import type { Point } from '../../room-declarations.ts';
import type { ImportKind, ImportUndo } from './schema.ts';

/** What undoing an import removed, by kind of record, and the members who stay. */
type TakenBack = { removed: Record<string, number>; kept?: ImportUndo['kept'] };

/** Undoes an import, inside its transaction. `idsOf` returns the ids of the records of a kind. */
export type TakeBack = (app: App, idsOf: (name: string) => number[]) => Promise<TakenBack>;

/** How each kind of import is undone, declared by the room that it filled. */
export const TAKE_BACK: Point<Partial<Record<ImportKind, TakeBack>>> = { name: 'how imports are taken back' };
