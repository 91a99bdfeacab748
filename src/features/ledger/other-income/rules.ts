import { type Document, documentOf as documentOfKind } from '../../../db/search-texts.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { OtherIncome } from './schema.ts';

/** Returns the texts by which a search finds other income. */
export const documentOf = (income: OtherIncome): Document => documentOfKind('otherIncome', income);

type Figures = Pick<OtherIncome, 'date' | 'amount' | 'incomeCategoryId' | 'accountId' | 'fundId'>;

/** Returns the booking of other income, which determines the finalized months that the income would change. */
export function bookingOf({ date, fundId }: Pick<Figures, 'date' | 'fundId'>): Booking {
  return { date, moves: fundId === GENERAL_FUND ? 'balance' : 'fund' };
}

/** True if a change affects the figures of the books. A change of the payer, the reference or the memo does not. */
export function movesFigures(before: Figures, after: Figures): boolean {
  return (
    movesMoney(before, after) || before.incomeCategoryId !== after.incomeCategoryId || before.fundId !== after.fundId
  );
}

/** True if a change affects the money in an account: the amount, the day or the account. */
export function movesMoney(before: Figures, after: Figures): boolean {
  return before.amount !== after.amount || before.date !== after.date || before.accountId !== after.accountId;
}

/** Returns the audit entry of a change to other income. `before` is null for new income, `after` for deleted income. */
export function incomeFact(action: string, before: OtherIncome | null, after: OtherIncome | null): Fact {
  const changes = changesBetween(OtherIncome, before, after);
  return { action, entityType: 'OtherIncome', entityId: (after ?? before)?.id ?? '', changes };
}
