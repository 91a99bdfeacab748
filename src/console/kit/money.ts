/** Formats amounts for display. The service sends amounts as numbers with at most two decimals. */
import { formatMoney, type Minor, parseMoney } from '../../lib/money.ts';

/** Returns an amount from the service in minor units (cents). Throws if the number has more than two decimals. */
export function minorOf(amount: number): Minor {
  const minor = parseMoney(amount);
  if (minor === undefined) throw new Error(`The service sent ${amount}, which is not an amount.`);
  return minor;
}

/** Returns an amount such as `1,200.00`, for tables and lists of gifts. */
export function amountText(amount: number): string {
  return formatMoney(minorOf(amount));
}

/** Returns an amount such as `$1,200.00` or `-$5.00`, for use outside tables. */
export function moneyText(amount: Minor): string {
  return formatMoney(amount).replace(/^(-?)/, '$1$$');
}
