import { randomBytes } from 'node:crypto';
import { type App, now } from '../../app.ts';
import { seal, SealError, unseal } from '../../lib/seal.ts';
import type { EndpointRow } from './queries.ts';

const PLACE = 'webhookEndpoints.secret';
/** Standard Webhooks asks for 24 to 64 bytes. */
const BYTES = 32;

/** Returns a new secret, and its sealed form to store. */
export function newSecret({ secrets }: App): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  return { secret, sealed: seal(secret, PLACE, secrets().encryptionKey) };
}

/**
 * Returns the secrets that sign now: the current one, and for a day after a change the one before it. Returns none, and
 * logs why, if they cannot be decrypted.
 */
export function signingSecrets(app: App, row: Pick<EndpointRow, 'secret' | 'previousSecret' | 'previousSecretUntil'>) {
  const { secret, previousSecret, previousSecretUntil } = row;
  const hasOld = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now(app);
  try {
    const { encryptionKey } = app.secrets();
    return (hasOld ? [secret, previousSecret] : [secret]).map((one) => unseal(one, PLACE, encryptionKey));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    app.log.error({ err: error }, 'the secret of a webhook endpoint cannot be decrypted');
    return [];
  }
}
