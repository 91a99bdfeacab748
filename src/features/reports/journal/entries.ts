/** The entries of a journal: every document that has postings. */
import type { BookedDeposit, BookedExpense, BookedGiving } from '../../../books/documents.ts';
import type { BookedEntry, BookedIncome, BookedOpening, BookedTransfer } from '../../../books/ledger-documents.ts';
import type { BookedPayment } from '../../../books/payment-documents.ts';
import type { BookedRelease } from '../../../books/releases.ts';
import type { Minor } from '../../../lib/money.ts';

/**
 * A giving with the name of its giver. If the export leaves out givers, the giving has no name, no member id and no
 * check number.
 */
export type JournalGiving = BookedGiving & { giver: string | null };

/** An expense with whom it pays, and the amount that was paid before the day on which the expense was booked. */
export type JournalExpense = BookedExpense & { paidEarly: Minor; payee: string | null };

/** A payment or a void with the name of whom the payment paid. */
export type JournalPayment = BookedPayment & { payee: string | null };

export type Entry =
  | BookedOpening
  | JournalGiving
  | JournalExpense
  | JournalPayment
  | BookedDeposit
  | BookedIncome
  | BookedTransfer
  | BookedRelease
  | BookedEntry;

/** Merges several lists of entries, each sorted by date, into one list sorted by date. */
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

/**
 * A list that is being read: its current page, and the position in that page. The page is empty at the end of the list.
 */
type Head = { pages: AsyncGenerator<Entry[]>; page: readonly Entry[]; at: number };

async function nextHead(pages: AsyncGenerator<Entry[]>): Promise<Head> {
  const { value } = await pages.next();
  return { pages, page: (value as Entry[] | undefined) ?? [], at: 0 };
}

/**
 * Returns the list whose next entry has the earliest date. If several lists have this date, returns the first of them.
 */
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
