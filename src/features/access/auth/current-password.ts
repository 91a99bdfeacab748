/** Asks for the current password before a person changes how they sign in. */
import type { App } from '../../../app.ts';
import { type AppError, badField, notFound } from '../../../errors.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import type { Credentials } from '../users/queries.ts';
import { credentialsOf } from '../users/service.ts';
import { callerOf } from './grants.ts';
import { countingFailures, type Target } from './limits.ts';
import { verifyPassword } from './password.ts';

/**
 * Returns the credentials of the caller, whose current password this is. A wrong one counts as a failed sign-in. Raises
 * `validation_failed` at `currentPassword` and `too_many_requests`.
 */
export async function confirmPassword(app: App, currentPassword: string): Promise<Credentials> {
  const { id } = callerOf(app);
  const credentials = await credentialsOf(app, id);
  if (!credentials) throw notFound('user');
  const target: Target = { kind: 'email', id: emailKeyOf(credentials.email) };
  const proven = await countingFailures(app, target, async () =>
    (await verifyPassword(credentials.passwordHash, currentPassword)) ? true : undefined,
  );
  if (proven) return credentials;
  noteFailure(app, id);
  throw wrongCurrentPassword();
}

/** Raises `validation_failed` if the password of the caller has changed since these credentials were read. */
export async function refuseNewerPassword(app: App, { id, passwordHash }: Credentials): Promise<void> {
  if ((await credentialsOf(app, id))?.passwordHash !== passwordHash) throw wrongCurrentPassword();
}

/**
 * Logs a failed attempt with its network address and account. The typed e-mail address is not logged, because somebody
 * may have typed a password into the wrong field.
 */
export function noteFailure({ log, request }: App, userId: number | undefined): void {
  log.warn({ requestId: request?.id, userId, ipAddress: request?.ipAddress }, 'sign-in refused');
}

function wrongCurrentPassword(): AppError {
  return badField('currentPassword', 'wrong_password', 'is not the current password');
}
