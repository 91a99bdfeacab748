/** An exact amount in minor units of the church's currency, such as cents. It is always a whole number. */
export type Minor = number & { readonly __unit: 'minor' };

/** The largest amount that anyone can enter: 9,999,999,999.99. */
export const LARGEST_AMOUNT = 999_999_999_999 as Minor;

export const ZERO = 0 as Minor;

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal amount digit by digit, so that no floating-point error occurs. Returns undefined unless the value is
 * an optional minus sign, digits, and at most two decimals.
 */
export function parseMoney(value: string | number): Minor | undefined {
  const match = DECIMAL.exec(String(value));
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(minor)) return undefined;
  return (sign && minor !== 0 ? -minor : minor) as Minor;
}

/**
 * Returns an amount as a number for JSON: the double nearest to the decimal. JSON prints this number as exactly the
 * decimal.
 */
export function toDecimal(minor: Minor): number {
  return minor / 100;
}

/** Returns an amount for people, with two decimals and thousands separators, such as `-1,234.50`. */
export function formatMoney(minor: Minor): string {
  const [whole = '', fraction = ''] = plainMoney(minor).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Returns an amount for a program or a spreadsheet cell, with exactly two decimals, such as `-1234.50`. */
export function plainMoney(minor: Minor): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Thrown for a sum of 2^53 cents or more, because a JavaScript number cannot represent every such sum exactly. */
export class SumTooLarge extends RangeError {
  constructor() {
    super('A sum of money is too large to be exact to the cent.');
  }
}

/** Returns the sum of amounts. Throws `SumTooLarge` if the sum could be inexact. */
export function addMoney(...amounts: readonly Minor[]): Minor {
  return sumMoney(amounts);
}

/** Returns the sum of any number of amounts. Throws `SumTooLarge` if the sum could be inexact. */
export function sumMoney(amounts: Iterable<Minor>): Minor {
  let total = 0;
  for (const amount of amounts) {
    total += amount;
    // Each step is checked, because adding to an inexact sum could result in a safe integer again.
    if (!Number.isSafeInteger(total)) throw new SumTooLarge();
  }
  return total as Minor;
}

/** Adds an amount to the sum of a key. Throws `SumTooLarge` if the sum could be inexact. */
export function addTo<K>(sums: Map<K, Minor>, key: K, amount: Minor): void {
  sums.set(key, addMoney(sums.get(key) ?? ZERO, amount));
}

/** Returns the amount with the opposite sign. Zero stays zero. */
export function negateMoney(amount: Minor): Minor {
  return (0 - amount) as Minor;
}

/** Returns `from` less `amount`. Throws `SumTooLarge` if the result could be inexact. */
export function subtractMoney(from: Minor, amount: Minor): Minor {
  return addMoney(from, negateMoney(amount));
}
