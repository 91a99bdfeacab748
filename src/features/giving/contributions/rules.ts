/**
 * The figures and names of a contribution statement, calculated from the gifts of one giver and calendar year. A gift counts
 * by its own day, so that reversing it in a later month corrects the year in which it was given.
 */
import type { Locale } from '../../../lib/wire.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { Gift } from './queries.ts';

export type CategorySum = { categoryId: number; name: string; isTaxDeductible: boolean; amount: Minor; count: number };

/** A gift of money as it is listed, with the benefit as far as it lowers the deductible amount. */
export type ListedGift = Gift & { lessBenefit: Minor };

/** The sums of a giver's year. */
export type Year = {
  gifts: ListedGift[];
  inKind: Gift[];
  byCategory: CategorySum[];
  total: Minor;
  benefit: Minor;
  deductible: Minor;
  notDeductible: Minor;
};

/**
 * Sums up a giver's gifts as IRS Publication 1771 asks: gifts in kind by description only; for a gift with a benefit,
 * only what exceeds the benefit is deductible, and never less than zero.
 */
export function yearOf(all: readonly Gift[]): Year {
  const gifts = lessBenefits(all.filter(({ nonCashDescription }) => nonCashDescription === null));
  // A thing is described once, even if it is given to several categories.
  const inKind = firstOfEach(all.filter(({ nonCashDescription }) => nonCashDescription !== null));
  const deductibles = gifts.filter(({ isTaxDeductible }) => isTaxDeductible);
  const total = sum(gifts);
  const benefit = addMoney(...deductibles.map(({ lessBenefit }) => lessBenefit));
  return {
    gifts,
    inKind,
    byCategory: byCategory(gifts),
    total,
    benefit,
    deductible: subtractMoney(sum(deductibles), benefit),
    notDeductible: subtractMoney(total, sum(deductibles)),
  };
}

/**
 * Returns the parts of gifts over several categories, with the benefit at one of them: the first deductible one,
 * because the benefit lowers the deductible amount.
 */
export function withBenefitsOnce(gifts: readonly Gift[]): Gift[] {
  const bearers = new Map(firstOfEach(gifts).map((gift) => [gift.id, gift]));
  return gifts.map((gift) => (bearers.get(gift.id) === gift ? gift : { ...gift, benefit: null, note: null }));
}

/** Returns the first deductible part of each gift, or else its first part. */
function firstOfEach(gifts: readonly Gift[]): Gift[] {
  const first = new Map<number, Gift>();
  for (const gift of gifts) {
    const known = first.get(gift.id);
    if (!known || (!known.isTaxDeductible && gift.isTaxDeductible)) first.set(gift.id, gift);
  }
  return [...first.values()];
}

function sum(gifts: readonly Gift[]): Minor {
  return addMoney(...gifts.map(({ amount }) => amount));
}

/**
 * Returns the benefit for deductible gifts, up to the amount of each gift. Reversing a part lowers it to what is left.
 * So the amounts less their benefits add up to the deductible sum, and no gift counts below zero.
 */
function lessBenefits(gifts: readonly Gift[]): ListedGift[] {
  const soFar = new Map<number, Record<'amount' | 'benefit' | 'subtracted', Minor>>();
  return gifts.map((gift) => {
    if (!gift.isTaxDeductible) return { ...gift, lessBenefit: ZERO };
    const root = gift.reversalOf ?? gift.id;
    const before = soFar.get(root) ?? { amount: ZERO, benefit: ZERO, subtracted: ZERO };
    const amount = addMoney(before.amount, gift.amount);
    const benefit = addMoney(before.benefit, gift.benefit ?? ZERO);
    // A reversal of a gift that is on another statement lowers this one.
    const subtracted = amount >= 0 && amount < benefit ? amount : benefit;
    soFar.set(root, { amount, benefit, subtracted });
    return { ...gift, lessBenefit: subtractMoney(subtracted, before.subtracted) };
  });
}

/**
 * Returns what a giver received in return for tax-deductible gifts, including gifts in kind; null without such a gift.
 */
export function goodsOf({ gifts, inKind }: Year): 'none' | 'some' | 'all' | null {
  const given = [...gifts, ...inKind].filter(
    ({ isTaxDeductible, reversalOf }) => isTaxDeductible && reversalOf === null,
  );
  const ids = new Set(given.map(({ id }) => id));
  if (ids.size === 0) return null;
  const count = given.filter(({ benefit }) => benefit !== null).length;
  return count === 0 ? 'none' : count === ids.size ? 'all' : 'some';
}

function byCategory(gifts: readonly Gift[]): CategorySum[] {
  const sums = new Map<number, CategorySum>();
  for (const { categoryId, categoryName: name, isTaxDeductible, amount } of gifts) {
    const one = sums.get(categoryId) ?? { categoryId, name, isTaxDeductible, amount: ZERO, count: 0 };
    sums.set(categoryId, { ...one, amount: addMoney(one.amount, amount), count: one.count + 1 });
  }
  return [...sums.values()].toSorted((a, b) => a.categoryId - b.categoryId);
}

/** The hash that makes two statements equal: their figures, by day and category. Names and addresses may differ. */
export function contentHash({ gifts, inKind }: Year): string {
  const facts = [...gifts, ...inKind.map((gift) => ({ ...gift, lessBenefit: ZERO }))].map((gift) => [
    gift.date,
    gift.amount,
    gift.categoryId,
    gift.isTaxDeductible,
    gift.benefit,
    gift.lessBenefit,
    gift.nonCashDescription,
  ]);
  return sha256Hex(JSON.stringify(facts.map((fact) => JSON.stringify(fact)).toSorted()));
}

type Named = { firstName: string; lastName: string; chineseName: string | null };

/** Returns a name as a letter is addressed: a Chinese name once, surname first; beside another name, after it. */
export function printedName({ firstName, lastName, chineseName }: Named): string {
  if (HAN.test(firstName) && HAN.test(lastName)) return chineseName ?? `${lastName}${firstName}`;
  return [`${firstName} ${lastName}`, chineseName].filter(Boolean).join('  ');
}

/** Returns a printed name as a salutation: in Chinese only the Chinese name, if there is one. */
export function greetedName(printed: string, locale: Locale): string {
  const [latin = '', chinese] = printed.split('  ');
  return (locale === 'zh-TW' && chinese) || latin;
}

const HAN = /^\p{Script=Han}+$/u;

/** A statement's number as it is printed: `2026-0012`. */
export function statementNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(4, '0')}`;
}
