import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { MailSettingsTable } from './table.ts';

export type MailRow = Selectable<MailSettingsTable>;

/** Returns the stored mail server, or undefined if there is none. */
export function findMailSettings(db: Db): Promise<MailRow | undefined> {
  return db.selectFrom('mailSettings').selectAll().executeTakeFirst();
}

/** Stores the mail server, replacing an earlier one. */
export async function replaceMailSettings(db: Db, row: Omit<Insertable<MailSettingsTable>, 'id'>): Promise<void> {
  const { createdAt: _at, createdBy: _by, ...changed } = row;
  await db
    .insertInto('mailSettings')
    .values({ ...row, id: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

/** Forgets the stored mail server and its limits. */
export async function removeMailSettings(db: Db): Promise<void> {
  await db.deleteFrom('mailSettings').execute();
}
