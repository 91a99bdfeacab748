import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { ChurchProfileTable } from './table.ts';

/** Returns the stored facts that other rooms need, or undefined if there is no profile. */
export async function findChurch(db: Db) {
  return (await selectChurch(db))[0];
}

const selectChurch = prepared((db) =>
  db.selectFrom('churchProfiles').select(['name', 'currency', 'timeZone', 'fiscalYearStartMonth', 'address']),
);

/** Returns the fields of the letterhead, or undefined if there is no profile. */
export function findLetterhead(db: Db) {
  return db
    .selectFrom('churchProfiles')
    .select(['name', 'legalName', 'ein', 'address', 'phone', 'email', 'website', 'locale', 'currency'])
    .executeTakeFirst();
}

/** Inserts the profile as the only row. */
export async function insertChurch(db: Db, profile: Omit<Insertable<ChurchProfileTable>, 'id'>): Promise<void> {
  await db
    .insertInto('churchProfiles')
    .values({ ...profile, id: 1 })
    .execute();
}

export type ProfileRow = Selectable<ChurchProfileTable>;

/** Returns the whole stored profile, or undefined if there is none. */
export function findProfile(db: Db): Promise<ProfileRow | undefined> {
  return db.selectFrom('churchProfiles').selectAll().executeTakeFirst();
}

/** Updates columns of the profile. */
export async function updateProfileColumns(db: Db, columns: Partial<Omit<ProfileRow, 'id'>>): Promise<void> {
  await db.updateTable('churchProfiles').set(columns).execute();
}
