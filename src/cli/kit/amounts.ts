import { parseMoney, toDecimal } from '../../lib/money.ts';

/** Returns the amount in a text, which may have thousands separators. Returns NaN if the text is not an amount. */
export function readAmount(text: unknown): number {
  const plain = String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const amount = parseMoney(plain);
  return amount === undefined ? Number.NaN : toDecimal(amount);
}

/** Returns the values of a repeatable flag with one more value at the end. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
