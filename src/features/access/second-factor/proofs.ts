/** Checks what a person shows as a second factor: a code of an app, or a recovery code. */
import { type App, now } from '../../../app.ts';
import { SealError, unseal } from '../../../lib/seal.ts';
import { record } from '../../audit/service.ts';
import type { Factor } from '../auth/grants.ts';
import { verifyPassword } from '../auth/password.ts';
import {
  findAuthenticator,
  findRecoveryCode,
  listAuthenticators,
  updateAuthenticator,
  useRecoveryCode,
} from './queries.ts';
import { codeDigits, type CodeVerdict, judgeCode, recoveryCodeParts } from './rules.ts';

/** The place of the sealed secret of an authenticator app. */
export const SECRET_PLACE = 'authenticators.secret';

/**
 * A second factor that may be good. `settle` decides, and uses it up. It must run in the transaction of what the factor
 * permits, which must be committed whatever the verdict is.
 */
export type Proof = { factor: Factor; settle: (app: App) => Promise<CodeVerdict> };

/** Returns the proof that a code of an authenticator app gives. */
export function codeProof(userId: number, text: string): Proof {
  const settle = async (app: App): Promise<CodeVerdict> => {
    const code = codeDigits(text);
    const authenticator = await findAuthenticator(app.db, userId, 'inUse');
    if (code === undefined || !authenticator) return 'wrong';
    const secret = openSecret(app, authenticator.secret);
    if (secret === undefined) return 'lost';
    const { verdict, state } = judgeCode(code, { ...authenticator, secret }, app.clock.now());
    const used = verdict === 'good' && { lastUsedAt: now(app) };
    await updateAuthenticator(app.db, authenticator.id, { ...state, ...used });
    return verdict;
  };
  return { factor: 'Authenticator', settle };
}

/** Returns the proof that a recovery code gives. Takes the same time whether there is such a code or not. */
export async function recoveryProof(app: App, userId: number, text: string): Promise<Proof> {
  const parts = recoveryCodeParts(text);
  const row = parts && (await findRecoveryCode(app.db, userId, parts.lookup));
  const matches = await verifyPassword(row?.codeHash, parts?.secret ?? '');
  const settle = async (app: App): Promise<CodeVerdict> => {
    if (!row || !matches) return 'wrong';
    if (!(await useRecoveryCode(app.db, row.id, now(app)))) return 'used';
    await record(app, { action: 'RecoveryCodeUsed', entityType: 'User', entityId: userId });
    return 'good';
  };
  return { factor: 'RecoveryCode', settle };
}

/** Returns the names of the people whose authenticator app cannot be used, because the key of its secret was lost. */
export async function listPeopleWithLostApps(app: App): Promise<string[]> {
  const apps = await listAuthenticators(app.db);
  return apps.filter(({ secret }) => openSecret(app, secret) === undefined).map(({ userName }) => userName);
}

/** Returns the secret of an authenticator app, or undefined and an entry in the log if its key was lost. */
export function openSecret({ secrets, log }: App, sealed: string): string | undefined {
  try {
    return unseal(sealed, SECRET_PLACE, secrets().encryptionKey);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    log.error({ err: error }, 'the secret of an authenticator app cannot be decrypted');
    return undefined;
  }
}
