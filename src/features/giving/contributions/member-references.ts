/** How issued contribution statements refer to members: each one stores the id of the member to whom it was issued. */
import type { MemberReferences } from '../../people/members/references.ts';
import { listIssuedTo, moveIssued } from './queries.ts';

export const contributionReferences: MemberReferences = {
  columns: ['contributionStatements.memberId'],
  move: ({ db }, from, to) => moveIssued(db, from.id, to.id),
  // The database sets the column to null when the member is erased. The statement's number, year and hash remain.
  erase: async () => ({}),
  references: async ({ db }, ids) => {
    const issued = await listIssuedTo(db, ids);
    return new Map(
      issued.map(({ memberId, year, number }) => [memberId, `contribution statement ${number} of ${year}`]),
    );
  },
};
