/** Reads amounts as banks write them. */
import { LARGEST_AMOUNT, type Minor } from '../../../lib/money.ts';
import { readMoney } from '../../../lib/written-money.ts';

export type DecimalSign = '.' | ',';

/** An amount, or the reason why the text is none. */
type Read = { amount: Minor } | { fault: string };

const TOO_PRECISE = 'has more than two decimals';
const NO_AMOUNT = 'must be an amount, such as -1,234.50';

/**
 * Reads an amount of an OFX file. The decimal sign is a point or a comma, whichever comes last. A comma before exactly
 * three digits could also separate thousands, so it is a fault.
 */
export function readOfxAmount(text: string): Read {
  if (/^[^.,]*,\d{3}$/.test(text.trim())) return { fault: unclear(',') };
  return readAmount(text, signShown(text) ?? '.');
}

/**
 * Reads an amount with the given decimal sign: with a currency, separators of thousands, a sign before or after it, `CR`
 * or `DR` after it, or brackets for a negative amount. Zeros after the second decimal are ignored. Without a decimal sign, the text itself
 * must show it.
 */
export function readAmount(text: string, decimal: DecimalSign | undefined): Read {
  const close = text
    .replace(/[\s'’]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/[€$£元]$/, '')
    .replace(/^[-+]?(.*\d)DR$/i, '-$1')
    .replace(/(?<=\d)CR$/i, '');
  if (decimal === undefined && /^[^.,]*\.\d{3}\D*$/.test(close)) return { fault: unclear('.') };
  const isEnglish = (decimal ?? signShown(close) ?? '.') === '.';
  const english = isEnglish ? close : close.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
  const exact = english
    .replace(/^(.*[\d.])-$/, '-$1')
    .replace(/^\+/, '')
    .replace(/(\.\d\d)0+(?=\D*$)/, '$1')
    .replace(/\.(?=\D*$)/, '')
    .replace(/(?<!\d)\.(?=\d)/, '0.');
  const amount = readMoney(exact);
  if (amount === undefined) return { fault: /\.\d{3,}\D*$/.test(exact) ? TOO_PRECISE : NO_AMOUNT };
  return Math.abs(amount) > LARGEST_AMOUNT ? { fault: 'is larger than 9,999,999,999.99' } : { amount };
}

/** True if a text is a negative amount. */
export const isNegative = (text: string): boolean => /^\(|^-|-$|\d ?DR$/i.test(text);

/** Returns the decimal sign that an amount shows. Returns undefined if there is none, or if it could group thousands. */
export function signShown(text: string): DecimalSign | undefined {
  const signs = text.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined) return undefined;
  const same = signs.filter((sign) => sign === last).length;
  if (same < signs.length) return same === 1 ? last : undefined;
  // A sign that is repeated separates thousands.
  if (same > 1) return last === '.' ? ',' : '.';
  const [, digits = ''] = /[.,](\d*)\D*$/.exec(text) ?? [];
  return digits.length === 0 || digits.length === 3 ? undefined : last;
}

function unclear(sign: string): string {
  return `could mean thousands or decimals, because three digits follow its "${sign}"`;
}
