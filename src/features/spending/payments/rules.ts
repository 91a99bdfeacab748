import { type Document, documentOf as documentOfKind } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { Payment } from './schema.ts';

/** Returns the texts by which a search finds a payment. */
export const documentOf = (payment: Payment): Document => documentOfKind('payment', payment);

/** The expenses say who was paid, so the audit log does not name people a second time. */
const RECORDED = Payment.omit({ payee: true });

/** Returns the audit entry of a change to a payment. `before` is null for a new payment, `after` for a deleted one. */
export function paymentFact(action: string, before: Payment | null, after: Payment | null): Fact {
  const changes = changesBetween(RECORDED, before, after);
  return { action, entityType: 'Payment', entityId: (after ?? before)?.id ?? '', changes };
}
