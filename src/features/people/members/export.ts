import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import { countMembers, listMembersAfter } from './queries.ts';
import type { Member } from './schema.ts';

/** A member with the name of their family. */
export type ExportedMember = Member & { familyName: string | null };

/**
 * Passes all live members to `consume`, page by page in the order of their ids. All pages come from one snapshot of the
 * database.
 */
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
