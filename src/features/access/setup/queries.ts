import type { Db } from '../../../db/connect.ts';

const ONLY = 1;

type SetupLink = { tokenHash: string; createdAt: string; expiresAt: string };

/** Returns the link, if there is one. */
export function findSetupLink(db: Db): Promise<SetupLink | undefined> {
  return db
    .selectFrom('setupLinks')
    .select(['tokenHash', 'createdAt', 'expiresAt'])
    .where('id', '=', ONLY)
    .executeTakeFirst();
}

/** Stores a link, which replaces the one before it. */
export async function replaceSetupLink(db: Db, link: SetupLink): Promise<void> {
  await deleteSetupLink(db);
  await db
    .insertInto('setupLinks')
    .values({ id: ONLY, ...link })
    .execute();
}

/** Removes the link, if there is one. */
export async function deleteSetupLink(db: Db): Promise<void> {
  await db.deleteFrom('setupLinks').where('id', '=', ONLY).execute();
}
