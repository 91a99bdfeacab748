import { parseMoney, toDecimal } from '../../lib/money.ts';

/** A number that may have more decimals than an amount. */
const NUMBER = /^-?\d+(\.\d+)?$/;

const plainOf = (text: unknown) =>
  String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');

/** Returns whether a text is an amount, which may have thousands separators and at most two decimals. */
export function isAmount(text: string): boolean {
  return parseMoney(plainOf(text)) !== undefined;
}

/**
 * Returns the amount in a text, which may have thousands separators. A number with too many decimals or digits is
 * returned as it is, so that the schema says what is wrong with it. Returns NaN if the text is not a number, and for a
 * number that JavaScript would round to an amount.
 */
export function amountIn(text: unknown): number {
  const plain = plainOf(text);
  const amount = parseMoney(plain);
  if (amount !== undefined) return toDecimal(amount);
  const number = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  return isAmount(String(number)) ? Number.NaN : number;
}

/** Adds one more value to the values of a repeatable flag, and returns all of them. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
