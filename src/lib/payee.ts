/** Whom an expense pays, if it names no member. The service and the page use the same rule. */

const PAY_BACK = 'Pay back: ';

/** Returns the first line of the notes of an expense that is paid back to somebody who is not linked to a member. */
export const payBackLine = (name: string): string => `${PAY_BACK}${name}`;

/** Returns the name in the first line of the notes, if they ask to pay somebody back. */
export function paidBackIn(notes: string | null): string | undefined {
  const [first = ''] = notes?.split('\n') ?? [];
  return first.startsWith(PAY_BACK) ? first.slice(PAY_BACK.length).trim() || undefined : undefined;
}

/**
 * Returns whom an expense pays that names no member: the person who asked to be paid back, or else the vendor. Returns
 * null if it names neither. Whoever typed the expense is never its payee.
 */
export function unnamedPayee({ notes, vendor }: { notes: string | null; vendor: string | null }): string | null {
  return paidBackIn(notes) ?? vendor;
}
