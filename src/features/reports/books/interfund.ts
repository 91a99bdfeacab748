import { type App, inSnapshot } from '../../../app.ts';
import { fundLoansAt } from '../../../books/holdings.ts';
import { addMoney, ZERO } from '../../../lib/money.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import type { Interfund, InterfundQuery } from './ledger-schema.ts';

/** Returns what funds owe each other at the end of a day. Loans are on no balance sheet, because they stay in the church. */
export function interfund(app: App, { at }: InterfundQuery): Promise<Interfund> {
  return inSnapshot(app, async (app) => {
    const funds = await fundsById(app);
    const nameOf = (id: number) => funds.get(id)?.name ?? '';
    const items = (await fundLoansAt(app.db, at)).map(({ fromFundId, toFundId, amount }) => {
      return { fromFundId, fromFund: nameOf(fromFundId), toFundId, toFund: nameOf(toFundId), amount };
    });
    return { at, items, total: addMoney(ZERO, ...items.map(({ amount }) => amount)) };
  });
}
