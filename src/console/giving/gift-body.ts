/** The typed values of the form for one gift, and the request body that they make. */
import { type Minor, toDecimal } from '../../lib/money.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import type { Giving, Method, NewGiving } from './types.ts';

/** Who gave: a member, nobody who is known (loose cash), or somebody who wants to stay anonymous. */
export type From = 'member' | 'looseCash' | 'anonymous';

export type TypedGift = {
  date: string | null;
  from: From;
  memberId: number | null;
  amount: string;
  categoryId: number | null;
  method: Method;
  reference: string;
  note: string;
  giftDate: string | null;
  nonCashDescription: string;
  benefit: string;
  source: Giving['source'];
  companyName: string;
};

const REFERENCES = { Check: 'checkNumber', Zelle: 'zelleReference', PayPal: 'payPalReference' } as const;

/** True if gifts with this method have a check number or a reference. */
export function hasReference(method: Method): method is keyof typeof REFERENCES {
  return method in REFERENCES;
}

/** Returns the typed values of a gift. Without a gift, returns those of a new one. */
export function typedGift(gift: Giving | undefined, today: string): TypedGift {
  return {
    date: gift?.date ?? today,
    from: gift?.isAnonymous === true ? 'anonymous' : gift && gift.memberId === null ? 'looseCash' : 'member',
    memberId: gift?.memberId ?? null,
    amount: gift ? String(gift.amount) : '',
    categoryId: gift?.categoryId ?? null,
    method: gift?.method ?? 'Check',
    reference: gift?.checkNumber ?? gift?.zelleReference ?? gift?.payPalReference ?? '',
    note: gift?.note ?? '',
    giftDate: gift && gift.giftDate !== gift.date ? gift.giftDate : null,
    nonCashDescription: gift?.nonCashDescription ?? '',
    benefit: gift?.benefitAmount == null ? '' : String(gift.benefitAmount),
    source: gift?.source ?? 'Personal',
    companyName: gift?.companyName ?? '',
  };
}

/**
 * Returns the request body for the typed values, or undefined if one of them is missing or unreadable. A gift that is
 * split over several categories keeps its parts and its amount. Fields that the form does not show keep the values of
 * `before`.
 */
export function bodyOf(typed: TypedGift, before: Giving | undefined): NewGiving | undefined {
  const { date, from, memberId, categoryId, method } = typed;
  const amount = minorOfText(typed.amount);
  const benefit = typed.benefit.trim() === '' ? null : minorOfText(typed.benefit);
  const parts = before?.parts?.map((part) => ({ categoryId: part.categoryId, amount: part.amount }));
  if (date === null || amount === undefined || benefit === undefined) return undefined;
  if ((from === 'member' && memberId === null) || (!parts && categoryId === null)) return undefined;
  const companyName = typed.source === 'Business' && from !== 'anonymous' ? typed.companyName.trim() : '';
  const reference = typed.reference.trim() || null;
  return {
    ...(parts ? { parts } : { categoryId }),
    amount: toDecimal(amount),
    date,
    method,
    memberId: from === 'member' ? memberId : null,
    isAnonymous: from === 'anonymous',
    ...(hasReference(method) && { [REFERENCES[method]]: reference }),
    note: typed.note.trim() || null,
    giftDate: typed.giftDate,
    nonCashDescription: typed.nonCashDescription.trim() || null,
    benefitAmount: benefit === null ? null : toDecimal(benefit),
    sessionId: before?.sessionId ?? null,
    ...(typed.source !== 'Personal' && { source: typed.source }),
    ...(companyName !== '' && { companyName }),
    ...(before?.nonCashKind != null && typed.nonCashDescription.trim() !== '' && { nonCashKind: before.nonCashKind }),
  };
}

function minorOfText(text: string): Minor | undefined {
  const amount = readAmount(text);
  return 'minor' in amount ? amount.minor : undefined;
}
