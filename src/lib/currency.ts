import { CURRENCIES, OTHER_DECIMALS } from './currency-codes.ts';
import { formatMoney, type Minor } from './money.ts';

/** Returns whether the text is the code of a currency in ISO 4217, such as USD. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/**
 * Returns whether a currency has two decimals (ISO 4217), as all amounts in Vestry have. USD, TWD and HUF have two; JPY
 * and KWD do not.
 */
export function hasHundredths(code: string): boolean {
  return isCurrency(code) && !OTHER_DECIMALS.has(code);
}

/**
 * Returns the sign of a currency before an amount, such as `$` or `NT$`. A currency without a sign has its code and a
 * space.
 */
function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return /\p{L}$/u.test(sign) ? `${sign}\u00A0` : sign;
}

/**
 * Returns an amount for a printed page with the sign of its currency, such as `$1,234.50` or `-NT$50.00`. As usual in
 * accounting, the first amount of a column and its totals have the sign, and the amounts between them do not.
 */
export function signedMoney(amount: Minor, currency: string): string {
  const text = formatMoney(amount);
  return amount < 0 ? `-${signOf(currency)}${text.slice(1)}` : `${signOf(currency)}${text}`;
}
