/** What an account has as a second factor, and how all of it is removed. */
import type { App } from '../../../app.ts';
import { findHasFactor } from '../auth/queries.ts';
import { deleteDevices } from './device-queries.ts';
import { deletePasskeys, listPasskeys } from './passkey-queries.ts';
import { countRecoveryCodes, deleteAuthenticators, findAuthenticator, replaceRecoveryCodes } from './queries.ts';

export const METHODS = ['Code', 'RecoveryCode', 'Passkey'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Returns the ways in which a user can show a second factor. With a host, only passkeys that were made for this host
 * count. There may be no way, although the account has a second factor (`hasSecondFactor`).
 */
export async function methodsOf({ db }: App, userId: number, host?: string): Promise<Method[]> {
  const authenticator = await findAuthenticator(db, userId, 'inUse');
  const passkeys = await listPasskeys(db, userId);
  if (!authenticator && passkeys.length === 0) return [];
  const isHere = passkeys.some((passkey) => host === undefined || passkey.host === host);
  const hasCodes = (await countRecoveryCodes(db, userId)) > 0;
  return METHODS.filter((method) => ({ Code: authenticator, RecoveryCode: hasCodes, Passkey: isHere })[method]);
}

/** True if a user has set up a second factor. */
export function hasSecondFactor({ db }: App, userId: number): Promise<boolean> {
  return findHasFactor(db, userId);
}

/** Removes what only serves a second factor, if the account has none any more. Must run in a transaction. */
export async function tidyFactors(app: App, userId: number): Promise<void> {
  if (await hasSecondFactor(app, userId)) return;
  await replaceRecoveryCodes(app.db, userId, []);
  await deleteDevices(app.db, { userId });
}

/** Removes every second factor of a user. Must run in a transaction. */
export async function removeFactors(app: App, userId: number): Promise<void> {
  await deleteAuthenticators(app.db, userId, 'all');
  await deletePasskeys(app.db, { userId });
  await tidyFactors(app, userId);
}
