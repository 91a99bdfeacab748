import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../db/search-texts.ts';
import { changesBetween, type Fact } from '../audit/rules.ts';
import type { GivingCategory } from '../giving-categories/schema.ts';
import type { Booking } from '../statements/rules.ts';
import { Giving, type NewGiving } from './schema.ts';

/** What a giving is found by. */
export const documentOf = (giving: SearchedRow<'giving'>): Document => documentOfKind('giving', giving);

/** What a gift to the category moves on its date. */
export function bookingOf(date: string, category: GivingCategory | undefined): Booking {
  return { date, moves: category?.isRestricted ? 'fund' : 'balance' };
}

/** Whether a change moves money between dates or categories; a note, a reference or the right giver does not. */
export function movesFigures(before: Giving, input: NewGiving): boolean {
  const wasKind = before.nonCashDescription !== null;
  return (
    before.amount !== input.amount ||
    before.date !== input.date ||
    before.categoryId !== input.categoryId ||
    wasKind !== (input.nonCashDescription !== null)
  );
}

/** The log's entry of a change to a giving; a state that is missing counts as empty. */
export function givingFact(action: string, before: Giving | null, after: Giving | null): Fact {
  const changes = changesBetween(Giving, before, after);
  return { action, entityType: 'Giving', entityId: (after ?? before)?.id ?? '', changes };
}
