import { parseMoney, toDecimal } from '../../lib/money.ts';

/** Returns the amount that a text contains, with or without thousands separators. Returns NaN for any other text. */
export function readAmount(text: unknown): number {
  const plain = String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const amount = parseMoney(plain);
  return amount === undefined ? Number.NaN : toDecimal(amount);
}

/** Adds a value of a repeatable flag to the values before it. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
