import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { ChurchProfileTable } from './table.ts';

/** The stored facts that other rooms need, or undefined as long as there is no profile. */
export function findChurch(db: Db) {
  return db
    .selectFrom('churchProfiles')
    .select(['name', 'currency', 'timeZone', 'fiscalYearStartMonth'])
    .executeTakeFirst();
}

/** What stands at the head of a letter, or undefined as long as there is no profile. */
export function findLetterhead(db: Db) {
  return db
    .selectFrom('churchProfiles')
    .select(['name', 'legalName', 'ein', 'address', 'phone', 'email', 'website', 'locale'])
    .executeTakeFirst();
}

/** Adds the profile, of which there is one. */
export async function insertChurch(db: Db, profile: Omit<Insertable<ChurchProfileTable>, 'id'>): Promise<void> {
  await db
    .insertInto('churchProfiles')
    .values({ ...profile, id: 1 })
    .execute();
}
