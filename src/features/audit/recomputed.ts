import type { Db } from '../../db/connect.ts';
import type { Point } from '../../room-declarations.ts';

/**
 * Compares what a room stored to save work, such as sums, with the records from which it follows. Calls `report` with a
 * sentence without its full stop for each difference. The database is of this program's version.
 */
export type Recompute = (db: Db, report: (fault: string) => void) => Promise<void>;

export const RECOMPUTED: Point<Recompute> = { name: 'stored sums that are added up again' };
