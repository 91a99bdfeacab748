import { type App, inSnapshot } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { listUnpaid } from '../../../books/unpaid.ts';
import { addMoney } from '../../../lib/money.ts';
import { listExpensePayees } from '../../spending/payments/payees.ts';
import type { Payables, PayablesQuery } from './ledger-schema.ts';

/** Returns the unpaid expenses and bills at the end of a day, the oldest first. */
export function payables(app: App, { at }: PayablesQuery): Promise<Payables> {
  return inSnapshot(app, async ({ db }) => {
    const unpaid = await listUnpaid(db, at, await findBeginning(db));
    const payees = await listExpensePayees(db, JSON.stringify(unpaid.flatMap(({ expenseId }) => expenseId ?? [])));
    const items = unpaid.map(({ parts: _parts, ...item }) => {
      return { ...item, payee: item.expenseId === null ? item.vendor : (payees.get(item.expenseId) ?? null) };
    });
    return { at, items, total: addMoney(...items.map(({ amount }) => amount)) };
  });
}
