import { type App, inSnapshot } from '../../../app.ts';
import { badField } from '../../../errors.ts';
import { breathe, pagesByKey } from '../../../lib/chunks.ts';
import { csvHeader, csvRows } from '../../../lib/export-columns.ts';
import { MEMBER_FILE_COLUMNS } from './columns.ts';
import type { JointProblem } from '../families/schema.ts';
import { familyNames, jointProblems } from '../families/service.ts';
import { countMembers, findMemberIds, listMembers, listMembersAfter, listMembersByIds } from './queries.ts';
import type { Member, MemberFilter } from './schema.ts';

/** A member with the name of their family, and with what keeps the family from a joint statement. */
export type ExportedMember = Member & { familyName: string | null; jointProblem: JointProblem | null };

/**
 * Passes all live members to `consume`, page by page in the order of their ids. All pages come from one snapshot of the
 * database.
 */
export function exportMembers<T>(
  app: App,
  consume: (pages: AsyncIterable<ExportedMember[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async (app) => {
    const { db } = app;
    const problems = await jointProblems(app);
    const pages = pagesByKey(
      0,
      ({ id }: ExportedMember) => id,
      async (after, limit) => (await listMembersAfter(db, after, limit)).map((member) => withProblem(member, problems)),
    );
    return consume(pages, await countMembers(db));
  });
}

/** How many members are read at once. No page of a list is longer. */
const PAGE_SIZE = 200;

/**
 * Returns a file with all members that a filter finds, in the order of the filter. It can be imported again. Raises
 * `validation_failed` if a search finds more members than a search can list, because the file would lack the others.
 */
export function membersCsv(app: App, filter: MemberFilter): Promise<Buffer> {
  return inSnapshot(app, async (app) => {
    const parts = [csvHeader(MEMBER_FILE_COLUMNS)];
    const families = new Map((await familyNames(app)).map(({ id, name }) => [id, name]));
    const problems = await jointProblems(app);
    for await (const members of pagesOf(app, filter)) {
      const rows = members.map((one) =>
        withProblem({ ...one, familyName: families.get(one.familyUnitId ?? 0) ?? null }, problems),
      );
      parts.push(csvRows(MEMBER_FILE_COLUMNS, rows));
      await breathe();
    }
    return Buffer.from(parts.join(''));
  });
}

function withProblem<M extends Member>(member: M, problems: Awaited<ReturnType<typeof jointProblems>>) {
  return { ...member, jointProblem: problems.get(member.familyUnitId ?? 0) ?? null };
}

/** Yields the members of a filter page by page. A search runs only once. */
async function* pagesOf({ db }: App, filter: MemberFilter): AsyncGenerator<Member[]> {
  const hits = await findMemberIds(db, filter);
  if (hits?.isCapped) {
    const message = `finds more than ${hits.ids.length} members, which is too many for a file. Type more of the name, or leave the search empty to export everybody`;
    throw badField('search', 'too_many_hits', message);
  }
  if (hits) {
    for (let at = 0; at < hits.ids.length; at += PAGE_SIZE) {
      const ids = hits.ids.slice(at, at + PAGE_SIZE);
      const byId = new Map((await listMembersByIds(db, ids)).map((member) => [member.id, member]));
      yield ids.flatMap((id) => byId.get(id) ?? []);
    }
    return;
  }
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const found = await listMembers(db, { ...filter, page, pageSize: PAGE_SIZE });
    ({ totalPages } = found);
    yield found.items;
  }
}
