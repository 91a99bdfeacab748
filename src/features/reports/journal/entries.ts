/** What a journal is made of: each entry is one transaction. */
import type { CalendarDate } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';

export type BookedGiving = {
  kind: 'giving';
  id: number;
  date: CalendarDate;
  amount: Minor;
  /** What it is for: one category with all of it, or several. */
  lines: readonly { categoryId: number; amount: Minor }[];
  method: Method;
  nonCashDescription: string | null;
  reversalOf: number | null;
  isReconciled: boolean;
  /** Only where givers are asked for. */
  memberId?: number | null | undefined;
  giver?: string | null | undefined;
  reference?: string | null | undefined;
};

/** An expense on the day it is booked: from then on it is owed. */
export type BookedExpense = {
  kind: 'expense';
  id: number;
  date: CalendarDate;
  subCategoryId: number;
  ministryId: number;
  functionalClass: FunctionalClass | null;
  fundCategoryId: number | null;
  amount: Minor;
  vendor: string | null;
  description: string;
  reversalOf: number | null;
};

/** The same expense on the day it is paid. */
export type Payment = {
  kind: 'payment';
  id: number;
  date: CalendarDate;
  amount: Minor;
  vendor: string | null;
  description: string;
  method: Method | null;
  reference: string | null;
};

export type Entry = BookedGiving | BookedExpense | Payment;

/** Pages of lists that are each in the order of their dates, as one list in that order. */
export async function* inOrder(sources: readonly AsyncGenerator<Entry[]>[]): AsyncGenerator<Entry> {
  const heads = await Promise.all(sources.map((pages) => nextHead(pages)));
  for (;;) {
    const first = earliest(heads);
    const entry = first?.page[first.at];
    if (!first || !entry) return;
    yield entry;
    first.at += 1;
    if (first.at === first.page.length) Object.assign(first, await nextHead(first.pages));
  }
}

/** A list as far as it is read: the page at hand, empty at the end, and the place in it. */
type Head = { pages: AsyncGenerator<Entry[]>; page: readonly Entry[]; at: number };

async function nextHead(pages: AsyncGenerator<Entry[]>): Promise<Head> {
  const { value } = await pages.next();
  return { pages, page: (value as Entry[] | undefined) ?? [], at: 0 };
}

/** The list that goes on with the earliest day; of several, the first. */
function earliest(heads: readonly Head[]): Head | undefined {
  const dateOf = ({ page, at }: Head) => page[at]?.date;
  let found: Head | undefined;
  for (const head of heads) {
    const date = dateOf(head);
    const best = found && dateOf(found);
    if (date !== undefined && (best === undefined || date < best)) found = head;
  }
  return found;
}
