/** How expenses refer to members: the payee is the member who is paid back. */
import { type App, modified } from '../../../app.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { MemberReferences } from '../../people/members/references.ts';
import { listFirstOf, moveExpenses } from './queries.ts';

export const expenseReferences: MemberReferences = {
  columns: ['expenses.memberId'],
  move: async (app, from, to) => {
    await reassign(app, from.id, to.id);
  },
  erase: async (app, { id }) => ({ expenses: await reassign(app, id, null) }),
  references: async ({ db }, ids) =>
    new Map([...(await listFirstOf(db, ids))].map(([memberId, id]) => [memberId, `expense ${id}`])),
};

/**
 * Replaces the payee `from` of expenses with the member `to`, or with nobody. No figure changes. Returns the ids of the
 * changed expenses.
 */
async function reassign(app: App, from: number, to: number | null): Promise<number[]> {
  const ids = await moveExpenses(app.db, from, { memberId: to, ...modified(app) });
  const changes: Changes = { memberId: [from, to] };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'ExpenseUpdated', entityType: 'Expense', entityId, changes })),
  );
  return ids;
}
