import { type App, inSnapshot } from '../../app.ts';
import { countMembers, listMembersAfter } from './queries.ts';
import type { Member } from './schema.ts';

/** A member with the name of their family. */
export type ExportedMember = Member & { familyName: string | null };

/** Members read at once: a quick query, and little to hold. */
const PAGE = 500;

/** Hands every live member to a consumer, page by page in the order of the ids, as they were at one moment. */
export function exportMembers<T>(
  app: App,
  consume: (pages: AsyncIterable<ExportedMember[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async (app) => consume(pagesOf(app), await countMembers(app.db)));
}

async function* pagesOf({ db }: App): AsyncGenerator<ExportedMember[]> {
  let page = await listMembersAfter(db, 0, PAGE);
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page;
    page = page.length < PAGE ? [] : await listMembersAfter(db, last.id, PAGE);
  }
}
