/** Finds people who may be the person in a row of a file, because their names are the same or near. */
import { fullName } from '../../../lib/person-name.ts';
import { breathe } from '../../../lib/chunks.ts';
import { nameIndex } from '../../../lib/names.ts';
import type { NewMember } from '../members/schema.ts';
import type { FormerRecord } from '../members/table.ts';

type Named = Pick<NewMember, 'firstName' | 'lastName' | 'chineseName' | 'nickname' | 'birthDate' | 'externalId'> & {
  /** The records that were merged into a member. */
  former?: readonly FormerRecord[];
};

/** A person who may be the one in a row: a member, or the person in an earlier row. */
export type SimilarPerson = { memberId: number | null; line: number | null; name: string };

export type SimilarFinder = {
  find: (row: Named) => SimilarPerson[];
  /** Adds the person in a row, whom later rows may resemble. */
  learn: (row: Named, line: number) => void;
};

/** How many people are named for one row. */
const MOST = 5;
/** How many members are indexed between two pauses. */
const STEP = 500;

/** Returns a finder that knows the members. */
export async function similarFinder(members: readonly (Named & { id: number })[]): Promise<SimilarFinder> {
  const index = nameIndex<{ person: SimilarPerson; named: Named }>();
  const add = (named: Named, place: Omit<SimilarPerson, 'name'>) => {
    const entry = { person: { ...place, name: fullName(named) }, named };
    for (const name of [named, ...(named.former ?? [])]) index.add(name, entry);
  };
  for (const [at, member] of members.entries()) {
    if (at % STEP === STEP - 1) await breathe();
    add(member, { memberId: member.id, line: null });
  }
  return {
    find: (row) =>
      [...new Set([...index.same(row), ...index.near(row)])]
        .filter(({ named }) => mayBeOne(named, row))
        .map(({ person }) => person)
        .slice(0, MOST),
    learn: (row, line) => add(row, { memberId: null, line }),
  };
}

/** False if two records have different birth dates, or different numbers in the program that the church used before. */
function mayBeOne(one: Named, other: Named): boolean {
  if (one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate) return false;
  const numbers = [one, ...(one.former ?? [])].map(({ externalId }) => externalId);
  return other.externalId === null || one.externalId === null || numbers.includes(other.externalId);
}
