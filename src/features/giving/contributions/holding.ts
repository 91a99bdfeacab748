/** What issued contribution statements hold of members: who got them. */
import type { Holding } from '../../people/members/holdings.ts';
import { listIssuedTo, moveIssued } from './queries.ts';

export const contributionsHolding: Holding = {
  columns: ['contributionStatements.memberId'],
  move: ({ db }, from, to) => moveIssued(db, from.id, to.id),
  // The database clears the column when the member goes; number, year and digest stay.
  erase: async () => ({}),
  references: async ({ db }, ids) => {
    const issued = await listIssuedTo(db, ids);
    return new Map(
      issued.map(({ memberId, year, number }) => [memberId, `contribution statement ${number} of ${year}`]),
    );
  },
};
