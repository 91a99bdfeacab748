/** The entries of a journal. Each is one transaction. */
import type { BookedExpense, BookedGiving, Payment } from '../../../books/documents.ts';

/** A giving, with its giver's name if givers are asked for, and otherwise without anything that identifies one. */
export type JournalGiving = BookedGiving & { giver: string | null };

export type Entry = JournalGiving | BookedExpense | Payment;

/** Merges lists that are each in the order of their dates into one list in that order. */
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

/** A list that is being read: the current page, empty at the end, and the place in it. */
type Head = { pages: AsyncGenerator<Entry[]>; page: readonly Entry[]; at: number };

async function nextHead(pages: AsyncGenerator<Entry[]>): Promise<Head> {
  const { value } = await pages.next();
  return { pages, page: (value as Entry[] | undefined) ?? [], at: 0 };
}

/** Returns the list whose next day is the earliest; of several, the first. */
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
