import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { linesOf } from '../../../books/giving-lines.ts';
import type { Booking } from '../../../books/period-rules.ts';
import { Giving, type NewGiving } from './schema.ts';

/** Returns the texts by which a search finds a giving. */
export const documentOf = (giving: SearchedRow<'giving'>): Document => documentOfKind('giving', giving);

/** Returns the ids of the categories of a gift. */
export const categoryIdsOf = (gift: Parameters<typeof linesOf>[0]): number[] =>
  linesOf(gift).map(({ categoryId }) => categoryId);

/** Returns a text that is the same for all gifts with the same categories and amounts, in any order. */
export function purposeOf(gift: Parameters<typeof linesOf>[0]): string {
  const all = linesOf(gift);
  const [only] = all;
  if (only && all.length === 1) return `[[${only.categoryId},${only.amount}]]`;
  const lines = all.map(({ categoryId, amount }) => [categoryId, amount] as const);
  return JSON.stringify(lines.toSorted(([a], [b]) => a - b));
}

/**
 * Returns one booking for each category of a gift. The bookings determine the finalized months that the gift would
 * change.
 */
export function bookingsOf(
  date: string,
  categoryIds: readonly number[],
  categories: ReadonlyMap<number, { fundId: number }>,
): Booking[] {
  return categoryIds.map((id) => bookingOf(date, categories.get(id)));
}

/**
 * Returns the booking for one category of a gift. It affects a fund if the category belongs to any fund except the
 * General fund, and otherwise only the balance.
 */
export function bookingOf(date: string, category: { fundId: number } | undefined): Booking {
  return { date, moves: category === undefined || category.fundId === GENERAL_FUND ? 'balance' : 'fund' };
}

/** True if a changed gift stays in the account that received it, because neither its method nor its session changes. */
export function staysInAccount(before: Giving, input: NewGiving): boolean {
  return before.method === input.method && before.sessionId === input.sessionId;
}

/**
 * True if a change affects the figures of the books, because it changes the amount, the date, the categories, or
 * whether the giving is a gift in kind. A change of the note, a reference or the giver affects no figure.
 */
export function movesFigures(before: Giving, input: NewGiving): boolean {
  const wasKind = before.nonCashDescription !== null;
  return (
    before.amount !== input.amount ||
    before.date !== input.date ||
    purposeOf(before) !== purposeOf(input) ||
    wasKind !== (input.nonCashDescription !== null)
  );
}

/** True if a change affects the money in an account: the amount, the date, the account, or whether it is money. */
export function movesMoney(before: Giving, input: NewGiving): boolean {
  return (
    before.amount !== input.amount ||
    before.date !== input.date ||
    !staysInAccount(before, input) ||
    (before.nonCashDescription !== null) !== (input.nonCashDescription !== null)
  );
}

/**
 * Returns the audit log entry for a change to a giving. `before` is null for a new giving, and `after` for a deleted
 * one.
 */
export function givingFact(action: string, before: Giving | null, after: Giving | null): Fact {
  const changes = changesBetween(Giving, before, after);
  return { action, entityType: 'Giving', entityId: (after ?? before)?.id ?? '', changes };
}
