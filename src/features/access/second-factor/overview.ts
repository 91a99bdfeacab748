import { type App, inSnapshot, now } from '../../../app.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { callerOf, type Device } from '../auth/grants.ts';
import { getUser } from '../users/service.ts';
import { listDevices } from './device-queries.ts';
import { listPasskeys } from './passkey-queries.ts';
import { passkeyOf } from './passkeys.ts';
import { countRecoveryCodes, findAuthenticator } from './queries.ts';
import { secondFactorStateOf } from './required.ts';
import type { OwnSecondFactor } from './schema.ts';

/** Returns what the caller has as a second factor, and which browsers need none. */
export function getOwnSecondFactor(app: App, { token }: Device): Promise<OwnSecondFactor> {
  const caller = callerOf(app);
  return inSnapshot(app, async (app) => {
    const authenticator = await findAuthenticator(app.db, caller.id, 'inUse');
    const devices = await listDevices(app.db, caller.id, now(app));
    const own = token === undefined ? undefined : sha256Hex(token);
    return {
      state: secondFactorStateOf(caller, await getUser(app, caller.id)),
      authenticator: authenticator
        ? { confirmedAt: authenticator.confirmedAt ?? '', lastUsedAt: authenticator.lastUsedAt }
        : null,
      recoveryCodesLeft: await countRecoveryCodes(app.db, caller.id),
      passkeys: (await listPasskeys(app.db, caller.id)).map(passkeyOf),
      rememberedDevices: devices.map(({ tokenHash, ...device }) => ({ ...device, current: tokenHash === own })),
    };
  });
}
