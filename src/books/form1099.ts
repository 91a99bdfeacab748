/** Form 1099: its boxes, and which payments are reported on it. */
import * as z from 'zod';
import type { AccountKind } from './account-kinds.ts';
import type { Method } from './payment-methods.ts';

export const FORM_1099_BOXES = ['NEC1', 'MISC1', 'MISC6', 'MISC10'] as const;

export const Form1099Box = z.enum(FORM_1099_BOXES).meta({
  id: 'Form1099Box',
  description:
    'A box of Form 1099. NEC1: services. MISC1: rent. MISC6: medical and health care. MISC10: gross proceeds paid to an attorney.',
});
export type Form1099Box = z.output<typeof Form1099Box>;

const BY_OTHERS: ReadonlySet<Method | null> = new Set(['Card', 'PayPal']);
const ACCOUNTS_OF_OTHERS: ReadonlySet<AccountKind> = new Set(['CreditCard', 'Processor']);

/**
 * True if the church reports a payment by this method from an account of this kind. The company behind a card or a
 * processor reports its payments itself, on Form 1099-K (26 CFR 1.6041-1(a)(1)(iv)). Zelle only transfers money between
 * banks, so the church reports these payments.
 */
export function isReportedByPayer(method: Method | null, kind: AccountKind): boolean {
  return !BY_OTHERS.has(method) && !ACCOUNTS_OF_OTHERS.has(kind);
}
