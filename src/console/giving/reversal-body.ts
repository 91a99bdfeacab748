/** The typed values of the form that reverses a gift, and the request body that they make. */
import { formatMoney, toDecimal } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import { leftOf } from '../kit/reversals.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import type { Giving, NewReversal, ReversalKind } from './types.ts';

export type TypedReversal = {
  date: string | null;
  kind: ReversalKind;
  reason: string;
  accountId: number | null;
  /** The amount to reverse, or one amount for each part of a split gift. */
  amounts: readonly string[];
};

/** Returns the values with which the form starts: everything that is left of the gift. */
export function typedReversal(gift: Giving, reversals: readonly Giving[], today: string): TypedReversal {
  const amounts = (gift.parts ?? [{ categoryId: null }]).map(({ categoryId }) =>
    formatMoney(
      leftOf(
        partOf(gift, categoryId),
        reversals.map((one) => partOf(one, categoryId)),
      ),
    ),
  );
  return { date: today, kind: 'Correction', reason: '', accountId: null, amounts };
}

/** Returns a gift as if it were only one of its parts. Without a category, returns the gift itself. */
function partOf(gift: Giving, categoryId: number | null): Giving {
  if (categoryId === null) return gift;
  return { ...gift, amount: gift.parts?.find((part) => part.categoryId === categoryId)?.amount ?? 0 };
}

/**
 * Returns the request body, or undefined if a value is missing or unreadable. A part whose amount is empty or 0 is not
 * reversed.
 */
export function reversalBody(typed: TypedReversal, gift: Giving): NewReversal | undefined {
  const { date, kind, reason, accountId } = typed;
  const amounts = typed.amounts.map((text) => readAmount(text));
  const isUnreadable = amounts.some((one) => 'fault' in one && (!gift.parts || !['empty', 'zero'].includes(one.fault)));
  if (date === null || reason.trim() === '' || isUnreadable) return undefined;
  const read = amounts.map((one) => ('minor' in one ? toDecimal(one.minor) : 0));
  const shared = {
    date,
    kind,
    reason: reason.trim(),
    ...(kind !== 'Correction' && accountId !== null && { accountId }),
  };
  if (!gift.parts) return { ...shared, amount: read[0] ?? 0 };
  const parts = gift.parts
    .map(({ categoryId }, at) => ({ categoryId, amount: read[at] ?? 0 }))
    .filter(({ amount }) => minorOf(amount) > 0);
  return parts.length === 0 ? undefined : { ...shared, parts };
}
