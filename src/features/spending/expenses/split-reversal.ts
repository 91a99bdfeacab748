/** Decides how much of each part of an expense a reversal takes back. */
import type { App } from '../../../app.ts';
import { type Split, splitsOf } from '../../../books/expense-lines.ts';
import { AppError, badField } from '../../../errors.ts';
import { addMoney, formatMoney, type Minor, subtractMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import type { Expense } from './schema.ts';
import { listReversedSplits } from './split-queries.ts';
import type { NewExpenseSplit } from './split-schema.ts';

/**
 * Returns how much of each part to reverse; null for an expense without parts. If no parts are requested and the
 * reversal leaves nothing of the expense, returns the whole remaining amount of each part. Raises `validation_failed`
 * and `already_reversed`.
 */
export async function splitsToReverse(
  app: App,
  original: Expense,
  { splits, isLast }: { splits: readonly NewExpenseSplit[] | null; isLast: boolean },
): Promise<readonly Split[] | null> {
  if (!original.splits) {
    if (!splits) return null;
    throw badField('splits', 'not_split', 'can be sent only for an expense with parts, but this expense has none');
  }
  const left = leftOf(splitsOf(original), await listReversedSplits(app.db, original.id));
  if (splits) return namedSplits(splits, left, isLast);
  if (isLast) return left.filter(({ amount }) => amount !== ZERO);
  throw badField(
    'splits',
    'required',
    'must give the amount to reverse for each part, unless the whole remaining amount of the expense is reversed',
  );
}

const FIELDS = ['subCategoryId', 'accountId', 'ministryId', 'functionalClass', 'fundId', 'form1099'] as const;

const isAlike = (one: Split, other: Split) => FIELDS.every((field) => one[field] === other[field]);

/** Returns the remaining amount of each part. Parts that differ only in their amounts are added up to one part. */
function leftOf(parts: readonly Split[], reversed: readonly Split[]): Split[] {
  const left: Split[] = [];
  for (const part of [...parts, ...reversed]) {
    const index = left.findIndex((one) => isAlike(one, part) && one.release === part.release);
    const known = left[index];
    if (known) left[index] = { ...known, amount: addMoney(known.amount, part.amount) };
    else left.push({ ...pick(part), amount: part.amount });
  }
  return left;
}

function pick(split: Split): Split {
  const { subCategoryId, accountId, ministryId, functionalClass, fundId, form1099, inUse, release, inUseOn } = split;
  const own = { subCategoryId, accountId, ministryId, functionalClass, fundId, form1099 };
  return { ...own, inUse, release, inUseOn, amount: split.amount };
}

/**
 * Returns the parts to reverse that a request names. An amount may not be more than the remaining amount of its part. A
 * reversal that leaves nothing of the expense must leave nothing of any part.
 */
function namedSplits(splits: readonly NewExpenseSplit[], left: readonly Split[], isLast: boolean): Split[] {
  let rest = left;
  const taken = splits.map((wanted, index) => {
    const own = findOwn(wanted, rest, index);
    refuseTooMuch(wanted.amount, own, index);
    rest = rest.map((one) => (one === own ? { ...one, amount: subtractMoney(one.amount, wanted.amount) } : one));
    return { ...own, amount: wanted.amount };
  });
  if (!isLast || rest.every(({ amount }) => amount === ZERO)) return taken;
  throw badField(
    'splits',
    'not_the_rest',
    'must reverse the whole remaining amount of each part, because this reversal leaves nothing of the expense',
  );
}

/**
 * Returns the only part that matches all fields of the request. If several parts match and the request gives no class,
 * a part without a class is preferred. If parts differ only in how they end the restriction of their fund, returns the
 * first of which something is left.
 */
function findOwn(wanted: NewExpenseSplit, left: readonly Split[], index: number): Split {
  const found = left.filter((one) => FIELDS.every((field) => wanted[field] === null || wanted[field] === one[field]));
  const plain = found.filter((one) => one.functionalClass === wanted.functionalClass);
  const [own] = plain.length > 0 ? plain : found;
  const path = `splits.${index}`;
  if (!own) throw badField(path, 'not_a_part', 'is not a part of this expense');
  const possible = plain.length > 0 ? plain : found;
  if (possible.every((one) => isAlike(one, own))) return possible.find((one) => one.amount !== ZERO) ?? own;
  throw badField(
    path,
    'ambiguous_part',
    'matches several parts of this expense; add the ministry, class, fund or box of the part',
  );
}

function refuseTooMuch(amount: Minor, own: Split, index: number): void {
  const hasSign = amount * own.amount > 0;
  if (hasSign && Math.abs(amount) <= Math.abs(own.amount)) return;
  if (own.amount !== ZERO && !hasSign) {
    throw badField(`splits.${index}.amount`, 'wrong_sign', 'must have the same sign as the part');
  }
  throw new AppError('already_reversed', `Only ${formatMoney(own.amount)} of part ${index + 1} is left to reverse.`, {
    extra: { left: toDecimal(own.amount) },
  });
}
