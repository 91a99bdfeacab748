/** How givings refer to members: a giving may name the member who gave. */
import { type App, modified } from '../../../app.ts';
import { record } from '../../audit/service.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import type { MemberReferences, Named } from '../../people/members/references.ts';
import { findLastDate, listFirstOf, moveGivings } from './queries.ts';

export const givingReferences: MemberReferences = {
  columns: ['givings.memberId'],
  move: async (app, from, to) => {
    await reassign(app, from, to);
  },
  erase: async (app, { id, name }) => ({ givings: await reassign(app, { id, name }, null) }),
  references: async ({ db }, ids) =>
    new Map([...(await listFirstOf(db, ids))].map(([memberId, id]) => [memberId, `giving ${id}`])),
  lastDay: ({ db }, memberId) => findLastDate(db, memberId, 'date'),
  lastGift: ({ db }, memberId) => findLastDate(db, memberId, 'giftDate'),
};

/**
 * Moves all givings of one person to another person, or to nobody. This includes givings that are deleted, in locked
 * sessions or in finalized months, because no figure changes. Returns the ids of the givings.
 */
async function reassign(app: App, from: Named, to: Named | null): Promise<number[]> {
  const ids = await moveGivings(app.db, from.id, { memberId: to?.id ?? null, ...modified(app) });
  const changes: Changes = { memberId: [from.id, to?.id ?? null], ...(to && { memberName: [from.name, to.name] }) };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'GivingUpdated', entityType: 'Giving', entityId, changes })),
  );
  return ids;
}
