/** Counts and records second factors that were refused, over restarts of the service and in commands, too. */
import { type App, inTransaction } from '../../../app.ts';
import { countRecorded, record } from '../../audit/service.ts';
import { countingFailures } from '../auth/limits.ts';

/** The second step of a user's sign-in. Each kind has a count of its own, so that failures with one leave the others. */
export type SecondStep = { kind: 'factor' | 'recovery' | 'passkey'; id: number };

/** What the audit log says about a refusal. */
const REFUSED = { factor: 'AuthenticatorRefused', recovery: 'RecoveryCodeRefused', passkey: 'PasskeyRefused' } as const;

/**
 * Runs an attempt to show a second factor, which returns undefined if it is refused. Throws `too_many_requests` after
 * several refusals within a quarter of an hour, of which those before the last sign-in do not count.
 */
export async function countingRefusals<T>(
  app: App,
  step: SecondStep,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const refused = { action: REFUSED[step.kind], entityType: 'User', entityId: String(step.id) };
  const result = await countingFailures(app, step, attempt, (since) =>
    countRecorded(app, { ...refused, since, afterLast: 'SignedIn' }),
  );
  if (result === undefined) await inTransaction(app, (app) => record(app, refused));
  return result;
}
