import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { GivingCategory } from '../categories/schema.ts';
import { linesOf } from '../../../books/giving-lines.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Giving, type NewGiving } from './schema.ts';

/** What a giving is found by. */
export const documentOf = (giving: SearchedRow<'giving'>): Document => documentOfKind('giving', giving);

/** The categories that a gift is for. */
export const categoryIdsOf = (gift: Parameters<typeof linesOf>[0]): number[] =>
  linesOf(gift).map(({ categoryId }) => categoryId);

/** What tells what a gift is for from other gifts: its categories with their amounts, in whatever order they were entered. */
export function purposeOf(gift: Parameters<typeof linesOf>[0]): string {
  const lines = linesOf(gift).map(({ categoryId, amount }) => [categoryId, amount] as const);
  return JSON.stringify(lines.toSorted(([a], [b]) => a - b));
}

/** What a gift moves on its date. */
export function bookingsOf(
  date: string,
  categoryIds: readonly number[],
  categories: ReadonlyMap<number, GivingCategory>,
): Booking[] {
  return categoryIds.map((id) => bookingOf(date, categories.get(id)));
}

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
    purposeOf(before) !== purposeOf(input) ||
    wasKind !== (input.nonCashDescription !== null)
  );
}

/** The log's entry of a change to a giving; a state that is missing counts as empty. */
export function givingFact(action: string, before: Giving | null, after: Giving | null): Fact {
  const changes = changesBetween(Giving, before, after);
  return { action, entityType: 'Giving', entityId: (after ?? before)?.id ?? '', changes };
}
