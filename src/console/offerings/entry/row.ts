/** The functions and types of one row of the entry grid: its typed values, its missing field, and its request body. */
import { addMoney, type Minor, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { Field } from './keys.ts';

export const METHODS = ['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'] as const;
export type Method = (typeof METHODS)[number];

/**
 * The giver of a row. `nobody`: not chosen yet. `looseCash`: cash from the offering plate, which has no member and is
 * not anonymous.
 */
export type Who = { kind: 'nobody' } | { kind: 'member'; id: number } | { kind: 'anonymous' } | { kind: 'looseCash' };

/** The part of a split gift that goes to one category. */
export type Part = { categoryId: number | null; amount: string };

export type Source = 'Personal' | 'IRA' | 'DAF' | 'Business';

/**
 * The details that are typed in the `More` dialog. `kept` also has the kind of a gift in kind, which only other programs
 * enter; correcting a gift does not lose it. A draft that an earlier version stored has no `companyName`.
 */
export type Extras = {
  giftDate: string | null;
  nonCashDescription: string;
  benefit: string;
  companyName?: string;
  kept: Kept;
};

type Kept = { nonCashKind: 'Stock' | 'Vehicle' | 'Goods' | null; source: Source };

export type Draft = {
  method: Method;
  who: Who;
  reference: string;
  amount: string;
  categoryId: number | null;
  note: string;
  parts: readonly Part[];
  extras: Extras;
};

const NOTHING_KEPT: Kept = { nonCashKind: null, source: 'Personal' };
const NO_EXTRAS: Extras = {
  giftDate: null,
  nonCashDescription: '',
  benefit: '',
  companyName: '',
  kept: NOTHING_KEPT,
};

/** Returns an empty row with a method and a category already chosen. */
export function emptyDraft(method: Method, usualCategoryId: number | null): Draft {
  return {
    method,
    who: { kind: 'nobody' },
    reference: '',
    amount: '',
    categoryId: usualCategoryId,
    note: '',
    parts: [],
    extras: NO_EXTRAS,
  };
}

/** True if nothing was typed in a row. The method and category are ignored, because every new row already has them. */
export function isUntouched(draft: Draft): boolean {
  const { who, reference, amount, note, parts, extras } = draft;
  return (
    who.kind === 'nobody' &&
    `${reference}${amount}${note}${extras.nonCashDescription}${extras.benefit}` === '' &&
    extras.giftDate === null &&
    extras.kept.source === 'Personal' &&
    parts.length === 0
  );
}

const REFERENCE_FIELDS = { Check: 'checkNumber', Zelle: 'zelleReference', PayPal: 'payPalReference' } as const;

/** True if a gift with this method can have a check number or a reference. */
export function hasReference(method: Method): method is keyof typeof REFERENCE_FIELDS {
  return method in REFERENCE_FIELDS;
}

/** Returns the field to which the focus moves when Enter is pressed in `field`. */
export function fieldAfter(field: Field, { method }: Draft): Field {
  switch (field) {
    case 'method':
      return 'giver';
    case 'giver':
      return hasReference(method) ? 'reference' : 'amount';
    default:
      return 'amount';
  }
}

/** Returns the first missing or wrong field that prevents saving; undefined if the row can be saved. */
export function missingField(draft: Draft): Field | undefined {
  if (draft.who.kind === 'nobody') return 'giver';
  if ('fault' in readAmount(draft.amount)) return 'amount';
  if (draft.parts.length > 0) return isDivided(draft) ? undefined : 'amount';
  return draft.categoryId === null ? 'category' : undefined;
}

/** Returns the amount that is left to divide. It is negative if the parts add up to more than the gift. */
export function restOf({ amount, parts }: Draft): Minor {
  const total = minorOf(amount);
  return subtractMoney(total, addMoney(...parts.map((part) => minorOf(part.amount))));
}

/** True if every part has a category and an amount, and the parts add up to the gift. */
export function isDivided(draft: Draft): boolean {
  const isWhole = draft.parts.every(
    ({ categoryId, amount }) => categoryId !== null && !('fault' in readAmount(amount)),
  );
  return isWhole && restOf(draft) === 0;
}

function minorOf(text: string): Minor {
  const amount = readAmount(text);
  return 'minor' in amount ? amount.minor : ZERO;
}

/**
 * Returns the draft split into one part, which has the whole amount and the category of the row. A draft that is
 * already split is returned unchanged.
 */
export function splitDraft(draft: Draft): Draft {
  if (draft.parts.length > 0) return draft;
  return { ...draft, parts: [{ categoryId: draft.categoryId, amount: draft.amount }] };
}

/** Returns the draft with one more part, for the amount that is left. If nothing is left, returns it unchanged. */
export function withNextPart(draft: Draft): Draft {
  const rest = restOf(draft);
  if (rest <= 0) return draft;
  return { ...draft, parts: [...draft.parts, { categoryId: null, amount: plain(rest) }] };
}

/** Returns an amount as the text of a text box, without trailing zeros: `1250.5`, `12`. */
export function plain(minor: Minor): string {
  return String(toDecimal(minor));
}

/** The request body of a gift, without the offering's id, its date and the entry key. */
export type GiftBody = {
  amount: number;
  method: Method;
  memberId: number | null;
  isAnonymous: boolean;
  checkNumber: string | null;
  zelleReference: string | null;
  payPalReference: string | null;
  note: string | null;
  giftDate: string | null;
  nonCashDescription: string | null;
  benefitAmount: number | null;
  companyName?: string | null;
} & Partial<Kept> &
  ({ categoryId: number; parts?: never } | { parts: { categoryId: number; amount: number }[]; categoryId?: never });

/** Returns the body of a complete row. Throws if a field is missing or wrong. */
export function bodyOf(draft: Draft): GiftBody {
  const { method, who, note, extras } = draft;
  if (missingField(draft) !== undefined) throw new Error('The row is not complete.');
  const reference = draft.reference.trim() || null;
  const benefit = readAmount(extras.benefit);
  const nonCashDescription = extras.nonCashDescription.trim() || null;
  const companyName = extras.kept.source === 'Business' && who.kind !== 'anonymous' ? extras.companyName?.trim() : '';
  return {
    amount: toDecimal(minorOf(draft.amount)),
    method,
    memberId: who.kind === 'member' ? who.id : null,
    isAnonymous: who.kind === 'anonymous',
    checkNumber: method === 'Check' ? reference : null,
    zelleReference: method === 'Zelle' ? reference : null,
    payPalReference: method === 'PayPal' ? reference : null,
    note: note.trim() || null,
    giftDate: extras.giftDate,
    nonCashDescription,
    ...(nonCashDescription !== null && extras.kept.nonCashKind !== null && { nonCashKind: extras.kept.nonCashKind }),
    ...(extras.kept.source !== 'Personal' && { source: extras.kept.source }),
    ...(companyName !== undefined && companyName !== '' && { companyName }),
    benefitAmount: 'minor' in benefit ? toDecimal(benefit.minor) : null,
    ...categoriesOf(draft),
  };
}

function categoriesOf({ parts, categoryId }: Draft) {
  if (parts.length < 2) return { categoryId: parts[0]?.categoryId ?? categoryId ?? 0 };
  return {
    parts: parts.map((part) => ({ categoryId: part.categoryId ?? 0, amount: toDecimal(minorOf(part.amount)) })),
  };
}

/** Returns the draft in which a person corrects a saved gift. */
export function draftOf(gift: GiftBody): Draft {
  const { method, memberId, isAnonymous, checkNumber, zelleReference, payPalReference, parts } = gift;
  return {
    method,
    who: isAnonymous
      ? { kind: 'anonymous' }
      : memberId === null
        ? { kind: 'looseCash' }
        : { kind: 'member', id: memberId },
    reference: checkNumber ?? zelleReference ?? payPalReference ?? '',
    amount: String(gift.amount),
    categoryId: gift.categoryId ?? null,
    note: gift.note ?? '',
    parts: (parts ?? []).map(({ categoryId, amount }) => ({ categoryId, amount: String(amount) })),
    extras: {
      giftDate: gift.giftDate,
      nonCashDescription: gift.nonCashDescription ?? '',
      benefit: gift.benefitAmount === null ? '' : String(gift.benefitAmount),
      companyName: gift.companyName ?? '',
      kept: { nonCashKind: gift.nonCashKind ?? null, source: gift.source ?? 'Personal' },
    },
  };
}
