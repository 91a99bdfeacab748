/** Checks the digits of tax ids. */
import type { TinType } from './schema.ts';

const FORM = /^(?:\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/;

/** True if a text has the form of a tax id: nine digits, with or without hyphens at the usual places. */
export function isTaxId(text: string): boolean {
  return FORM.test(text.trim());
}

/** Returns the nine digits of a tax id. */
export function digitsOf(taxId: string): string {
  return taxId.replaceAll(/\D/g, '');
}

/** Returns the type that the hyphens of a tax id show, or null if it has none. */
export function typeShown(taxId: string): TinType | null {
  if (/^\d{2}-\d{7}$/.test(taxId.trim())) return 'EIN';
  return /^\d{3}-\d{2}-\d{4}$/.test(taxId.trim()) ? 'SSN' : null;
}

/** Returns a tax id in its usual form, such as `12-3456789` or `123-45-6789`. Without a type, returns the digits. */
export function formatTaxId(digits: string, type: TinType | null): string {
  if (type === 'EIN') return digits.replace(/^(\d{2})/, '$1-');
  return type === 'SSN' ? digits.replace(/^(\d{3})(\d{2})/, '$1-$2-') : digits;
}

type Fault = { code: string; message: string };

/**
 * Returns what is wrong with a tax id of this type, or undefined if nothing is. Without a type, the tax id must be
 * valid as one of the two. The message does not contain the tax id.
 */
export function taxIdFault(taxId: string, type: TinType | null): Fault | undefined {
  const digits = digitsOf(taxId);
  if (type === 'EIN') return isEin(digits) ? undefined : fault('an EIN, whose first two digits are not 00');
  if (type === 'SSN') return isSsn(digits) || isItin(digits) ? undefined : fault(`a social security number, ${SSN}`);
  return isEin(digits) || isSsn(digits) ? undefined : fault('a tax id that exists');
}

const SSN = 'whose groups are not all zeros, and which does not begin with 666 or 9 (except for an ITIN)';
const fault = (what: string): Fault => ({ code: 'invalid_tax_id', message: `must be ${what}` });

/** The IRS gives new prefixes to EINs from time to time, so only the one that it never uses is refused. */
const isEin = (digits: string) => !digits.startsWith('00');

/** The Social Security Administration never gives these numbers (POMS RM 10201.035). */
function isSsn(digits: string): boolean {
  return !/^(?:000|666|9)|^\d{3}00|0000$/.test(digits);
}

/** An ITIN begins with 9, and its fourth and fifth digits are in these ranges (IRS Publication 1915). */
function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  return digits.startsWith('9') && ITIN_GROUPS.some(([from, to]) => group >= from && group <= to);
}

const ITIN_GROUPS = [
  [50, 65],
  [70, 88],
  [90, 92],
  [94, 99],
] as const;
