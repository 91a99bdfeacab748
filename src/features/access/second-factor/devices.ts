/**
 * Remembered devices: browsers that need no second factor for 30 days. The token in their cookie is a name, which stays,
 * and a secret, which is replaced on each use; both are stored as SHA-256 hashes. A password that changes ends all of
 * them.
 */
import { type App, inTransaction, later, now } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { randomToken, sha256Hex } from '../../../lib/secret.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import { callerOf, type CookieToken, type Device } from '../auth/grants.ts';
import { ROTATION_GRACE_MS } from '../auth/rules.ts';
import {
  deleteAllDevices,
  deleteDevices,
  deleteOldDevices,
  findDevice,
  insertDevice,
  renewDevice,
} from './device-queries.ts';

const DEVICE_MS = 30 * 24 * 3_600_000;
/** A correction of the clock by up to this time does not end a remembered device. */
const TOLERANCE_MS = 24 * 3_600_000;

const NAME_BYTES = 16;
const tokenOf = (name: string): string => `${name}.${randomToken()}`;

/**
 * Remembers the browser of a user, and returns the token for its cookie. Must run in the transaction of the sign-in.
 */
export async function rememberDevice(app: App, userId: number, { userAgent }: Device): Promise<CookieToken> {
  const name = randomToken(NAME_BYTES);
  const token = tokenOf(name);
  const at = now(app);
  const id = await insertDevice(app.db, {
    userId,
    nameHash: sha256Hex(name),
    tokenHash: sha256Hex(token),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: later(app, DEVICE_MS),
    userAgent,
    ipAddress: app.request?.ipAddress ?? null,
  });
  await record(app, { action: 'DeviceRemembered', entityType: 'RememberedDevice', entityId: id });
  return { token, maxAge: DEVICE_MS / 1000 };
}

/**
 * Returns whether the browser of a user is remembered, with the next token for its cookie. If a token has the right name,
 * but another secret than the last one, somebody has a copy of the cookie, so the device is forgotten. The secret before
 * the last one is accepted for ten seconds. Must run in the transaction of the sign-in.
 */
export async function recognizeDevice(
  app: App,
  userId: number,
  token: string,
): Promise<{ device: CookieToken | undefined } | undefined> {
  const [name = ''] = token.split('.');
  const tokenHash = sha256Hex(token);
  const device = await findDevice(app.db, sha256Hex(name));
  if (device?.userId !== userId) return undefined;
  const left = Date.parse(device.expiresAt) - app.clock.now().getTime();
  if (left <= 0 || left > DEVICE_MS + TOLERANCE_MS) return undefined;
  if (device.tokenHash !== tokenHash) {
    const age = app.clock.now().getTime() - Date.parse(device.lastUsedAt);
    // Two tabs may have sent the same token at once.
    if (device.previousHash === tokenHash && age <= ROTATION_GRACE_MS) return { device: undefined };
    await deleteDevices(app.db, { id: device.id, userId });
    await record(app, { action: 'RememberedDeviceReused', entityType: 'RememberedDevice', entityId: device.id });
    return undefined;
  }
  const next = tokenOf(name);
  await renewDevice(app.db, device.id, {
    tokenHash: sha256Hex(next),
    previousHash: tokenHash,
    lastUsedAt: now(app),
    ipAddress: app.request?.ipAddress ?? null,
  });
  keep(app, 'RememberedDevice', [device.id]);
  return { device: { token: next, maxAge: Math.floor(left / 1000) } };
}

/** Forgets one of the caller's remembered devices, which then needs a second factor again. Raises `not_found`. */
export function forgetDevice(app: App, id: number): Promise<void> {
  const { id: userId } = callerOf(app);
  return inTransaction(app, async (app) => {
    if ((await deleteDevices(app.db, { id, userId })) === 0) throw notFound('remembered device');
    await record(app, { action: 'RememberedDeviceEnded', entityType: 'RememberedDevice', entityId: id });
  });
}

/** Forgets every remembered device, and returns how many there were. Must run in a transaction. */
export function forgetEveryDevice(app: App): Promise<number> {
  return deleteAllDevices(app.db);
}

/** Removes the remembered devices that have expired. */
export async function forgetOldDevices(app: App): Promise<void> {
  await inTransaction(app, (app) => deleteOldDevices(app.db, now(app)));
}
