/** Sets up and removes the caller's authenticator app. */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { seal } from '../../../lib/seal.ts';
import { record } from '../../audit/service.ts';
import { getProfile } from '../../church/profile/service.ts';
import { confirmPassword, refuseNewerPassword } from '../auth/current-password.ts';
import { callerOf } from '../auth/grants.ts';
import { countingFailures } from '../auth/limits.ts';
import { endSignIns } from '../auth/sign-ins.ts';
import { tidyFactors } from './factors.ts';
import { messagesOf } from './refusals.ts';
import { openSecret, SECRET_PLACE } from './proofs.ts';
import { deleteAuthenticators, findAuthenticator, insertAuthenticator, updateAuthenticator } from './queries.ts';
import { firstCodes, storeFirstCodes } from './recovery-codes.ts';
import { codeDigits, type CodeVerdict, judgeCode, newSecret, setupUrl } from './rules.ts';
import type { AuthenticatorSetup, FirstCodes } from './schema.ts';

/** How long the first code may take. */
const SETUP_MS = 3_600_000;

/**
 * Returns a new secret for the caller's authenticator app. An app that is in use keeps working until the first code of
 * the new one. Raises `validation_failed` and `too_many_requests`.
 */
export async function beginAuthenticator(app: App, currentPassword: string): Promise<AuthenticatorSetup> {
  const credentials = await confirmPassword(app, currentPassword);
  const { name } = await getProfile(app);
  const secret = newSecret();
  const sealed = seal(secret, SECRET_PLACE, app.secrets().encryptionKey);
  await inTransaction(app, async (app) => {
    await refuseNewerPassword(app, credentials);
    await insertAuthenticator(app.db, { userId: credentials.id, secret: sealed, createdAt: now(app) });
  });
  // A colon separates the parts of the label.
  const issuer = `Vestry ${name}`.replaceAll(':', ' ').trim();
  return { secret, url: setupUrl(secret, { issuer, label: credentials.email }) };
}

/**
 * Takes a new authenticator app into use when it shows a right code, and ends the caller's other sign-ins. Returns the
 * first recovery codes of the account, or null if it has some. Raises `validation_failed` at `code`, `not_found` if no
 * app waits for its first code, and `too_many_requests`.
 */
export async function confirmAuthenticator(app: App, code: string): Promise<FirstCodes> {
  const { id: userId, signInId } = callerOf(app);
  let verdict: CodeVerdict = 'wrong';
  const done = await countingFailures(app, { kind: 'factor', id: userId }, async () => {
    const fresh = await firstCodes(app, userId);
    return inTransaction(app, async (app) => {
      const judged = await judgeFirst(app, userId, code);
      verdict = judged.verdict;
      if (verdict !== 'good') return undefined;
      await deleteAuthenticators(app.db, userId, 'inUse');
      await updateAuthenticator(app.db, judged.id, { confirmedAt: now(app), lastUsedAt: now(app) });
      await endSignIns(app, { userId, except: signInId });
      const recoveryCodes = await storeFirstCodes(app, userId, fresh);
      await record(app, { action: 'AuthenticatorSetUp', entityType: 'User', entityId: userId });
      return { recoveryCodes };
    });
  });
  if (!done) throw badField('code', 'wrong_code', messagesOf(verdict).field);
  return done;
}

/** Judges the first code of the app that waits for it, and keeps what the code says about the clock. */
async function judgeFirst(app: App, userId: number, text: string): Promise<{ id: number; verdict: CodeVerdict }> {
  const waiting = await findAuthenticator(app.db, userId, 'toConfirm');
  const age = waiting ? app.clock.now().getTime() - Date.parse(waiting.createdAt) : SETUP_MS;
  const secret = waiting && age < SETUP_MS ? openSecret(app, waiting.secret) : undefined;
  if (!waiting || secret === undefined) throw notFound('authenticator app that waits for its first code. Begin again');
  const code = codeDigits(text);
  if (code === undefined) return { id: waiting.id, verdict: 'wrong' };
  const { verdict, state } = judgeCode(code, { ...waiting, secret }, app.clock.now());
  await updateAuthenticator(app.db, waiting.id, state);
  return { id: waiting.id, verdict };
}

/** Removes the caller's authenticator app. Raises `validation_failed`, `conflict` if there is none. */
export async function removeAuthenticator(app: App, currentPassword: string): Promise<void> {
  const credentials = await confirmPassword(app, currentPassword);
  await inTransaction(app, async (app) => {
    await refuseNewerPassword(app, credentials);
    if (!(await deleteAuthenticators(app.db, credentials.id, 'inUse'))) {
      throw new AppError('conflict', 'There is no authenticator app to remove.');
    }
    await tidyFactors(app, credentials.id);
    await record(app, { action: 'AuthenticatorRemoved', entityType: 'User', entityId: credentials.id });
  });
}
