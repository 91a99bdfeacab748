/** Splits a gift over several categories. Decides how each key changes the parts and where the key moves the focus. */
import type { Minor } from '../../../lib/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { Field } from './keys.ts';
import { type Draft, isDivided, missingField, plain, restOf, withNextPart } from './row.ts';

/**
 * A place that can have the focus: a field of the row (such as `amount`), a field of a part (such as
 * `part-1-category`), or the button `More`.
 */
export type Spot = Field | `part-${number}-${'amount' | 'category'}` | 'more';

/** The draft after a key was pressed, the new place of the focus, and whether the field there is missing or wrong. */
export type Division = { draft: Draft; spot: Spot; isFault: boolean };

/**
 * Returns the result of pressing Enter in the amount of a part. The focus moves to the category of the next part. If
 * this was the last part, a new part is added for the amount that is left. If nothing is left, or if the amount is
 * unreadable, the focus moves to a missing or wrong field.
 */
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
 * Returns the draft without the given part. If only one part would be left, the gift is no longer divided, and it gets
 * the category of that part.
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

/** Returns the place of the first missing or wrong field, which may be in a part; undefined if the row is complete. */
export function missingSpot(draft: Draft): Spot | undefined {
  const field = missingField(draft);
  if (field !== 'amount' || draft.parts.length === 0 || !isReadable(draft.amount)) return field;
  const unreadable = draft.parts.findIndex(({ amount }) => !isReadable(amount));
  if (unreadable !== -1) return `part-${unreadable}-amount`;
  if (restOf(draft) !== 0 || isDivided(draft)) return 'amount';
  return `part-${draft.parts.findIndex(({ categoryId }) => categoryId === null)}-category`;
}

/** True if the gift is being split and its parts do not add up to it yet. */
export function isPartMissing(draft: Draft): boolean {
  return draft.parts.length > 0 && draft.parts.every(({ amount }) => isReadable(amount)) && restOf(draft) > 0;
}

function isReadable(amount: string): boolean {
  return !('fault' in readAmount(amount));
}

/** Sets the amount of the last part to what the other parts leave of the gift, if anything is left. */
function withRestInLast(draft: Draft): Draft {
  const others = draft.parts.slice(0, -1);
  const rest: Minor = restOf({ ...draft, parts: others });
  const last = draft.parts.at(-1);
  return rest > 0 && last ? { ...draft, parts: [...others, { ...last, amount: plain(rest) }] } : draft;
}
