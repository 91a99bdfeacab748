import { parseMoney, toDecimal } from '../../lib/money.ts';

/** An amount as people write it, also with thousands separators as our own tables print them; NaN for what is none. */
export function readAmount(text: unknown): number {
  const plain = String(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const amount = parseMoney(plain);
  return amount === undefined ? Number.NaN : toDecimal(amount);
}

/** Gathers the values of a flag that may be repeated. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
