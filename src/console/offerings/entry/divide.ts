/** Dividing a gift over categories: where the keys lead among its parts, and what is announced. */
import type { Minor } from '../../../lib/money.ts';
import { readAmount } from './amount.ts';
import type { Field } from './keys.ts';
import { type Draft, isDivided, missingField, plain, restOf, withNextPart } from './row.ts';

/** A field of the row, or of one of its parts: `amount`, `part-1-category`; or the button `More`. */
export type Spot = Field | `part-${number}-${'amount' | 'category'}` | 'more';

/** The draft after a key, where the focus goes, and whether something is missing or wrong there. */
export type Division = { draft: Draft; spot: Spot; isFault: boolean };

/** Moves from the amount of a part to the category of the next, which gets the rest, or to what is still missing. */
export function afterPart(draft: Draft, part: number): Division {
  const { parts } = draft;
  if (!isReadable(parts[part]?.amount ?? '')) return { draft, spot: `part-${part}-amount`, isFault: true };
  if (part < parts.length - 1) {
    const next = part + 1 === parts.length - 1 ? withRestInLast(draft) : draft;
    return { draft: next, spot: `part-${part + 1}-category`, isFault: false };
  }
  const longer = withNextPart(draft);
  if (longer !== draft) return { draft: longer, spot: `part-${parts.length}-category`, isFault: false };
  const missing = missingSpot(draft);
  return { draft, spot: missing?.startsWith('part-') ? missing : `part-${part}-amount`, isFault: true };
}

/**
 * Returns the draft without a part. When only one part is left, the gift is no longer divided and has the category of
 * that part.
 */
export function withoutPart(draft: Draft, part: number): Division {
  const parts = draft.parts.filter((_, at) => at !== part);
  const [only] = parts.length > 0 ? parts : draft.parts;
  if (parts.length < 2) {
    const categoryId = only?.categoryId ?? draft.categoryId;
    return { draft: { ...draft, parts: [], categoryId }, spot: 'amount', isFault: false };
  }
  return { draft: { ...draft, parts }, spot: `part-${Math.min(part, parts.length - 1)}-amount`, isFault: false };
}

/** Returns where the first missing field of a row is, or undefined; for a split gift, the incomplete part. */
export function missingSpot(draft: Draft): Spot | undefined {
  const field = missingField(draft);
  if (field !== 'amount' || draft.parts.length === 0 || !isReadable(draft.amount)) return field;
  const unreadable = draft.parts.findIndex(({ amount }) => !isReadable(amount));
  if (unreadable !== -1) return `part-${unreadable}-amount`;
  if (restOf(draft) !== 0 || isDivided(draft)) return 'amount';
  return `part-${draft.parts.findIndex(({ categoryId }) => categoryId === null)}-category`;
}

function isReadable(amount: string): boolean {
  return !('fault' in readAmount(amount));
}

/** The last part gets the rest, if there is any. */
function withRestInLast(draft: Draft): Draft {
  const others = draft.parts.slice(0, -1);
  const rest: Minor = restOf({ ...draft, parts: others });
  const last = draft.parts.at(-1);
  return rest > 0 && last ? { ...draft, parts: [...others, { ...last, amount: plain(rest) }] } : draft;
}
