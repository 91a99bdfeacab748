/** Amounts on the wire (decimal numbers with at most two decimals) as people read them. */
import { formatMoney, type Minor, parseMoney } from '../../lib/money.ts';

/** Returns the minor units of an amount from the service. */
export function minorOf(amount: number): Minor {
  const minor = parseMoney(amount);
  if (minor === undefined) throw new Error(`The service answered ${amount} as an amount.`);
  return minor;
}

/** `1,200.00`, for tables and lists of gifts. */
export function amountText(amount: number): string {
  return formatMoney(minorOf(amount));
}

/** `$1,200.00`, or `-$5.00`: an amount that stands by itself. */
export function moneyText(amount: Minor): string {
  return formatMoney(amount).replace(/^(-?)/, '$1$$');
}
