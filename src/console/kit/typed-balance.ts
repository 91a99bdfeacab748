/** Reads a balance that somebody typed. */
import { type Minor, negateMoney, ZERO } from '../../lib/money.ts';
import { readAmount } from '../../lib/typed-amount.ts';

/** Returns the balance in a text, which may be 0 or negative. Returns null for any other text, such as an empty one. */
export function readBalance(text: string): Minor | null {
  const bare = text.trim().replace(/^[-−－]/, '');
  const amount = readAmount(bare);
  if ('minor' in amount) return bare === text.trim() ? amount.minor : negateMoney(amount.minor);
  return amount.fault === 'zero' ? ZERO : null;
}
