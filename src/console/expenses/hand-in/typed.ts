/** What somebody typed into the form of an expense, and the request body for it. */
import { formatMoney, type Minor, subtractMoney, addMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { paidBackIn, payBackLine } from '../../../lib/payee.ts';
import { minorOf } from '../../kit/money.ts';
import type { Me } from '../../session/session.ts';
import type { Expense, NewExpense } from '../queries.ts';

export const METHODS = ['Card', 'Check', 'Cash', 'BankTransfer', 'Zelle', 'PayPal', 'Other'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who paid: `self` is the person to be paid back, `church` paid from one of its accounts, and with `nobody` the vendor
 * still waits for the money.
 */
export type Payer = 'self' | 'church' | 'nobody';

type Split = NonNullable<Expense['splits']>[number];

/** One part of an expense. A part names a subcategory, or an account such as a loan. */
export type Part = {
  subCategoryId: number | null;
  accountId: number | null;
  ministryId: number | null;
  functionalClass: Expense['functionalClass'];
  fundId: number | null;
  form1099: Split['form1099'];
  /** False for an asset under construction. */
  inUse: boolean;
  amount: Minor | null;
};

export type Typed = {
  date: string | null;
  amount: Minor | null;
  vendor: string;
  vendorId: number | null;
  description: string;
  subCategoryId: number | null;
  ministryId: number | null;
  /** Null for an expense without parts. */
  parts: readonly Part[] | null;
  payer: Payer;
  /** The person to be paid back. Null for an account that is not linked to a person. */
  memberId: number | null;
  paidFrom: number | null;
  paidOn: string | null;
  method: Method;
  reference: string;
  fundId: number | null;
  functionalClass: Expense['functionalClass'];
  notes: string;
};

/** True if the notes ask to pay back whoever handed the expense in, whose account is not linked to a person. */
function isPayBackAsked({ memberId, notes, submittedByName }: PayBackFields): boolean {
  return memberId === null && paidBackIn(notes) === submittedByName;
}

type PayBackFields = Pick<Expense, 'memberId' | 'notes' | 'submittedByName'>;

/** Returns an empty form of today. Whoever hands in a receipt usually paid it. */
export function emptyTyped(today: string, { memberId }: Pick<Me, 'memberId'>): Typed {
  return {
    date: today,
    amount: null,
    vendor: '',
    vendorId: null,
    description: '',
    subCategoryId: null,
    ministryId: null,
    parts: null,
    payer: 'self',
    memberId,
    paidFrom: null,
    paidOn: null,
    method: 'Card',
    reference: '',
    fundId: null,
    functionalClass: null,
    notes: '',
  };
}

/** Returns the form of an expense. */
export function typedOf(expense: Expense): Typed {
  const { settled, memberId, splits, notes } = expense;
  const isAsked = isPayBackAsked(expense);
  return {
    date: expense.expenseDate,
    amount: minorOf(expense.amount),
    vendor: expense.vendor ?? '',
    vendorId: expense.vendorId,
    description: expense.description,
    subCategoryId: expense.subCategoryId,
    ministryId: expense.ministryId,
    parts: splits && splits.map((split) => ({ ...partOf(split), amount: minorOf(split.amount) })),
    payer: settled ? 'church' : memberId !== null || isAsked ? 'self' : 'nobody',
    memberId,
    paidFrom: settled?.accountId ?? null,
    paidOn: settled?.date ?? null,
    method: settled?.method ?? expense.paymentMethod ?? 'Card',
    reference: settled?.reference ?? expense.paymentReference ?? '',
    fundId: expense.fundId,
    functionalClass: expense.functionalClass,
    notes: isAsked ? (notes ?? '').split('\n').slice(1).join('\n') : (notes ?? ''),
  };
}

function partOf({
  subCategoryId,
  accountId,
  ministryId,
  functionalClass,
  fundId,
  form1099,
  inUse,
}: Split): Omit<Part, 'amount'> {
  return { subCategoryId, accountId, ministryId, functionalClass, fundId, form1099, inUse };
}

/** The fields that a form must have before it is sent. */
export type Needed = 'amount' | 'date' | 'description' | 'subCategoryId' | 'ministryId' | 'settled.accountId' | 'parts';

/** Returns the fields that are missing. */
export function missingIn(typed: Typed): Needed[] {
  const missing: [Needed, boolean][] = [
    ['amount', typed.amount === null],
    ['date', typed.date === null],
    ['description', typed.description.trim() === ''],
    ['subCategoryId', !typed.parts && typed.subCategoryId === null],
    ['ministryId', !typed.parts && typed.ministryId === null],
    ['parts', typed.parts !== null && (typed.parts.some(isIncomplete) || restOf(typed) !== ZERO)],
    ['settled.accountId', typed.payer === 'church' && typed.paidFrom === null],
  ];
  return missing.flatMap(([field, isMissing]) => (isMissing ? [field] : []));
}

/** True if a part lacks its amount, what it was spent on, or its ministry. */
export function isIncomplete({ subCategoryId, accountId, ministryId, amount }: Part): boolean {
  return amount === null || (accountId === null && (subCategoryId === null || ministryId === null));
}

/** Returns what is left of the amount for further parts; negative if the parts are more than the amount. */
export function restOf({ amount, parts }: Pick<Typed, 'amount' | 'parts'>): Minor {
  return subtractMoney(amount ?? ZERO, addMoney(...(parts ?? []).map((part) => part.amount ?? ZERO)));
}

/** The methods whose payments the card company or PayPal reports itself. */
const BY_OTHERS: ReadonlySet<Method> = new Set(['Card', 'PayPal']);

/**
 * True if the payment of a form may be on Form 1099: one of its categories has a box, and it is neither paid by card or
 * PayPal nor paid back to a person. `boxes` has the box of each subcategory.
 */
export function isOn1099(typed: Typed, boxes: ReadonlyMap<number, Part['form1099']>): boolean {
  const { payer, method, subCategoryId } = typed;
  if (payer === 'self' || (payer === 'church' && BY_OTHERS.has(method))) return false;
  const parts = typed.parts ?? [{ subCategoryId, form1099: null }];
  return parts.some((part) => (part.form1099 ?? boxes.get(part.subCategoryId ?? 0) ?? null) !== null);
}

/** Returns the request body of a complete form. `owner` is the person who hands in the expense. */
export function bodyOf(typed: Typed, owner: string, before?: Expense): NewExpense {
  const { payer, parts, memberId } = typed;
  const text = (value: string) => value.trim() || null;
  const isSelf = payer === 'self';
  const lines = [
    ...(isSelf && memberId === null ? [payBackLine(owner)] : []),
    ...(text(typed.notes) === null ? [] : [typed.notes.trim()]),
  ];
  const date = typed.date ?? '';
  return {
    expenseDate: date,
    amount: toDecimal(typed.amount ?? ZERO),
    description: typed.description.trim(),
    ...(typed.vendorId === null ? { vendor: text(typed.vendor) } : { vendorId: typed.vendorId }),
    ...(parts
      ? { splits: parts.map((part) => ({ ...part, amount: toDecimal(part.amount ?? ZERO) })) }
      : {
          subCategoryId: typed.subCategoryId,
          ministryId: typed.ministryId,
          fundId: typed.fundId,
          functionalClass: typed.functionalClass,
        }),
    memberId: isSelf ? memberId : null,
    settled:
      payer === 'church' && typed.paidFrom !== null
        ? {
            accountId: typed.paidFrom,
            date: typed.paidOn ?? date,
            method: typed.method,
            reference: text(typed.reference),
          }
        : null,
    paymentMethod: before?.paymentMethod ?? null,
    paymentReference: before?.paymentReference ?? null,
    notes: text(lines.join('\n')),
  };
}

/** Returns the fields in which two versions of a form differ. */
export function differencesOf(one: Typed, other: Typed): (keyof Typed)[] {
  return (Object.keys(one) as (keyof Typed)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
}

/** Returns an amount as the text of a field, or an empty text. */
export const amountOf = (amount: Minor | null): string => (amount === null ? '' : formatMoney(amount));
