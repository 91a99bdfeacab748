import { addMoney, type Minor } from '../lib/money.ts';

/** Adds to each row the items that name it, in their order, and the sum of their amounts. */
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
