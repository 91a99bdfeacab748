import { type App, created, inTransaction } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { AppError, badField, inFuture } from '../../../errors.ts';
import { addMoney, formatMoney, negateMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { amountToReverse, refuseEarlier } from '../../../books/reversals.ts';
import { refusal } from '../../../validate.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { postedCategories } from '../categories/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { accountOfReversal } from './reversal-account.ts';
import { insertParts, listReversedParts } from './part-queries.ts';
import { insertGiving, sumReversals } from './queries.ts';
import { bookingsOf, documentOf, givingFact } from './rules.ts';
import { type Line, linesOf } from '../../../books/giving-lines.ts';
import type { Giving, GivingReversal } from './schema.ts';
import type { Reversal } from '../../../books/reversal-schema.ts';
import { getGiving } from './service.ts';

/** A reversal as a caller requests it. A reversal without a `kind` is a Correction. */
type ReversalInput = Reversal & Partial<Pick<GivingReversal, 'parts' | 'kind' | 'accountId'>>;

/**
 * Reverses a giving, in whole or in part, by adding a giving with a negative amount and no session. This corrects a
 * giving in a locked session or a finalized month. In the giver's contribution statement, the reversal counts on the
 * day of the original gift.
 *
 * Raises `not_found`, `already_reversed` and `period_finalized`, and `reversed` if the giving is itself a reversal.
 * Also raises `validation_failed` for a wrong date, for wrong parts, or for missing parts in a partial reversal, and
 * whatever `accountOfReversal` raises.
 */
export function reverseGiving(app: App, id: number, input: ReversalInput): Promise<Giving> {
  const { date, reason, kind = 'Correction', accountId = null, parts: wantedParts = null } = input;
  return inTransaction(app, async (app) => {
    const original = await getGiving(app, id);
    if (original.reversalOf !== null) {
      throw new AppError('reversed', 'A reversal cannot be reversed. Enter the giving again.');
    }
    const latest = await latestDate(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    const reversed = (await sumReversals(app.db, id)) ?? ZERO;
    const wanted = input.amount ?? (wantedParts && addMoney(...wantedParts.map((part) => part.amount)));
    const { taken, isLast } = amountToReverse({ original: original.amount, reversed, wanted });
    const parts = await partsToReverse(app, original, { parts: wantedParts, isLast });
    const categoryIds = linesOf({ ...original, parts }).map(({ categoryId }) => categoryId);
    await refuseClosedMonths(app, bookingsOf(date, categoryIds, await postedCategories(app, categoryIds)));
    refuseEarlier(date, original.date);
    const reversalId = await insertGiving(app.db, {
      ...columnsOf(original),
      accountId: await accountOfReversal(app, original, { kind, accountId, date }),
      date,
      amountMinor: negateMoney(taken),
      // The benefit is reversed only when nothing is left of the gift.
      benefitAmountMinor: original.benefitAmount === null || !isLast ? null : negateMoney(original.benefitAmount),
      note: reason,
      reversalOf: id,
      reversalKind: kind,
      ...created(app),
    });
    await insertParts(app.db, [
      { id: reversalId, parts: parts && parts.map((part) => ({ ...part, amount: negateMoney(part.amount) })) },
    ]);
    const reversal = await getGiving(app, reversalId);
    await indexTexts(app.db, 'giving', [documentOf(reversal)]);
    const changes: Changes = { reversedBy: [null, reversalId], reason: [null, reason] };
    await record(
      app,
      { action: 'GivingReversed', entityType: 'Giving', entityId: id, changes },
      givingFact('GivingCreated', null, reversal),
    );
    return reversal;
  });
}

/**
 * Returns how much of each part to reverse; null for a gift to one category. If no parts are requested and the reversal
 * leaves nothing of the gift, returns everything that is left of each part.
 */
async function partsToReverse(
  app: App,
  original: Giving,
  { parts, isLast }: { parts: readonly Line[] | null; isLast: boolean },
): Promise<readonly Line[] | null> {
  if (!original.parts) {
    if (parts)
      throw badField(
        'parts',
        'not_split',
        'can be sent only for a gift that is split over several categories, but this gift has one category',
      );
    return null;
  }
  const reversed = (await listReversedParts(app.db, [original.id])).get(original.id);
  const left = original.parts.map(({ categoryId, amount }) => ({
    categoryId,
    amount: addMoney(amount, reversed?.get(categoryId) ?? ZERO),
  }));
  if (parts) return parts.map((part, index) => refuseTooMuch(part, left, index));
  if (isLast) return left.filter(({ amount }) => amount !== ZERO);
  throw badField(
    'parts',
    'required',
    'must give the amount to reverse for each part, because some of the gift is left after this reversal',
  );
}

/**
 * Returns `part` unchanged. Raises `validation_failed` if the gift has no part for the category, and `already_reversed`
 * if less than the requested amount is left to reverse.
 */
function refuseTooMuch(part: Line, left: readonly Line[], index: number): Line {
  const own = left.find(({ categoryId }) => categoryId === part.categoryId);
  if (!own) throw badField(`parts.${index}.categoryId`, 'not_a_part', 'is not a category of this gift');
  if (part.amount <= own.amount) return part;
  const message = `Only ${formatMoney(own.amount)} of part ${index + 1} is left to reverse.`;
  throw new AppError('already_reversed', message, { extra: { left: toDecimal(own.amount) } });
}

/** Returns what a reversal has in common with its giving. */
export function columnsOf(original: Giving) {
  const { categoryId, method, memberId, checkNumber, zelleReference, payPalReference, giftDate } = original;
  const { isAnonymous, nonCashDescription, nonCashKind, source, companyName } = original;
  return {
    categoryId,
    method,
    memberId,
    isAnonymous: isAnonymous ? (1 as const) : (0 as const),
    checkNumber,
    zelleReference,
    payPalReference,
    giftDate,
    nonCashDescription,
    nonCashKind,
    source,
    companyName,
    sessionId: null,
  };
}
