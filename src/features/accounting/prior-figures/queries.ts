import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import type { PriorFigureLineTable, PriorFiguresTable } from './table.ts';

export type FiguresRow = Selectable<PriorFiguresTable>;
/** A line without its place in a list. */
export type FigureLine = Omit<PriorFigureLineTable, 'figuresId' | 'position'>;

/** Returns the figures of the fiscal year that begins on this day, or undefined if none are saved. */
export function findFigures(db: Db, startsOn: string): Promise<FiguresRow | undefined> {
  return db.selectFrom('priorFigures').selectAll().where('startsOn', '=', startsOn).executeTakeFirst();
}

/** Returns the lines of saved figures, the income first, in the order in which they were entered. */
export function listLines(db: Db, figuresId: number): Promise<FigureLine[]> {
  return db
    .selectFrom('priorFigureLines')
    .select(['part', 'name', 'categoryId', 'incomeCategoryId', 'subCategoryId', 'groupId', 'amountMinor'])
    .where('figuresId', '=', figuresId)
    .orderBy('position')
    .execute();
}

/** Adds figures without their lines. Returns their id. */
export function insertFigures(db: Db, row: Insertable<PriorFiguresTable>): Promise<number> {
  return insertRow(db, 'priorFigures', row);
}

/** Changes columns of saved figures. */
export async function updateFigures(db: Db, id: number, columns: Partial<Omit<FiguresRow, 'id'>>): Promise<void> {
  await db.updateTable('priorFigures').set(columns).where('id', '=', id).execute();
}

/** Replaces the lines of saved figures. */
export async function replaceLines(db: Db, figuresId: number, lines: readonly FigureLine[]): Promise<void> {
  await db.deleteFrom('priorFigureLines').where('figuresId', '=', figuresId).execute();
  await insertRows(
    db,
    'priorFigureLines',
    lines.map((line, position) => ({ figuresId, position, ...line })),
  );
}
