import type { App } from '../../app.ts';
import { countRows } from './record-count-queries.ts';

/** Returns the number of records of each kind in the people room, including deleted records. */
export async function countPeople({ db }: App): Promise<{ members: number; families: number; mealCounts: number }> {
  return {
    members: await countRows(db, 'members'),
    families: await countRows(db, 'familyUnits'),
    mealCounts: await countRows(db, 'mealAttendances'),
  };
}
