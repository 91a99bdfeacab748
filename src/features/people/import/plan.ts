/** Plans an import: who is new, who exists already, who joins which family, and what prevents it. */
import { missingReference } from '../../../errors.ts';
import { giveIds } from '../../../lib/import-ids.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { fold } from '../../../lib/fold.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { type Family, familyFinder } from './families.ts';
import type { Candidate, MemberTable } from './rows.ts';
import type { MemberImport } from '../members/schema.ts';

/** The church's records that an import needs. */
export type Records = {
  people: readonly (Names & {
    id: number;
    emailKey: string | null;
    externalId: string | null;
    offeringNumber: string | null;
    userId: number | null;
  })[];
  families: readonly { id: number; name: string }[];
  users: ReadonlySet<number>;
  lastMemberId: number;
  lastFamilyId: number;
};

type Names = {
  firstName: string;
  lastName: string;
  chineseName: string | null;
  birthDate: string | null;
};

export type Plan = {
  members: { id: number; candidate: Candidate; family: Family | null }[];
  families: Family[];
  duplicates: MemberImport['duplicates'];
  skipped: number;
  faults: ImportFault[];
};

/** The owner of a number or link: a member, or a line of the file. */
type Holder = { memberId: number; line?: never } | { memberId: null; line: number };

/** Plans an import. People who exist already, in the records or earlier in the file, are skipped unless allowed. */
export function planImport(
  candidates: readonly Candidate[],
  records: Records,
  { headers, allowDuplicates }: Pick<MemberTable, 'headers'> & { allowDuplicates: boolean },
): Plan {
  const finder = familyFinder(records.families, candidates);
  const duplicateOf = duplicateFinder(records);
  const conflictsOf = conflictFinder(records);
  const plan: Plan = { members: [], families: [], duplicates: [], skipped: 0, faults: [] };
  for (const candidate of candidates) {
    const { row, input } = candidate;
    const holder = duplicateOf(candidate);
    if (holder) {
      const { memberId, line = null } = holder;
      plan.duplicates.push({
        line: row.line,
        name: `${input.firstName} ${input.lastName}`,
        memberId,
        duplicateOf: line,
      });
      if (!allowDuplicates) {
        plan.skipped += 1;
        continue;
      }
    }
    const found = finder.find(candidate);
    const faults = [...('fault' in found ? [found.fault] : []), ...conflictsOf(candidate)];
    plan.faults.push(...faults.map((fault) => faultAt({ headers }, row, fault)));
    plan.members.push({ id: 0, candidate, family: 'fault' in found ? null : found.family });
  }
  plan.families = [...finder.made.values()];
  giveIds(plan.families, ({ wanted }) => wanted, records.lastFamilyId);
  giveIds(plan.members, ({ candidate }) => candidate.id, records.lastMemberId);
  return plan;
}

/**
 * Finds the existing person that a candidate is: the same name with the same birth date, e-mail address or number in
 * the other program; or the same id of ours.
 */
function duplicateFinder({ people }: Records): (candidate: Candidate) => Holder | undefined {
  const holders = new Map<string, Holder>();
  const byId = new Map(people.map((person) => [person.id, nameOf(person)]));
  const learn = (keys: readonly string[], holder: Holder) => {
    for (const key of keys) if (!holders.has(key)) holders.set(key, holder);
  };
  for (const person of people) learn(identityKeys(person), { memberId: person.id });
  return ({ id, input, row }) => {
    const keys = identityKeys({ ...input, emailKey: input.email && emailKeyOf(input.email) });
    const isSame = id !== null && byId.get(id) === nameOf(input);
    const known = keys.find((key) => holders.has(key) && (isByChineseName(input) || !key.startsWith(ANY_LAST_NAME)));
    const holder = isSame ? { memberId: id } : holders.get(known ?? '');
    learn(keys, { memberId: null, line: row.line });
    return holder;
  };
}

function nameOf({ firstName, lastName }: Pick<Names, 'firstName' | 'lastName'>): string {
  return fold(`${firstName} ${lastName}`);
}

function identityKeys(person: Names & { emailKey: string | null; externalId: string | null }): string[] {
  const { chineseName, lastName, birthDate, emailKey, externalId } = person;
  const marks = [birthDate, emailKey, externalId && `#${externalId}`].filter((mark) => mark !== null);
  if (marks.length === 0) return [];
  const chinese = chineseName === null ? [] : [lastName, ANY_LAST_NAME].map((last) => fold(`${last} ${chineseName}`));
  return [nameOf(person), ...chinese].flatMap((name) => marks.map((mark) => `${name}\n${mark}`));
}

/** Stands for any last name in another script. */
const ANY_LAST_NAME = '*';

/** Whether the row has only the Chinese name; otherwise the last name must agree, too. */
function isByChineseName({ lastName }: Names): boolean {
  return /^\p{Script=Han}/u.test(lastName);
}

type Conflict = { path: 'offeringNumber' | 'userId'; code: string; message: string };

/**
 * Finds those of a candidate's numbers and links that belong to somebody else, in the records or earlier in the file.
 */
function conflictFinder({ people, users }: Records): (candidate: Candidate) => Conflict[] {
  const numbers = new Map<string, Holder>();
  const links = new Map<number, Holder>();
  for (const { id, offeringNumber, userId } of people) {
    if (offeringNumber !== null) numbers.set(offeringNumber, { memberId: id });
    if (userId !== null) links.set(userId, { memberId: id });
  }
  return ({ input: { offeringNumber, userId = null }, row }) => {
    const conflicts: Conflict[] = [];
    const own: Holder = { memberId: null, line: row.line };
    const number = offeringNumber === null ? undefined : claim(numbers, offeringNumber, own);
    if (number) {
      const message = `is taken by ${called(number)}`;
      conflicts.push({ path: 'offeringNumber', code: 'offering_number_taken', message });
    }
    if (userId !== null && !users.has(userId)) {
      conflicts.push({ ...missingReference('userId', 'user'), path: 'userId' });
    }
    const link = userId === null ? undefined : claim(links, userId, own);
    if (link) {
      const message = `names a user who is already linked to ${called(link)}`;
      conflicts.push({ path: 'userId', code: 'user_already_linked', message });
    }
    return conflicts;
  };
}

/** Claims a number for its owner, or returns who has it. */
function claim<K>(taken: Map<K, Holder>, key: K, holder: Holder): Holder | undefined {
  const before = taken.get(key);
  if (!before) taken.set(key, holder);
  return before;
}

function called({ memberId, line }: Holder): string {
  return memberId === null ? `line ${line}` : `member ${memberId}`;
}
