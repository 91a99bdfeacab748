/**
 * Calculates the figures of a contribution statement from the gifts of one giver in one calendar year, and formats
 * names and numbers. A reversal counts on the day of the original gift. So a reversal in a later year still corrects
 * the year of the gift.
 */
import { namesShown } from '../../../lib/person-name.ts';
import type { Locale } from '../../../lib/wire.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { OnStatement } from './addressee-rules.ts';
import type { Gift } from './queries.ts';
import type { Named as Category } from '../../../lib/named.ts';
import type { Contribution, PrintQuery, StatementState, StatementSums } from './schema.ts';

/**
 * The source of gifts that are on no statement. The sponsor of a donor-advised fund already gave the donor a receipt,
 * so the church must not give another one.
 */
export const NOT_RECEIPTED = 'DAF';

export type CategorySum = Category & { categoryId: number; isTaxDeductible: boolean; amount: Minor; count: number };

/**
 * A gift of money as a statement lists it. `lessBenefit` is the part of its benefit that lowers the deductible amount.
 */
export type ListedGift = Gift & { lessBenefit: Minor };

/** Gifts in one calendar year, and their sums. */
export type Figures = {
  gifts: ListedGift[];
  /** Distributions from an IRA. They are not deductible and are in no other sum. */
  fromIra: Gift[];
  inKind: Gift[];
  byCategory: CategorySum[];
  total: Minor;
  ira: Minor;
  benefit: Minor;
  deductible: Minor;
  notDeductible: Minor;
};

/** A giver's gifts in one calendar year, and their sums. */
export type Year = Figures & {
  /**
   * The gifts after a death in that year, or null if there are none. They are contributions of the estate and not of the
   * giver, so they are in no sum of the giver.
   */
  ofEstate: Figures | null;
};

/** Returns the figures of a giver's gifts in a year, and those of the gifts of an estate in the rest of this year. */
export function yearOf(own: readonly Gift[], ofEstate: readonly Gift[] = []): Year {
  return { ...figuresOf(own), ofEstate: ofEstate.length === 0 ? null : figuresOf(ofEstate) };
}

/**
 * True if a gift was given after the death of its giver, in the year of the death. In a later year, the statement is that
 * of the estate, and all gifts on it are the giver's own.
 */
export function isOfEstate({ date }: Pick<Gift, 'date'>, { diedOn }: Pick<OnStatement, 'diedOn'>): boolean {
  return diedOn !== null && date > diedOn && date.slice(0, 4) === diedOn.slice(0, 4);
}

/**
 * Sums up the gifts of a giver as IRS Publication 1771 requires. Gifts in kind are listed by description, without an
 * amount. If the giver received a benefit for a gift, only the amount above the benefit is deductible. Distributions
 * from an IRA are listed apart: the giver does not pay tax on them, and therefore may not deduct them.
 */
function figuresOf(all: readonly Gift[]): Figures {
  const money = all.filter(({ nonCashDescription }) => nonCashDescription === null);
  const gifts = lessBenefits(money.filter(({ source }) => source !== 'IRA'));
  const fromIra = money.filter(({ source }) => source === 'IRA');
  // A gift in kind is listed only once, even if it is for several categories.
  const inKind = firstOfEach(all.filter(({ nonCashDescription }) => nonCashDescription !== null));
  const deductibles = gifts.filter(({ isTaxDeductible }) => isTaxDeductible);
  const total = sum(gifts);
  const benefit = addMoney(...deductibles.map(({ lessBenefit }) => lessBenefit));
  return {
    gifts,
    fromIra,
    inKind,
    byCategory: byCategory(gifts),
    total,
    ira: sum(fromIra),
    benefit,
    deductible: subtractMoney(sum(deductibles), benefit),
    notDeductible: subtractMoney(total, sum(deductibles)),
  };
}

/**
 * Removes the benefit and the note from all lines of a gift except one. They stay on the first deductible line, because
 * the benefit lowers the deductible amount, or on the first line if none is deductible.
 */
export function withBenefitsOnce(gifts: readonly Gift[]): Gift[] {
  const bearers = new Map(firstOfEach(gifts).map((gift) => [gift.id, gift]));
  return gifts.map((gift) => (bearers.get(gift.id) === gift ? gift : { ...gift, benefit: null, note: null }));
}

/** Returns the first deductible line of each gift, or its first line if none is deductible. */
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
 * Adds `lessBenefit` to each gift: how much of the benefit is subtracted from the deductible amount. This is zero for a
 * gift that is not deductible, and never more than the amount of the gift. If a partial reversal leaves less of the
 * gift than the benefit, the reversal's `lessBenefit` is negative and takes back the difference, so that no gift counts
 * as less than zero.
 */
function lessBenefits(gifts: readonly Gift[]): ListedGift[] {
  const soFar = new Map<number, Record<'amount' | 'benefit' | 'subtracted', Minor>>();
  return gifts.map((gift) => {
    if (!gift.isTaxDeductible) return { ...gift, lessBenefit: ZERO };
    const root = gift.reversalOf ?? gift.id;
    const before = soFar.get(root) ?? { amount: ZERO, benefit: ZERO, subtracted: ZERO };
    const amount = addMoney(before.amount, gift.amount);
    const benefit = addMoney(before.benefit, gift.benefit ?? ZERO);
    // The amount is negative if the reversed gift is on another statement. The reversal then lowers the sums of this
    // statement.
    const subtracted = amount >= 0 && amount < benefit ? amount : benefit;
    soFar.set(root, { amount, benefit, subtracted });
    return { ...gift, lessBenefit: subtractMoney(subtracted, before.subtracted) };
  });
}

