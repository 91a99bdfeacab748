/** The second step of a sign-in, and signing in with a passkey alone. */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import {
  actingAs,
  type Device,
  type Factor,
  type Grant,
  grant,
  type Opened,
  type Proven,
  signIn,
} from '../auth/grants.ts';
import { countingFailures, type Target } from '../auth/limits.ts';
import {
  invalidTicket,
  makeTicket,
  markOfPassword,
  readTicket,
  type Ticket,
  type TicketContent,
  useTicket,
} from '../auth/ticket.ts';
import type { Credentials } from '../users/queries.ts';
import { credentialsOf } from '../users/service.ts';
import { recognizeDevice, rememberDevice } from './devices.ts';
import { hasSecondFactor, methodsOf } from './factors.ts';
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRow } from './passkey-queries.ts';
import { codeProof, type Proof, recoveryProof } from './proofs.ts';
import { countingRefusals, type SecondStep } from './attempts.ts';
import { wrongPasskey, wrongRecoveryCode, wrongSecondFactor } from './refusals.ts';
import type { CodeVerdict } from './rules.ts';
import type { Credential, PasskeyOptions, PasskeySignIn, SecondFactor } from './schema.ts';
import { newChallenge, requestOptions, siteOf, verifyUse } from './webauthn.ts';

/**
 * Signs in a user who has proven their password, if that is enough: the account has no second factor, or the browser is
 * remembered. Otherwise raises `second_factor_required` with a ticket for the next step.
 */
export async function signInOrAsk(app: App, account: Proven, device: Device): Promise<Grant> {
  const opened = (await signInByPassword(app, account, device)) ?? (await signInRemembered(app, account, device));
  if (opened) return grant(app, opened);
  const passwordMark = markOfPassword(account.passwordHash);
  const ticket = await makeTicket(app, 'second-factor', { userId: account.id, passwordMark });
  const methods = await methodsOf(app, account.id, device.host);
  throw new AppError('second_factor_required', 'Now show your second factor.', {
    extra: { ticket, methods },
  });
}

/**
 * Signs in with the password alone. Returns undefined if the account has a second factor. A second factor ends all
 * other sign-ins when it is set up, so whether there is one is decided in the transaction of the sign-in.
 */
function signInByPassword(app: App, account: Proven, device: Device): Promise<Opened | undefined> {
  return inTransaction(app, async (app) =>
    (await hasSecondFactor(app, account.id)) ? undefined : signIn(app, account, device),
  );
}

async function signInRemembered(app: App, account: Proven, device: Device): Promise<Opened | undefined> {
  const { token } = device;
  if (token === undefined) return undefined;
  return inTransaction(actingAs(app, account.id, account.displayName), async (app) => {
    const known = await recognizeDevice(app, account.id, token);
    return known && { ...(await signIn(app, account, device, 'RememberedDevice')), ...known };
  });
}

/**
 * Finishes a sign-in with the second factor. Raises `invalid_ticket`, `invalid_second_factor`, `too_many_requests`, and
 * `invalid_credentials` if the account was deactivated.
 */
export async function finishSignIn(app: App, given: SecondFactor, device: Device): Promise<Grant> {
  const ticket = await readTicket(app, given.ticket, 'second-factor');
  const { userId = 0 } = ticket;
  let verdict: CodeVerdict = 'wrong';
  const opened = await countingRefusals(app, stepOf(userId, given), async () => {
    const proof = await proofOf(app, ticket, given);
    return inTransaction(app, async (base) => {
      const account = await accountOf(base, ticket);
      const app = actingAs(base, userId, account.displayName);
      verdict = await proof.settle(app);
      if (verdict !== 'good') return undefined;
      await useTicket(app, ticket);
      const done = await signIn(app, account, device, proof.factor);
      return given.remember ? { ...done, device: await rememberDevice(app, userId, device) } : done;
    });
  });
  if (opened) return grant(app, opened);
  noteRefusal(app, userId);
  if (given.passkey) throw wrongPasskey();
  throw given.recoveryCode === null ? wrongSecondFactor(verdict) : wrongRecoveryCode();
}

function stepOf(id: number, { recoveryCode, passkey }: SecondFactor): SecondStep {
  if (passkey !== null) return { kind: 'passkey', id };
  return { kind: recoveryCode === null ? 'factor' : 'recovery', id };
}

/** Logs a refused second factor with its network address and account. */
function noteRefusal({ log, request }: App, userId: number | undefined): void {
  log.warn({ requestId: request?.id, userId, ipAddress: request?.ipAddress }, 'second factor refused');
}

