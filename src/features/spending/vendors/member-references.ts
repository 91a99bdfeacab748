/** How vendors refer to members: a vendor may be a member, such as an organist. */
import { type App, modified } from '../../../app.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { MemberReferences } from '../../people/members/references.ts';
import { listFirstOf, moveVendors } from './queries.ts';

export const vendorReferences: MemberReferences = {
  columns: ['vendors.memberId'],
  move: async (app, from, to) => {
    await reassign(app, from.id, to.id);
  },
  erase: async (app, { id }) => ({ vendors: await reassign(app, id, null) }),
  references: async ({ db }, ids) =>
    new Map([...(await listFirstOf(db, ids))].map(([memberId, id]) => [memberId, `vendor ${id}`])),
};

/** Replaces the member `from` of vendors with the member `to`, or with nobody. Returns the ids of the changed vendors. */
async function reassign(app: App, from: number, to: number | null): Promise<number[]> {
  const ids = await moveVendors(app.db, from, { memberId: to, ...modified(app) });
  const changes: Changes = { memberId: [from, to] };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'VendorUpdated', entityType: 'Vendor', entityId, changes })),
  );
  return ids;
}
