/**
 * Codes of authenticator apps (RFC 6238), and recovery codes.
 *
 * A code is accepted one time step (30 seconds) before and after its time, and only once (RFC 6238, 5.2). A clock may
 * be wrong, that of the phone or that of an old computer. A right code for a wrong time, up to ten minutes off, is
 * refused at first. If the next code follows, both clocks are known, and the difference is kept (RFC 6238, 6).
 */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** The steps before and after the expected one in which a code is accepted. */
const NEAR_STEPS = 1;
/** Ten minutes. A clock that is off by more must be set. */
const FAR_STEPS = 20;
/** The next code must come within two minutes. */
const NEXT_STEPS = 4;
/** RFC 4226, 4, R6: a secret should have 160 bits. */
const SECRET_BYTES = 20;

/** What is known of an authenticator: its secret in base32, and the state of its clock. */
export type AuthenticatorState = { secret: string; lastStep: number; drift: number; doubtfulStep: number | null };

/**
 * What a code is worth. `earlier` is a code from before the last accepted one, because a clock was set back. `lost` means
 * that the secret of the app cannot be decrypted, so no code can be checked.
 */
export type CodeVerdict = 'good' | 'wrong' | 'used' | 'earlier' | 'lost' | 'nextCode';

/** What a code showed, and what to remember about the clock from now on. */
export type Judgement = { verdict: CodeVerdict; state: Omit<AuthenticatorState, 'secret'> };

/** Returns a new random secret in base32, as apps take it. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that an app reads from a QR code (Key URI format). */
export function setupUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS }).toString();
}

/** Judges a code of six digits at an instant. */
export function judgeCode(code: string, authenticator: AuthenticatorState, now: Date): Judgement {
  const { secret, ...state } = authenticator;
  const { lastStep, drift, doubtfulStep } = state;
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const find = (middle: number, window: number) => {
    const timestamp = (step + middle) * STEP_SECONDS * 1000;
    const delta = totp.validate({ token: code, timestamp, window });
    return delta === null ? undefined : middle + delta;
  };
  const accept = (ahead: number): Judgement =>
    step + ahead <= lastStep
      ? { verdict: 'used', state }
      : { verdict: 'good', state: { lastStep: step + ahead, drift: ahead, doubtfulStep: null } };
  const near = find(drift, NEAR_STEPS);
  if (near !== undefined) return accept(near);
  const far = find(0, FAR_STEPS);
  if (far === undefined) return { verdict: 'wrong', state };
  const isNext = doubtfulStep !== null && step + far > doubtfulStep && step + far <= doubtfulStep + NEXT_STEPS;
  if (isNext) return accept(far);
  if (step + far < lastStep - NEAR_STEPS) return { verdict: 'earlier', state };
  const isUsed = step + far <= lastStep || step + far === doubtfulStep;
  return isUsed ? { verdict: 'used', state } : { verdict: 'nextCode', state: { ...state, doubtfulStep: step + far } };
}

/** Lower-case letters and digits that cannot be confused on paper. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789';
const LEGIBLE_ONLY = /^[a-hjkmnp-z2-9]+$/;
const GROUPS = 3;
const GROUP_LENGTH = 4;
export const RECOVERY_CODES = 10;

/**
 * Returns ten different recovery codes such as `k7qm-x3vd-9fhp`. The first group finds the code, and no two are equal.
 * The other two have 39 random bits, of which guessing attempts are limited.
 */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LEGIBLE.charAt(randomInt(LEGIBLE.length))).join('');
  const codes = new Map<string, string>();
  while (codes.size < RECOVERY_CODES) {
    const groups = Array.from({ length: GROUPS }, group);
    codes.set(groups[0] ?? '', groups.join('-'));
  }
  return [...codes.values()];
}

/** The parts of a recovery code: the group by which it is found, and the rest, which is secret. */
export type RecoveryCodeParts = { lookup: string; secret: string };

/** Returns the parts of a recovery code as somebody typed it, with or without hyphens, or undefined if it is none. */
export function recoveryCodeParts(text: string): RecoveryCodeParts | undefined {
  const code = text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '');
  if (code.length !== GROUPS * GROUP_LENGTH || !LEGIBLE_ONLY.test(code)) return undefined;
  return { lookup: code.slice(0, GROUP_LENGTH), secret: code.slice(GROUP_LENGTH) };
}

/** Returns the six digits of a code as somebody typed it, with spaces or in full width, or undefined if it is none. */
export function codeDigits(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
