/** Reads an amount that somebody typed, such as `12`, `12.5`, `1,200` or `12+8.50`, also in full-width characters. */
import { addMoney, LARGEST_AMOUNT, type Minor, parseMoney, ZERO } from './money.ts';

export type Amount =
  | { minor: Minor }
  /** Why the text is not an amount: empty, unreadable, more than two decimals, zero, or too large. */
  | { fault: 'empty' | 'unreadable' | 'decimals' | 'zero' | 'tooLarge' };

const GROUPED = /^\d{1,3}(?:,\d{3})+(?=\.|$)/;
const TOO_FINE = /^\d+\.\d{3,}$/;

/** Returns the amount in a text, or the reason why the text is not an amount. */
export function readAmount(text: string): Amount {
  const bare = halfWidth(text).replace(/\s+/g, '').replace(/^\$/, '');
  if (bare === '') return { fault: 'empty' };
  let total: Minor = ZERO;
  for (const term of bare.split('+')) {
    const digits = term.replace(GROUPED, (group) => group.replaceAll(',', '')).replace(/^\./, '0.');
    if (TOO_FINE.test(digits)) return { fault: 'decimals' };
    const minor = parseMoney(digits.replace(/\.$/, ''));
    if (minor === undefined || minor < 0) return { fault: 'unreadable' };
    if (minor > LARGEST_AMOUNT) return { fault: 'tooLarge' };
    total = addMoney(total, minor);
  }
  if (total > LARGEST_AMOUNT) return { fault: 'tooLarge' };
  return total === 0 ? { fault: 'zero' } : { minor: total };
}

/** Returns the amount in a text, which may be zero, as a count may. Returns null if the text is not an amount. */
export function countedAmount(text: string): Minor | null {
  const amount = readAmount(text);
  if ('minor' in amount) return amount.minor;
  return amount.fault === 'zero' ? ZERO : null;
}

/** Converts full-width digits and signs, which Chinese input methods produce, to ASCII. */
function halfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').replaceAll('、', ',');
}
