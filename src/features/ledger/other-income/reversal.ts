import { type App, created, inTransaction } from '../../../app.ts';
import type { Reversal } from '../../../books/reversal-schema.ts';
import { amountToReverse, refuseBeforeDeposit, refuseEarlier } from '../../../books/reversals.ts';
import { addTexts } from '../../../db/search-index.ts';
import { AppError } from '../../../errors.ts';
import { negateMoney, ZERO } from '../../../lib/money.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findIncomeDeposit } from './deposits.ts';
import { insertOtherIncome, sumReversals } from './queries.ts';
import { documentOf, incomeFact } from './rules.ts';
import type { OtherIncome } from './schema.ts';
import { getOtherIncome, refuseDay } from './service.ts';

/**
 * Reverses other income, in whole or in part, by adding an entry with a negative amount. The money leaves the account
 * in which it now is: the account of its deposit or, if it was not deposited, the account that received it. Raises
 * `not_found`, `reversed` for a reversal, `already_reversed`, `validation_failed` for a date before the income or its
 * deposit, and `period_finalized`.
 */
export function reverseOtherIncome(app: App, id: number, input: Reversal): Promise<OtherIncome> {
  const { date, amount: wanted, reason } = input;
  return inTransaction(app, async (app) => {
    const original = await getOtherIncome(app, id);
    if (original.reversalOf !== null) {
      throw new AppError('reversed', 'A reversal cannot be reversed. Enter the income again.');
    }
    const { incomeCategoryId, fundId, payer, reference } = original;
    const reversed = (await sumReversals(app.db, [id])).get(id) ?? ZERO;
    const { taken } = amountToReverse({ original: original.amount, reversed, wanted });
    await refuseDay(app, { date, fundId });
    refuseEarlier(date, original.date);
    const deposit = await findIncomeDeposit(app, id);
    if (deposit) refuseBeforeDeposit(date, deposit.date);
    const reversalId = await insertOtherIncome(app.db, {
      date,
      amountMinor: negateMoney(taken),
      incomeCategoryId,
      accountId: deposit?.accountId ?? original.accountId,
      fundId,
      payer,
      reference,
      memo: reason,
      reversalOf: id,
      ...created(app),
    });
    const reversal = await getOtherIncome(app, reversalId);
    await addTexts(app.db, 'otherIncome', [documentOf(reversal)]);
    const changes: Changes = { reversedBy: [null, reversalId], reason: [null, reason] };
    await record(
      app,
      { action: 'OtherIncomeReversed', entityType: 'OtherIncome', entityId: id, changes },
      incomeFact('OtherIncomeCreated', null, reversal),
    );
    return reversal;
  });
}
