/** What becomes of the place for copies when a backup is restored. */
import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { updateTarget } from './queries.ts';

/**
 * Makes restored books those of a new installation. It sends nothing to the place until a person says that the computer that
 * did so no longer runs, because that computer would otherwise not notice. Must run inside the transaction of the restore.
 */
export function renewInstallation({ db }: App): Promise<void> {
  const installationKey = randomBytes(8).toString('hex');
  return updateTarget(db, { installationKey, lastErrorCode: null, lastErrorDetail: null, lastErrorAt: null });
}
