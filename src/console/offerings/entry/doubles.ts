/** Gifts that look as if somebody had entered them twice. */
import type { GiftBody } from './row.ts';
import type { Row } from './rows.ts';

/**
 * The rows that repeat another one, by their keys, each with the one that was entered first: the same giver, amount, categories and
 * reference. The service calls the same gifts likely doubles.
 */
export function doublesOf(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const firsts = new Map<string, Row>();
  const doubles = new Map<string, Row>();
  for (const row of rows.filter(mayRepeat).toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const telling = tellingOf(row.body);
    const first = firsts.get(telling);
    if (first) doubles.set(row.key, first);
    else firsts.set(telling, row);
  }
  return doubles;
}

function mayRepeat({ body, gift, refusal }: Row): boolean {
  return body.memberId !== null && refusal === null && gift?.reversalOf == null;
}

/** What is not in the books yet comes after what is. */
function placeOf({ gift }: Row): number {
  return gift?.id ?? Number.MAX_SAFE_INTEGER;
}

function tellingOf({ memberId, amount, checkNumber, zelleReference, payPalReference, ...body }: GiftBody): string {
  const parts = body.parts ?? [{ categoryId: body.categoryId, amount }];
  const purpose = parts.map((part) => `${part.categoryId} ${part.amount}`).toSorted();
  return JSON.stringify([memberId, amount, purpose, checkNumber, zelleReference, payPalReference]);
}
