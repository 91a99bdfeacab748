/** Returns whether the text is an ISO 4217 currency code, such as USD. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/**
 * Returns whether a currency has two decimals (ISO 4217), as all amounts in Vestry have. USD and TWD have two; JPY and
 * KWD do not.
 */
export function hasHundredths(code: string): boolean {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2
  );
}
