/** Recovery codes: ten codes on paper that each replace the second factor once. Their secret parts are hashed. */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { confirmPassword, refuseNewerPassword } from '../auth/current-password.ts';
import { hashPassword } from '../auth/password.ts';
import { hasSecondFactor } from './factors.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './queries.ts';
import { newRecoveryCodes, recoveryCodeParts } from './rules.ts';
import type { RecoveryCodes } from './schema.ts';

/** New recovery codes, and what is stored of them. */
type FreshCodes = { codes: string[]; hashed: { lookup: string; codeHash: string }[] };

/** Makes ten recovery codes and hashes them. Must run before the transaction, because hashing is slow. */
async function freshCodes(): Promise<FreshCodes> {
  const codes = newRecoveryCodes();
  const hashed = codes.map(async (code) => {
    const { lookup = '', secret = '' } = recoveryCodeParts(code) ?? {};
    return { lookup, codeHash: await hashPassword(secret) };
  });
  return { codes, hashed: await Promise.all(hashed) };
}

/** Makes the first recovery codes of a user. Returns undefined if there are codes that still work. */
export async function firstCodes(app: App, userId: number): Promise<FreshCodes | undefined> {
  return (await countRecoveryCodes(app.db, userId)) > 0 ? undefined : freshCodes();
}

/**
 * Stores the first recovery codes of a user, and returns them. Returns null without codes, or if another request has
 * stored some meanwhile. Must run in a transaction.
 */
export async function storeFirstCodes(app: App, userId: number, fresh: FreshCodes | undefined) {
  return fresh && (await countRecoveryCodes(app.db, userId)) === 0 ? storeCodes(app, userId, fresh) : null;
}

/** Stores recovery codes of a user in place of all earlier ones, and returns them. Must run in a transaction. */
async function storeCodes(app: App, userId: number, { codes, hashed }: FreshCodes): Promise<string[]> {
  const createdAt = now(app);
  const rows = hashed.map((code) => ({ ...code, createdAt }));
  await replaceRecoveryCodes(app.db, userId, rows);
  return codes;
}

/**
 * Replaces the caller's recovery codes. Raises `validation_failed`, and `conflict` if the account has no second factor.
 */
export async function replaceOwnCodes(app: App, currentPassword: string): Promise<RecoveryCodes> {
  const credentials = await confirmPassword(app, currentPassword);
  const { id } = credentials;
  const fresh = await freshCodes();
  return inTransaction(app, async (app) => {
    await refuseNewerPassword(app, credentials);
    if (!(await hasSecondFactor(app, id))) {
      throw new AppError('conflict', 'Recovery codes belong to a second factor. Set one up first.');
    }
    const recoveryCodes = await storeCodes(app, id, fresh);
    await record(app, { action: 'RecoveryCodesReplaced', entityType: 'User', entityId: id });
    return { recoveryCodes };
  });
}
