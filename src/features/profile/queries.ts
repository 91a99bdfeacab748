import type { Db } from '../../db/connect.ts';

/** The stored facts that other rooms need, or undefined as long as there is no profile. */
export function findChurch(db: Db) {
  return db
    .selectFrom('churchProfiles')
    .select(['name', 'currency', 'timeZone', 'fiscalYearStartMonth'])
    .executeTakeFirst();
}
