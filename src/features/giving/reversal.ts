import { type App, created, inTransaction } from '../../app.ts';
import { indexTexts } from '../../db/search-index.ts';
import { AppError, inFuture } from '../../errors.ts';
import { negateMoney, ZERO } from '../../lib/money.ts';
import { amountToReverse, refuseEarlier } from '../../reversals.ts';
import { refusal } from '../../validate.ts';
import type { Changes } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { categoriesById } from '../giving-categories/service.ts';
import { latestDate } from '../profile/service.ts';
import { refuseClosedMonths } from '../statements/service.ts';
import { insertGiving, sumReversals } from './queries.ts';
import { bookingOf, documentOf, givingFact } from './rules.ts';
import type { Giving, Reversal } from './schema.ts';
import { getGiving } from './service.ts';

/**
 * Takes a giving back, in whole or in part, by a row of its own with a negative amount, in no session: the way to undo
 * what a locked session or a closed month holds. For the giver's own statement it counts on the day of the gift.
 * Raises `not_found`, `reversed` for a reversal, `already_reversed`, `period_finalized`.
 */
export function reverseGiving(app: App, id: number, { date, amount, reason }: Reversal): Promise<Giving> {
  return inTransaction(app, async (app) => {
    const original = await getGiving(app, id);
    if (original.reversalOf !== null) {
      throw new AppError('reversed', 'A reversal cannot be reversed. Enter the giving anew.');
    }
    const latest = await latestDate(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    const reversed = (await sumReversals(app.db, id)) ?? ZERO;
    const { taken, isLast } = amountToReverse({ original: original.amount, reversed, wanted: amount });
    const category = (await categoriesById(app, [original.categoryId])).get(original.categoryId);
    await refuseClosedMonths(app, [bookingOf(date, category)]);
    refuseEarlier(date, original.date);
    const reversalId = await insertGiving(app.db, {
      ...columnsOf(original),
      date,
      amountMinor: negateMoney(taken),
      // The value received in return is given back with the last of the gift.
      benefitAmountMinor: original.benefitAmount === null || !isLast ? null : negateMoney(original.benefitAmount),
      note: reason,
      reversalOf: id,
      ...created(app),
    });
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

function columnsOf(original: Giving) {
  const { categoryId, method, memberId, checkNumber, zelleReference, payPalReference, giftDate } = original;
  const { isAnonymous, nonCashDescription } = original;
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
    sessionId: null,
  };
}
