/** What becomes of messages and of the mail server when a backup is restored. */
import { type App, inTransaction, now } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { stopUnfinished } from './batch-queries.ts';
import { findMailSettings, removeMailSettings } from './mail/queries.ts';

/** Returns a text that is the same for the same mail server and user, or null if none is stored. */
export async function mailServerIn(db: Db): Promise<string | null> {
  const { host = null, port, user } = (await findMailSettings(db)) ?? {};
  return host === null ? null : `${user ?? ''} at ${host}:${port}`;
}

/**
 * Stops all batches in restored books, because what waits there may have been sent since the backup was made. Removes the
 * mail server unless `keepsServer` says that it may stay, because a forged backup must not be able to redirect mail.
 * Returns whether it removed one. Must run inside the transaction of the restore.
 */
export function calmMessages(
  app: App,
  keepsServer: (server: string) => boolean,
): Promise<{ mailServerRemoved: boolean }> {
  return inTransaction(app, async (app) => {
    await stopUnfinished(app.db, now(app));
    const server = await mailServerIn(app.db);
    const mailServerRemoved = server !== null && !keepsServer(server);
    if (mailServerRemoved) await removeMailSettings(app.db);
    return { mailServerRemoved };
  });
}
