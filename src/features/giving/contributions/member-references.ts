/** What issued contribution statements know of members: who got them. */
import type { MemberReferences } from '../../people/members/references.ts';
import { listIssuedTo, moveIssued } from './queries.ts';

export const contributionReferences: MemberReferences = {
  columns: ['contributionStatements.memberId'],
  move: ({ db }, from, to) => moveIssued(db, from.id, to.id),
  // The database clears the column when the member is erased. Number, year and hash stay.
  erase: async () => ({}),
  references: async ({ db }, ids) => {
    const issued = await listIssuedTo(db, ids);
    return new Map(
      issued.map(({ memberId, year, number }) => [memberId, `contribution statement ${number} of ${year}`]),
    );
  },
};
