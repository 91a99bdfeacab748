import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import { countMembers, listMembersAfter } from './queries.ts';
import type { Member } from './schema.ts';

/** A member with the name of their family. */
export type ExportedMember = Member & { familyName: string | null };

/** Passes every live member to a consumer, page by page in the order of the ids, as they were at one moment. */
export function exportMembers<T>(
  app: App,
  consume: (pages: AsyncIterable<ExportedMember[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async ({ db }) => {
    const pages = pagesByKey(
      0,
      ({ id }: ExportedMember) => id,
      (after, limit) => listMembersAfter(db, after, limit),
    );
    return consume(pages, await countMembers(db));
  });
}
