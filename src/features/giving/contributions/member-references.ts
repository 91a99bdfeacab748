/** How issued contribution statements refer to members: each one stores the id of the member to whom it was issued. */
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { MemberReferences } from '../../people/members/references.ts';
import { listIssuedTo, moveIssued } from './queries.ts';
import { statementNumber } from './rules.ts';

export const contributionReferences: MemberReferences = {
  columns: ['contributionStatements.memberId'],
  move: async (app, from, to) => {
    const changes: Changes = { memberId: [from.id, to.id] };
    const moved = await moveIssued(app.db, from.id, to.id);
    const facts = moved.map(({ year, number }): Fact => {
      const entityId = statementNumber(year, number);
      return { action: 'ContributionStatementMoved', entityType: 'ContributionStatement', entityId, changes };
    });
    await record(app, ...facts);
  },
  // The database sets the column to null when the member is erased. The statement's number, year and hash remain.
  erase: async () => ({}),
  references: async ({ db }, ids) => {
    const issued = await listIssuedTo(db, ids);
    return new Map(
      issued.map(({ memberId, year, number }) => [memberId, `contribution statement ${number} of ${year}`]),
    );
  },
};
