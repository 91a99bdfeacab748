import { type App, inSnapshot } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { listUnpaid } from '../../../books/unpaid.ts';
import { addMoney } from '../../../lib/money.ts';
import type { Payables, PayablesQuery } from './ledger-schema.ts';

/** Returns the unpaid expenses and bills at the end of a day, the oldest first. */
export function payables(app: App, { at }: PayablesQuery): Promise<Payables> {
  return inSnapshot(app, async ({ db }) => {
    const unpaid = await listUnpaid(db, at, await findBeginning(db));
    const items = unpaid.map(({ parts: _parts, ...item }) => item);
    return { at, items, total: addMoney(...items.map(({ amount }) => amount)) };
  });
}
