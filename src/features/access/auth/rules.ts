import { type Permission, permissionsOfAll, type Role } from '../../../permissions.ts';

const SHORTEST = 12;
const LONGEST = 128;

const DAY_MS = 24 * 3_600_000;
export const IDLE_MS = 14 * DAY_MS;
export const SIGN_IN_MS = 90 * DAY_MS;
/** A correction of the clock by up to this time does not end sign-ins. */
const TOLERANCE_MS = DAY_MS;
/**
 * Two browser tabs may send the same refresh token at the same moment. A token that is sent again more than this time
 * after it was replaced counts as stolen.
 */
export const ROTATION_GRACE_MS = 10_000;

/** Returns what is wrong with a new password, or undefined. Lengths count characters, not code units. */
export function passwordFault(
  password: string,
  other: { email: string },
): { code: string; message: string } | undefined {
  const length = Array.from(password).length;
  if (length < SHORTEST) return { code: 'too_small', message: `must have at least ${SHORTEST} characters` };
  if (length > LONGEST) return { code: 'too_big', message: `must have at most ${LONGEST} characters` };
  if (!password.isWellFormed()) return { code: 'invalid_text', message: 'must be well-formed text' };
  if (password.toLowerCase() === other.email.toLowerCase()) {
    return { code: 'same_as_email', message: 'must not be the e-mail address' };
  }
  return undefined;
}

/**
 * True if a refresh token has not expired. A token that would be valid for too long, because it was made while the
 * clock was far ahead, counts as expired.
 */
export function isGood({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  const left = Date.parse(expiresAt) - now.getTime();
  return left > 0 && left <= IDLE_MS + TOLERANCE_MS;
}

/** Returns the instant at which a refresh token made now expires: after 14 days, but never after its sign-in. */
export function tokenExpiry(now: Date, signInExpiresAt: string): string {
  const idle = new Date(now.getTime() + IDLE_MS).toISOString();
  return idle < signInExpiresAt ? idle : signInExpiresAt;
}

const NONE: ReadonlySet<Permission> = new Set();

/** Returns what a person may do: what their roles allow, but nothing until they have a second factor that they need. */
export function permissionsNow(standing: {
  roles: readonly Role[];
  mustSetUpSecondFactor: boolean;
}): ReadonlySet<Permission> {
  return standing.mustSetUpSecondFactor ? NONE : permissionsOfAll(standing.roles);
}
