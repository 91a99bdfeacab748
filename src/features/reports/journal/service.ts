import { type App, inSnapshot } from '../../../app.ts';
import type { Db } from '../../../db/connect.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { type Chart, chartOf } from './chart.ts';
import { type Entry, inOrder } from './entries.ts';
import { countEntries, FIRST_PLACE, listExpenses, listGivings, listPayments, type Part } from './queries.ts';
import { entryText, journalHead } from './text.ts';

/** Which days, and whether with the givers' names. */
export type JournalRequest = { span: DateSpan; withGivers: boolean };

/** So many transactions are handed on at once. */
const PART = 500;

/**
 * Hands the journal to a consumer, part by part in the order of the days, as the books were at one moment. Each part
 * says how many entries it holds; the first is the head.
 */
export function exportJournal<T>(
  app: App,
  request: JournalRequest,
  consume: (parts: AsyncIterable<{ text: string; entries: number }>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async (app) => {
    const { name, currency } = await getChurch(app);
    const chart = chartOf({
      currency,
      categories: (await listCategories(app, true)).items,
      groups: (await listExpenseCategories(app)).items,
      ministries: (await listMinistries(app)).items,
    });
    const head = journalHead(name, request.span, chart);
    return consume(journalParts(app.db, request, head, chart), await countEntries(app.db, request.span));
  });
}

async function* journalParts(db: Db, request: JournalRequest, head: string, chart: Chart) {
  yield { text: head, entries: 0 };
  let texts: string[] = [];
  for await (const entry of inOrder(sourcesOf(db, request))) {
    texts.push(entryText(entry, chart));
    if (texts.length < PART) continue;
    yield { text: texts.join(''), entries: texts.length };
    texts = [];
  }
  if (texts.length > 0) yield { text: texts.join(''), entries: texts.length };
}

function sourcesOf(db: Db, { span, withGivers }: JournalRequest): AsyncGenerator<Entry[]>[] {
  const pages = <T extends Entry>(read: (part: Part) => Promise<T[]>) =>
    pagesByKey(
      FIRST_PLACE,
      ({ date, id }: T) => ({ date, id }),
      (after, limit) => read({ span, after, limit }),
    );
  return [
    pages((part) => listGivings(db, part, withGivers)),
    pages((part) => listExpenses(db, part)),
    pages((part) => listPayments(db, part)),
  ];
}
