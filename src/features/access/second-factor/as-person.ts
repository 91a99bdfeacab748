/** Lets a person act for a single command, after their password and their second factor. */
import { type App, inTransaction } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { actingAs } from '../auth/grants.ts';
import type { Login } from '../auth/schema.ts';
import { provePassword } from '../auth/service.ts';
import { personActor } from '../users/acting.ts';
import { countingRefusals } from './attempts.ts';
import { hasSecondFactor } from './factors.ts';
import { codeProof, recoveryProof } from './proofs.ts';
import { wrongRecoveryCode, wrongSecondFactor } from './refusals.ts';
import { codeDigits, type CodeVerdict } from './rules.ts';

/**
 * Returns the app acting as a user who has given their password, and their second factor if they have one: `askCode`
 * returns a code of the authenticator app, or a recovery code. Raises `invalid_credentials`, `too_many_requests`,
 * `invalid_second_factor`, and `second_factor_setup_required` if a role of the user needs a second factor and there is
 * none.
 */
export async function asPerson(app: App, given: Login, askCode: () => Promise<string>): Promise<App> {
  const { id, displayName } = await provePassword(app, given);
  if (await hasSecondFactor(app, id)) await showFactor(actingAs(app, id, displayName), id, await askCode());
  const actor = await personActor(app, id);
  if (!actor) throw mustSetUp();
  return { ...app, actor };
}

async function showFactor(app: App, userId: number, text: string): Promise<void> {
  const isRecovery = codeDigits(text) === undefined;
  let verdict: CodeVerdict = 'wrong';
  const shown = await countingRefusals(app, { kind: isRecovery ? 'recovery' : 'factor', id: userId }, async () => {
    const proof = isRecovery ? await recoveryProof(app, userId, text) : codeProof(userId, text);
    verdict = await inTransaction(app, (app) => proof.settle(app));
    return verdict === 'good' || undefined;
  });
  if (!shown) throw isRecovery ? wrongRecoveryCode() : wrongSecondFactor(verdict);
}

function mustSetUp(): AppError {
  const sentence = 'Your role needs a second factor. Sign in on the page, and set one up under Account first.';
  return new AppError('second_factor_setup_required', sentence);
}
