import { type App, inSnapshot } from '../../../app.ts';
import { FIRST_PLACE } from '../../../books/document-pages.ts';
import { type BookedPayment, listPayments } from '../../../books/payment-documents.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import { missingReference, unknownReferences } from '../../../errors.ts';
import { addMoney } from '../../../lib/money.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import type { PaymentRegister, PaymentRegisterQuery } from './ledger-schema.ts';
import { missingNumbers } from './rules.ts';

/**
 * Returns the payments of a range of dates, with voided ones and the missing check numbers of each account. Raises
 * `unknown_reference` for an account that does not exist.
 */
export function paymentRegister(app: App, query: PaymentRegisterQuery): Promise<PaymentRegister> {
  const { from, to, accountId } = query;
  return inSnapshot(app, async (app) => {
    const { db } = app;
    if (accountId !== undefined && !(await accountsById(app)).has(accountId)) {
      throw unknownReferences([missingReference('accountId', 'account')]);
    }
    const pages = pagesByKey(
      FIRST_PLACE,
      ({ date, id }: BookedPayment) => ({ date, id }),
      (after, limit) => listPayments(db, { span: { from, to }, after, limit }),
    );
    const items: PaymentRegister['items'] = [];
    for await (const page of pages)
      items.push(...page.filter((one) => accountId === undefined || one.accountId === accountId).map(itemOf));
    return { from, to, items, gaps: missingNumbers(items) };
  });
}

function itemOf({ id, date, accountId, method, reference, items, voidedOn }: BookedPayment) {
  const vendors = [...new Set(items.flatMap(({ vendor }) => vendor ?? []))];
  return {
    paymentId: id,
    date,
    accountId,
    method,
    reference,
    payee: vendors.length === 0 ? null : vendors.join(', '),
    amount: addMoney(...items.map(({ amount }) => amount)),
    voidedOn,
  };
}
