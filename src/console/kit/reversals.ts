/** What was reversed of a document: the reversals are documents of the same kind with negative amounts. */
import { addMoney, type Minor } from '../../lib/money.ts';
import { minorOf } from './money.ts';

type Document = { amount: number; reversalOf: number | null };
type Part<One> = { items: readonly One[]; totalPages: number };

/**
 * Returns the reversals in a list for which the service cannot search. `read` returns a page of this list, sorted by
 * amount. This stops when the amounts become positive, because reversals are negative. The offerings have a copy of
 * this, so that a counter need not load one file more.
 */
export async function readReversals<One extends Document>(read: (page: number) => Promise<Part<One>>): Promise<One[]> {
  const reversals: One[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await read(page);
    reversals.push(...items.filter(({ reversalOf }) => reversalOf !== null));
    if (page >= totalPages || (items.at(-1)?.amount ?? 0) > 0) return reversals;
  }
}

/** Returns what is left of a document after its reversals. */
export function leftOf(original: Pick<Document, 'amount'>, reversals: readonly Pick<Document, 'amount'>[]): Minor {
  return addMoney(minorOf(original.amount), ...reversals.map(({ amount }) => minorOf(amount)));
}
