import { parseMoney, toDecimal } from '../../lib/money.ts';

/** Reads an amount as people write it, with or without thousands separators; NaN if it is not one. */
export function readAmount(text: unknown): number {
  const plain = String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const amount = parseMoney(plain);
  return amount === undefined ? Number.NaN : toDecimal(amount);
}

/** Collects the values of a repeatable flag. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
