import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { GivingCategory } from '../categories/schema.ts';
import { linesOf } from '../../../books/giving-lines.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Giving, type NewGiving } from './schema.ts';

/** The texts by which a giving is found. */
export const documentOf = (giving: SearchedRow<'giving'>): Document => documentOfKind('giving', giving);

/** Returns the categories of a gift. */
export const categoryIdsOf = (gift: Parameters<typeof linesOf>[0]): number[] =>
  linesOf(gift).map(({ categoryId }) => categoryId);

/** Returns a key for the purpose of a gift: its categories with their amounts, in any order. */
export function purposeOf(gift: Parameters<typeof linesOf>[0]): string {
  const lines = linesOf(gift).map(({ categoryId, amount }) => [categoryId, amount] as const);
  return JSON.stringify(lines.toSorted(([a], [b]) => a - b));
}

/** Returns the amounts that a gift adds to its date. */
export function bookingsOf(
  date: string,
  categoryIds: readonly number[],
  categories: ReadonlyMap<number, GivingCategory>,
): Booking[] {
  return categoryIds.map((id) => bookingOf(date, categories.get(id)));
}

/** Returns the amount that a gift to one category adds to its date. */
export function bookingOf(date: string, category: GivingCategory | undefined): Booking {
  return { date, moves: category?.isRestricted ? 'fund' : 'balance' };
}

/** Whether a change moves money between dates or categories. A note, a reference or another giver does not. */
export function movesFigures(before: Giving, input: NewGiving): boolean {
  const wasKind = before.nonCashDescription !== null;
  return (
    before.amount !== input.amount ||
    before.date !== input.date ||
    purposeOf(before) !== purposeOf(input) ||
    wasKind !== (input.nonCashDescription !== null)
  );
}

/** Returns the audit entry of a change to a giving. A missing state counts as empty. */
export function givingFact(action: string, before: Giving | null, after: Giving | null): Fact {
  const changes = changesBetween(Giving, before, after);
  return { action, entityType: 'Giving', entityId: (after ?? before)?.id ?? '', changes };
}
