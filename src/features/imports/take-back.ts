import type { App } from '../../app.ts';
import type { Point } from '../../declarations.ts';
import type { ImportKind, ImportUndo } from './schema.ts';

/** What taking an import back removed, by kind of record, and the members who stay. */
type TakenBack = { removed: Record<string, number>; kept?: ImportUndo['kept'] };

/** Takes back what an import made, inside its transaction; `idsOf` gives the ids of the records of a kind. */
export type TakeBack = (app: App, idsOf: (name: string) => number[]) => Promise<TakenBack>;

/** How each kind of import is taken back, declared by the room that it filled. */
export const TAKE_BACK: Point<Partial<Record<ImportKind, TakeBack>>> = { name: 'how imports are taken back' };
