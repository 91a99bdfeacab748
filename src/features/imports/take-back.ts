import type { App } from '../../app.ts';
import type { Point } from '../../room-declarations.ts';
import type { ImportKind, ImportUndo } from './schema.ts';
import type { Made } from './service.ts';

/** The result of undoing an import: the number of removed records by kind, and the members who stay. */
type TakenBack = { removed: Record<string, number>; kept?: ImportUndo['kept'] };

/** Undoes an import, inside the transaction of the undo. `idsOf` returns the ids of the added records of a kind. */
export type TakeBack = (app: App, idsOf: Made['idsOf']) => Promise<TakenBack>;

/** The function that undoes each kind of import. Each room declares it for the imports of its own records. */
export const TAKE_BACK: Point<Partial<Record<ImportKind, TakeBack>>> = { name: 'how imports are undone' };
