/** Hashes passwords with argon2id. The native module hashes on worker threads, so the event loop is not blocked. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const require = createRequire(import.meta.url);

/**
 * The module is loaded when a password is first handled, not when a command starts. `import()` would remember a native
 * part that could not be opened until the process ends.
 */
const argon2 = () => require('@node-rs/argon2') as typeof Argon2;

let decoy: string | undefined;

/** Returns the hash of a password. The hash also contains the salt and the cost. */
export async function hashPassword(password: string): Promise<string> {
  return argon2().hash(normalized(password), COST);
}

/**
 * True if the password matches the hash. Without a hash (there is no such user), the function does the same work and
 * returns false, so that the time does not reveal who has an account.
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= await hashPassword(randomBytes(16).toString('hex'));
  const matches = await argon2().verify(hash ?? decoy, normalized(password));
  return matches && hash !== undefined;
}

/**
 * Normalizes a password for hashing, because different keyboards may encode the same character differently (NIST SP
 * 800-63B section 5.1.1.2).
 */
export function normalized(password: string): string {
  return password.normalize('NFKC');
}
