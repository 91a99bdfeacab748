/** Finds gifts that may have been entered twice. */
import type { GiftBody } from './row.ts';
import type { Row } from './rows.ts';

/**
 * Finds the rows that repeat an earlier row, with the same giver, amount, categories and reference. Returns a map from
 * the key of each such row to the row that was entered first. The service compares the same fields.
 */
export function doublesOf(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const firsts = new Map<string, Row>();
  const doubles = new Map<string, Row>();
  for (const row of rows.filter(mayRepeat).toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const content = contentOf(row.body);
    const first = firsts.get(content);
    if (first) doubles.set(row.key, first);
    else firsts.set(content, row);
  }
  return doubles;
}

function mayRepeat({ body, gift, refusal }: Row): boolean {
  return body.memberId !== null && refusal === null && gift?.reversalOf == null;
}

/** Returns the place of a row in the order of entry. Rows that are not in the books yet come last. */
function placeOf({ gift }: Row): number {
  return gift?.id ?? Number.MAX_SAFE_INTEGER;
}

/** Returns a text that is equal for two gifts if they may be doubles. */
function contentOf({ memberId, amount, checkNumber, zelleReference, payPalReference, ...body }: GiftBody): string {
  const parts = body.parts ?? [{ categoryId: body.categoryId, amount }];
  const purpose = parts.map((part) => `${part.categoryId} ${part.amount}`).toSorted();
  return JSON.stringify([memberId, amount, purpose, checkNumber, zelleReference, payPalReference]);
}
