/** How much of an offering still goes to the bank, after what was deposited before. */
import type { Schemas } from '../../client/client.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import type { Sums } from './entry/rows.ts';

export type DepositItem = Pick<Schemas['Deposit']['items'][number], 'sessionId' | 'method' | 'amount'>;

/** The cash and the checks that are left to deposit, and the sum of what was deposited before. */
export type Left = { cash: Minor; checks: Minor; before: Minor };

/** Returns what is left to deposit of an offering. `items` may also hold items of other offerings. */
export function leftToDeposit(sessionId: number, byMethod: Sums['byMethod'], items: readonly DepositItem[]): Left {
  const deposited = (method: 'Cash' | 'Check') =>
    addMoney(
      ...items
        .filter((item) => item.sessionId === sessionId && item.method === method)
        .map(({ amount }) => minorOf(amount)),
    );
  const [cash, checks] = [deposited('Cash'), deposited('Check')];
  return {
    cash: subtractMoney(byMethod.get('Cash') ?? ZERO, cash),
    checks: subtractMoney(byMethod.get('Check') ?? ZERO, checks),
    before: addMoney(cash, checks),
  };
}
