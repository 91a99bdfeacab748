import type { Gift } from '../queries.ts';
import type { GiftBody } from './row.ts';

/** Picks the fields that a person types from a gift that the service returned. */
export function bodyOfGift(gift: Gift): GiftBody {
  const { amount, method, memberId, isAnonymous, checkNumber, zelleReference, payPalReference, note } = gift;
  const { date, giftDate, nonCashDescription, nonCashKind, source, companyName, benefitAmount, parts, categoryId } =
    gift;
  return {
    amount,
    method,
    memberId,
    isAnonymous,
    checkNumber,
    zelleReference,
    payPalReference,
    note,
    giftDate: giftDate === date ? null : giftDate,
    nonCashDescription,
    ...(nonCashKind !== null && { nonCashKind }),
    ...(source !== 'Personal' && { source }),
    ...(companyName != null && { companyName }),
    benefitAmount,
    ...(parts
      ? { parts: parts.map(({ categoryId, amount }) => ({ categoryId, amount })) }
      : { categoryId: categoryId ?? 0 }),
  };
}