/** Returns what a person shows as a second factor. A passkey is verified here, outside the transaction. */
async function proofOf(app: App, ticket: Ticket, { code, recoveryCode, passkey }: SecondFactor): Promise<Proof> {
  const { userId = 0 } = ticket;
  if (recoveryCode !== null) return recoveryProof(app, userId, recoveryCode);
  if (passkey !== null) return (await passkeyProof(app, ticket, passkey, userId)) ?? NO_PROOF;
  return codeProof(userId, code ?? '');
}

const NO_PROOF: Proof = { factor: 'Passkey', settle: async () => 'wrong' };

/** Returns the account of a ticket. Raises `invalid_ticket` if its password has changed since then. */
async function accountOf(app: App, { userId = 0, passwordMark }: Ticket): Promise<Credentials> {
  const account = await credentialsOf(app, userId);
  if (!account || markOfPassword(account.passwordHash) !== passwordMark) throw invalidTicket();
  return account;
}

/**
 * Returns what the browser needs to use a passkey on a page of this origin: with a ticket one of the passkeys of that
 * sign-in, as its second factor; without a ticket any passkey, as the whole sign-in. Raises `invalid_ticket` and
 * `no_passkey_here`.
 */
export async function passkeyOptions(app: App, ticketText: string | null, origin: string): Promise<PasskeyOptions> {
  const { host } = siteOf(origin);
  const challenge = newChallenge();
  const step = ticketText === null ? undefined : await readTicket(app, ticketText, 'second-factor');
  const passkeys = step && (await listPasskeys(app.db, step.userId ?? 0)).filter((one) => one.host === host);
  const proven = step && markedUserOf(step);
  const ticket = await makeTicket(app, step ? 'second-factor' : 'passkey-sign-in', { challenge, origin, ...proven });
  return { ticket, options: (await requestOptions({ host, challenge }, passkeys)) as PasskeyOptions['options'] };
}

/** Returns the user of a ticket, and the mark of their password. */
function markedUserOf({ userId, passwordMark }: Ticket): TicketContent {
  return { ...(userId !== undefined && { userId }), ...(passwordMark !== undefined && { passwordMark }) };
}

/**
 * Signs in the owner of a passkey, without a password. Raises `invalid_ticket`, `invalid_second_factor` and
 * `too_many_requests`.
 */
export async function signInWithPasskey(app: App, given: PasskeySignIn, device: Device): Promise<Grant> {
  const ticket = await readTicket(app, given.ticket, 'passkey-sign-in');
  const owner = (await findPasskey(app.db, given.credential.id))?.userId;
  // Nobody can guess a passkey. Failures count per network address, so that nobody can lock the owner out from elsewhere.
  const target: Target = { kind: 'passkey', id: `${owner ?? 'unknown'} from ${app.request?.ipAddress}` };
  const opened = await countingFailures(app, target, async () => {
    const proof = await passkeyProof(app, ticket, given.credential);
    const account = owner === undefined ? undefined : await credentialsOf(app, owner);
    if (!proof || account?.isActive !== 1) return undefined;
    return inTransaction(actingAs(app, account.id, account.displayName), async (app) => {
      if ((await proof.settle(app)) !== 'good') return undefined;
      await useTicket(app, ticket);
      return signIn(app, account, device, 'Passkey');
    });
  });
  if (!opened) {
    noteRefusal(app, owner);
    throw wrongPasskey();
  }
  return grant(app, opened);
}

/** Returns the proof that a passkey gives, or undefined if it is not known or not the user's. */
async function passkeyProof(
  app: App,
  ticket: Ticket,
  credential: Credential,
  userId?: number,
): Promise<Proof | undefined> {
  // The ticket of the password has no challenge. That of the options has one.
  if (ticket.challenge === undefined || ticket.origin === undefined) throw invalidTicket();
  const passkey = await findPasskey(app.db, credential.id);
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) return undefined;
  const signCount = await useOf(ticket, credential, { passkey, isOnlyProof: userId === undefined });
  if (signCount === undefined) return undefined;
  const factor: Factor = 'Passkey';
  const settle = async (app: App): Promise<CodeVerdict> => {
    const isKnown = await notePasskeyUse(app.db, passkey.id, { signCount, lastUsedAt: now(app) });
    return isKnown ? 'good' : 'wrong';
  };
  return { factor, settle };
}

/** Returns the new count of signatures, or undefined if the passkey was not accepted. */
async function useOf(
  ticket: Ticket,
  credential: Credential,
  how: { passkey: PasskeyRow; isOnlyProof: boolean },
): Promise<number | undefined> {
  try {
    return await verifyUse(ticket, credential, how);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_second_factor') return undefined;
    throw error;
  }
}
