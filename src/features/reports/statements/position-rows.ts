import { addMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import type { Figures } from './schema.ts';

type Position = NonNullable<Figures['position']>;

/** A line of the calculation of what there is to spend. A subtraction is negative. */
export type PositionRow = {
  word:
    | 'cash'
    | 'owed'
    | 'heldForOthers'
    | 'restricted'
    | 'endowment'
    | 'designated'
    | 'availableWithDesignated'
    | 'available';
  amount: Minor;
  isTotal: boolean;
};

/**
 * Returns the lines that lead from the cash to what there is to spend, which is the last line. The line
 * `availableWithDesignated` is left out if the board set nothing aside, and in a statement by the first rule.
 */
export function positionRows({ cash, owed, ...position }: Position): PositionRow[] {
  const { heldInCash, heldForOthers, restricted, designated, available, availableWithDesignated } = position;
  const less = (word: PositionRow['word'], amount: Minor) => ({ word, amount: negateMoney(amount), isTotal: false });
  const total = (word: PositionRow['word'], amount: Minor) => ({ word, amount, isTotal: true });
  const rows = [{ word: 'cash' as const, amount: cash, isTotal: false }, less('owed', owed)];
  if (heldInCash === null) {
    const others = [
      less('heldForOthers', heldForOthers),
      less('restricted', restricted),
      less('designated', designated),
    ];
    return [...rows, ...others, total('available', available)];
  }
  rows.push(less('heldForOthers', heldInCash.custodial));
  rows.push(less('restricted', heldInCash.restricted), less('endowment', heldInCash.endowment));
  if (heldInCash.designated === 0 || availableWithDesignated === null) return [...rows, total('available', available)];
  return [
    ...rows,
    total('availableWithDesignated', availableWithDesignated),
    less('designated', heldInCash.designated),
    total('available', available),
  ];
}

/** Returns the amounts that the church may not spend: those of others, of donors, and those that the board set aside. */
export function amountBound({ cash, owed, available }: Position): Minor {
  return addMoney(cash, negateMoney(owed), negateMoney(available));
}
