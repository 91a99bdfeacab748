import { addMoney, type Minor } from '../lib/money.ts';

/**
 * Adds to each row the items that belong to it, in the given order, and the sum of their amounts. `owner` is the id of
 * the row to which an item belongs.
 */
export function withItemsOf<R extends { id: number }, I extends { amount: Minor }>(
  rows: readonly R[],
  items: readonly (readonly [owner: number, item: I])[],
): (R & { amount: Minor; items: I[] })[] {
  const byOwner = new Map<number, I[]>();
  for (const [owner, item] of items) {
    const known = byOwner.get(owner);
    if (known) known.push(item);
    else byOwner.set(owner, [item]);
  }
  return rows.map((row) => {
    const own = byOwner.get(row.id) ?? [];
    return { ...row, amount: addMoney(...own.map(({ amount }) => amount)), items: own };
  });
}