/**
 * Returns whether the giver received something in return for none, some or all of the tax-deductible gifts, including
 * gifts in kind. Returns null if there are no such gifts.
 */
export function goodsOf({ ofEstate, ...own }: Year): 'none' | 'some' | 'all' | null {
  const given = [own, ofEstate]
    .flatMap((figures) => [...(figures?.gifts ?? []), ...(figures?.inKind ?? [])])
    .filter(({ isTaxDeductible, reversalOf }) => isTaxDeductible && reversalOf === null);
  const ids = new Set(given.map(({ id }) => id));
  if (ids.size === 0) return null;
  const count = given.filter(({ benefit }) => benefit !== null).length;
  return count === 0 ? 'none' : count === ids.size ? 'all' : 'some';
}

function byCategory(gifts: readonly Gift[]): CategorySum[] {
  const sums = new Map<number, CategorySum>();
  for (const { categoryId, categoryName: name, categoryNameZh: nameZh, isTaxDeductible, amount } of gifts) {
    const one = sums.get(categoryId) ?? { categoryId, name, nameZh, isTaxDeductible, amount: ZERO, count: 0 };
    sums.set(categoryId, { ...one, amount: addMoney(one.amount, amount), count: one.count + 1 });
  }
  return [...sums.values()].toSorted((a, b) => a.categoryId - b.categoryId);
}

/**
 * Returns a hash of the figures of a statement. It covers the date, amount, category, deductibility and benefit of each
 * gift and the description of each gift in kind, and which gifts are those of an estate, but no names or addresses.
 */
export function contentHash({ ofEstate, ...own }: Year): string {
  const facts = [...factsOf(own), ...(ofEstate ? factsOf(ofEstate).map((fact) => [...fact, 'Estate']) : [])];
  return sha256Hex(JSON.stringify(facts.map((fact) => JSON.stringify(fact)).toSorted()));
}

function factsOf({ gifts, fromIra, inKind }: Figures): unknown[][] {
  return [...gifts, ...[...fromIra, ...inKind].map((gift) => ({ ...gift, lessBenefit: ZERO }))].map((gift) => [
    gift.date,
    gift.amount,
    gift.categoryId,
    gift.isTaxDeductible,
    gift.benefit,
    gift.lessBenefit,
    gift.nonCashDescription,
    // Statements of earlier versions have no source. Only the source IRA is hashed, so that their hash stays the same.
    ...(gift.source === 'IRA' ? [gift.source] : []),
  ]);
}

type Named = { firstName: string; lastName: string; chineseName: string | null };

/**
 * Returns a person's name in the form in which letters are addressed. If the first and last name are in Chinese
 * characters, only the Chinese name is returned, surname first. Otherwise, the first and last name are returned,
 * followed by two spaces and the Chinese name, if there is one.
 */
export function printedName(names: Named): string {
  const { latin, chinese } = namesShown(names);
  return [latin, chinese].filter(Boolean).join('  ');
}

/**
 * Returns the part of a name from `printedName` that the salutation of a letter uses. In a Chinese letter, this is the
 * Chinese name after the two spaces, if there is one. In any other case, it is the name before the two spaces.
 */
export function greetedName(printed: string, locale: Locale): string {
  const [latin = '', chinese] = printed.split('  ');
  return (locale === 'zh-TW' && chinese) || latin;
}

/** Returns a statement's number as it is printed, such as `2026-0012`. */
export function statementNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(4, '0')}`;
}

/** Returns the statements of a giver: the giver's own, unless there is none, and those to companies. */
export const statementsIn = (one: Contribution): StatementSums[] => [...(one.count > 0 ? [one] : []), ...one.companies];

/** True if the giver has not got a statement with the current figures yet. */
export const isPending = (one: Contribution): boolean => statementsIn(one).some(isUndelivered);

const isCurrent = ({ statementNumber, hasChanged }: StatementSums) => statementNumber !== null && !hasChanged;
const isUndelivered = (one: StatementSums) => !isCurrent(one) || one.handedOutAt === null;

/** True if a giver's statements are in the wanted state and are delivered in the wanted way. */
export function isWanted(
  one: Contribution,
  { state, hasEmail, delivery = 'All' }: Partial<Pick<PrintQuery, 'state' | 'hasEmail' | 'delivery'>>,
): boolean {
  const all = statementsIn(one);
  const states: Record<StatementState, boolean> = {
    NotIssued: all.some(({ statementNumber }) => statementNumber === null),
    Changed: all.some(({ hasChanged }) => hasChanged),
    Issued: all.every(isCurrent),
    Pending: isPending(one),
  };
  const isDelivered = delivery === 'All' || one.hasEmail === (delivery === 'Email');
  return (state === undefined || states[state]) && (hasEmail === undefined || one.hasEmail === hasEmail) && isDelivered;
}
