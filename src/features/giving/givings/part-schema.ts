/**
 * The parts of a gift that is split over several categories: their schemas for requests and responses, and their rules.
 */
import * as z from 'zod';
import { addMoney, type Minor } from '../../../lib/money.ts';
import { id, money, optional, positiveMoney } from '../../../lib/wire.ts';

const FEWEST_PARTS = 2;
const MOST_PARTS = 20;

const SAYS = {
  categoryId: 'The giving category of this part. No other part of the gift may have the same category.',
};

/** One part of a gift, in a request. */
export const NewGivingPart = z
  .strictObject({
    categoryId: id.describe(SAYS.categoryId),
    amount: positiveMoney.describe('How much of the gift is for this category.'),
  })
  .meta({ id: 'NewGivingPart', description: 'How much of a gift is for one category.' });

export const GivingPart = z
  .object({
    categoryId: id.describe(SAYS.categoryId),
    categoryName: z.string().describe('The name of the category.'),
    amount: money.describe('How much of the gift is for this category; negative in a reversal.'),
  })
  .meta({ id: 'GivingPart', description: 'How much of a gift is for one category.' });
export type GivingPart = z.output<typeof GivingPart>;

/** The parts of a gift, in a request. */
export const newParts = optional(z.array(NewGivingPart).min(FEWEST_PARTS).max(MOST_PARTS));

/** The parts that a reversal reverses. */
export const reversedParts = optional(z.array(NewGivingPart).min(1).max(MOST_PARTS));

type Sent = { categoryId: number | null; amount: Minor | null; parts: { categoryId: number; amount: Minor }[] | null };

/** Makes a check run whenever the whole value is an object, even if some of its fields are invalid. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** Returns the options of a rule about several fields, which is reported at the field `path`. */
export const refuse = (path: string, code: string, error: string) => ({ path: [path], error, params: { code }, when });

const IS_MISSING = refuse(
  'categoryId',
  'required',
  'is required; for a gift that is split over several categories, send parts instead',
);
const IS_BOTH = refuse('parts', 'not_with_category', 'cannot be sent together with categoryId; leave one of them out');
const IS_REPEATED = refuse('parts', 'category_repeated', 'must each be for a different category');
const IS_OFF = refuse('parts', 'not_the_amount', 'must add up to amount');

/**
 * True if all parts have different categories. Also true if `parts` is not a list, because another check refuses that.
 */
function haveDifferentCategories({ parts }: Pick<Sent, 'parts'>): boolean {
  if (!Array.isArray(parts)) return true;
  const ids = parts.map((part) => part?.categoryId).filter(Number.isInteger);
  return new Set(ids).size === ids.length;
}

/**
 * True if the parts add up to the amount. Also true if a value is missing or malformed, because other checks refuse
 * that.
 */
function addUp({ amount, parts }: Pick<Sent, 'amount' | 'parts'>): boolean {
  if (!Array.isArray(parts) || amount == null) return true;
  const amounts = [amount, ...parts.map((part) => part?.amount)];
  return !amounts.every(Number.isSafeInteger) || addMoney(...parts.map((part) => part.amount)) === amount;
}

/**
 * Adds rules to the schema of a gift. A gift must have either a category or parts. The parts must have different
 * categories and add up to the amount.
 */
export function withRightParts<S extends z.ZodType<Sent>>(schema: S) {
  return schema
    .refine(({ categoryId, parts }) => categoryId != null || parts != null, IS_MISSING)
    .refine(({ categoryId, parts }) => categoryId == null || parts == null, IS_BOTH)
    .refine(haveDifferentCategories, IS_REPEATED)
    .refine(addUp, IS_OFF);
}

/**
 * Adds rules to the schema of a reversal. Its parts must have different categories, and must add up to its amount if an
 * amount is given.
 */
export function withReversedParts<S extends z.ZodType<Omit<Sent, 'categoryId'>>>(schema: S) {
  return schema.refine(haveDifferentCategories, IS_REPEATED).refine(addUp, IS_OFF);
}
