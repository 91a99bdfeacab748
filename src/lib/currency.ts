/** Whether the text is the code of a currency by ISO 4217, such as USD. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** Whether a currency has hundredths (ISO 4217), as all amounts here have: USD and TWD do, JPY and KWD do not. */
export function hasHundredths(code: string): boolean {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2
  );
}
