/** Adds, names and removes the caller's passkeys. */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import { getProfile } from '../../church/profile/service.ts';
import { confirmPassword, refuseNewerPassword } from '../auth/current-password.ts';
import { callerOf } from '../auth/grants.ts';
import { invalidTicket, makeTicket, markOfPassword, readTicket, useTicket } from '../auth/ticket.ts';
import { endSignIns } from '../auth/sign-ins.ts';
import { credentialsOf } from '../users/service.ts';
import { tidyFactors } from './factors.ts';
import {
  deletePasskeys,
  findOwnPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey as storeName,
} from './passkey-queries.ts';
import { firstCodes, storeFirstCodes } from './recovery-codes.ts';
import type { AddedPasskey, NewPasskey, Passkey, PasskeyOptions } from './schema.ts';
import { creationOptions, newChallenge, newUserHandle, siteOf, verifyNew } from './webauthn.ts';

const MOST_PASSKEYS = 20;

/**
 * Returns what the browser needs to make a passkey for the caller on a page of this origin. Raises `validation_failed`,
 * `too_many_requests`, `no_passkey_here`, and `conflict` if the account has twenty passkeys.
 */
export async function beginPasskey(app: App, currentPassword: string, origin: string): Promise<PasskeyOptions> {
  const { host } = siteOf(origin);
  const { id: userId, email, displayName, passwordHash } = await confirmPassword(app, currentPassword);
  const { name } = await getProfile(app);
  const known = await listPasskeys(app.db, userId);
  refuseTooMany(known);
  const challenge = newChallenge();
  const passwordMark = markOfPassword(passwordHash);
  const userHandle = known[0]?.userHandle ?? newUserHandle();
  const ticket = await makeTicket(app, 'new-passkey', { userId, passwordMark, challenge, origin, userHandle });
  const user = { email, displayName, handle: userHandle };
  const options = await creationOptions({ host, challenge, church: name || 'Vestry', user, known });
  return { ticket, options: options as PasskeyOptions['options'] };
}

/**
 * Adds a passkey that the browser made for the caller, and ends the caller's other sign-ins. Returns the first recovery
 * codes of the account, too, or null if it has some. Raises `invalid_ticket`, `invalid_second_factor`, and `conflict`
 * if the passkey is known already.
 */
export async function addPasskey(app: App, { ticket: text, name, credential }: NewPasskey): Promise<AddedPasskey> {
  const { id: userId, signInId } = callerOf(app);
  const ticket = await readTicket(app, text, 'new-passkey');
  if (ticket.userId !== userId) throw invalidTicket();
  const made = await verifyNew(ticket, credential);
  const fresh = await firstCodes(app, userId);
  return inTransaction(app, async (app) => {
    const credentials = await credentialsOf(app, userId);
    if (!credentials || markOfPassword(credentials.passwordHash) !== ticket.passwordMark) throw invalidTicket();
    await useTicket(app, ticket);
    refuseTooMany(await listPasskeys(app.db, userId));
    const userHandle = ticket.userHandle ?? '';
    const row = await insertPasskey(app.db, { ...made, userId, userHandle, name, createdAt: now(app) });
    if (!row) throw new AppError('conflict', 'This passkey belongs to an account already.');
    await endSignIns(app, { userId, except: signInId });
    const recoveryCodes = await storeFirstCodes(app, userId, fresh);
    await recordPasskey(app, 'PasskeyAdded', [null, row]);
    return { passkey: passkeyOf(row), recoveryCodes };
  });
}

function refuseTooMany(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < MOST_PASSKEYS) return;
  throw new AppError('conflict', `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
}

/** Gives one of the caller's passkeys another name. Raises `not_found`. */
export function renamePasskey(app: App, id: number, name: string): Promise<Passkey> {
  const { id: userId } = callerOf(app);
  return inTransaction(app, async (app) => {
    const before = await findOwnPasskey(app.db, { id, userId });
    const after = await storeName(app.db, { id, userId }, name);
    if (!before || !after) throw notFound('passkey');
    await recordPasskey(app, 'PasskeyRenamed', [before, after]);
    return passkeyOf(after);
  });
}

/** Removes one of the caller's passkeys. Raises `validation_failed`, `too_many_requests` and `not_found`. */
export async function removePasskey(app: App, id: number, currentPassword: string): Promise<void> {
  const credentials = await confirmPassword(app, currentPassword);
  const { id: userId } = credentials;
  await inTransaction(app, async (app) => {
    await refuseNewerPassword(app, credentials);
    const before = await findOwnPasskey(app.db, { id, userId });
    if (!before) throw notFound('passkey');
    await deletePasskeys(app.db, { id, userId });
    await tidyFactors(app, userId);
    await recordPasskey(app, 'PasskeyRemoved', [before, null]);
  });
}

/** Returns a passkey as the API shows it. */
export function passkeyOf({ id, name, host, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, host, createdAt, lastUsedAt };
}

function recordPasskey(app: App, action: string, [before, after]: [PasskeyRow | null, PasskeyRow | null]) {
  const { id: entityId = 0, userId } = before ?? after ?? {};
  keep(app, 'User', userId === undefined ? [] : [userId]);
  const changes = { name: [before?.name ?? null, after?.name ?? null] as [string | null, string | null] };
  return record(app, { action, entityType: 'Passkey', entityId, changes });
}
