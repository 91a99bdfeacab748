import { randomBytes } from 'node:crypto';
import { type App, now } from '../../app.ts';
import { seal, SealError, unseal } from '../../lib/seal.ts';
import { type EndpointRow, listSecrets } from './queries.ts';

const PLACE = 'webhookEndpoints.secret';
/** Standard Webhooks asks for 24 to 64 bytes. */
const BYTES = 32;

/** Returns a new secret, and its sealed form to store. */
export function newSecret({ secrets }: App): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  return { secret, sealed: seal(secret, PLACE, secrets().encryptionKey) };
}

/** Returns the ids of the endpoints whose secret cannot be decrypted, as after the key in secrets.json was lost. */
export async function listEndpointsWithLostSecrets(app: App): Promise<number[]> {
  const { encryptionKey } = app.secrets();
  const rows = await listSecrets(app.db);
  return rows.filter(({ secret }) => tryUnseal(secret, encryptionKey) === undefined).map(({ id }) => id);
}

function tryUnseal(sealed: string, key: Uint8Array): string | undefined {
  try {
    return unseal(sealed, PLACE, key);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/**
 * Returns the secrets that sign now: the current one, and for a day after a change the one before it. Logs which of
 * them cannot be decrypted. Returns none if the current one cannot, and leaves the old one out if only that cannot, as
 * after the key in secrets.json was lost and the secret was replaced.
 */
export function signingSecrets(app: App, row: Pick<EndpointRow, 'secret' | 'previousSecret' | 'previousSecretUntil'>) {
  const { secret, previousSecret, previousSecretUntil } = row;
  const { encryptionKey } = app.secrets();
  const open = (sealed: string, which: string) => {
    const opened = tryUnseal(sealed, encryptionKey);
    if (opened === undefined) app.log.error({ which }, 'a secret of a webhook endpoint cannot be decrypted');
    return opened;
  };
  const current = open(secret, 'current');
  if (current === undefined) return [];
  const hasOld = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now(app);
  const old = hasOld ? open(previousSecret, 'previous') : undefined;
  return old === undefined ? [current] : [current, old];
}
