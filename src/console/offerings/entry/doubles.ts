/** Finds gifts that may have been entered twice. */
import type { GiftBody } from './row.ts';
import type { Row } from './rows.ts';

/**
 * Returns the rows that repeat another one, by their keys, each with the row that was entered first: the same giver,
 * amount, categories and reference. The service uses the same rule.
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

/** Rows that are not in the books yet come after those that are. */
function placeOf({ gift }: Row): number {
  return gift?.id ?? Number.MAX_SAFE_INTEGER;
}

function tellingOf({ memberId, amount, checkNumber, zelleReference, payPalReference, ...body }: GiftBody): string {
  const parts = body.parts ?? [{ categoryId: body.categoryId, amount }];
  const purpose = parts.map((part) => `${part.categoryId} ${part.amount}`).toSorted();
  return JSON.stringify([memberId, amount, purpose, checkNumber, zelleReference, payPalReference]);
}
