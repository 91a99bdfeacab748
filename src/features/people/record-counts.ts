import type { App } from '../../app.ts';
import { countRows } from './record-count-queries.ts';

/** How many records the room has, deleted ones too. */
export async function countPeople({ db }: App): Promise<{ members: number; families: number; mealCounts: number }> {
  return {
    members: await countRows(db, 'members'),
    families: await countRows(db, 'familyUnits'),
    mealCounts: await countRows(db, 'mealAttendances'),
  };
}
