import { type App, inSnapshot } from '../../../app.ts';
import { FIRST_PLACE } from '../../../books/document-pages.ts';
import { type BookedPayment, listPayments, listVoids } from '../../../books/payment-documents.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import { missingReference, unknownReferences } from '../../../errors.ts';
import { addMoney, negateMoney } from '../../../lib/money.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listPayees } from '../../spending/payments/payees.ts';
import type { PaymentRegister, PaymentRegisterQuery } from './ledger-schema.ts';
import { missingNumbers } from './rules.ts';

/**
 * Returns the payments of a range of dates, with the voids of that range and the missing check numbers of each account.
 * A void is an item of its own with a negative amount, so the sum of a period is what left the accounts in it. Raises
 * `unknown_reference` for an account that does not exist.
 */
export function paymentRegister(app: App, query: PaymentRegisterQuery): Promise<PaymentRegister> {
  const { from, to, accountId } = query;
  return inSnapshot(app, async (app) => {
    if (accountId !== undefined && !(await accountsById(app)).has(accountId)) {
      throw unknownReferences([missingReference('accountId', 'account')]);
    }
    const range = { span: { from, to }, accountId };
    const payments = await readAll(app, listPayments, range);
    const items = [...payments, ...(await readAll(app, listVoids, range))].toSorted(
      (a, b) => a.date.localeCompare(b.date) || a.paymentId - b.paymentId || (a.voidOf === null ? -1 : 1),
    );
    return { from, to, items, gaps: missingNumbers(payments) };
  });
}

type Item = PaymentRegister['items'][number];
type Wanted = { span: DateSpan; accountId: number | undefined };

/** Reads payments or voids page by page. */
async function readAll({ db }: App, list: typeof listPayments, { span, accountId }: Wanted): Promise<Item[]> {
  const pages = pagesByKey(
    FIRST_PLACE,
    ({ date, id }: BookedPayment) => ({ date, id }),
    (after, limit) => list(db, { span, after, limit }),
  );
  const items: Item[] = [];
  for await (const page of pages) {
    const wanted = page.filter((one) => accountId === undefined || one.accountId === accountId);
    const payees = await listPayees(db, JSON.stringify(wanted.map(({ id }) => id)));
    items.push(...wanted.map((one) => itemOf(one, payees.get(one.id) ?? null)));
  }
  return items;
}

function itemOf(
  { id, date, accountId, method, reference, items, voidedOn, isVoid }: BookedPayment,
  payee: Item['payee'],
) {
  const amount = addMoney(...items.map((item) => item.amount));
  return {
    paymentId: id,
    date,
    accountId,
    method,
    reference,
    payee,
    amount: isVoid ? negateMoney(amount) : amount,
    voidedOn,
    voidOf: isVoid ? id : null,
  };
}
