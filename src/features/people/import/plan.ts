/**
 * Plans an import of people: which people are new, which exist already, which families they join, and which faults
 * prevent the import.
 */
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

/**
 * A member in the records or a line of the file that has an envelope number or a user account, or that describes the
 * same person as a candidate.
 */
type Holder = { memberId: number; line?: never } | { memberId: null; line: number };

/** Plans an import. Skips people who are in the records or earlier in the file, unless `allowDuplicates` is true. */
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
 * Returns a finder of duplicates. It finds the member, or the earlier line of the file, that describes the same person
 * as a candidate. Two records describe the same person if they have the same name and also the same birth date, e-mail
 * address or number in the other program. A candidate with the id and the name of a member is also the same person as
 * that member.
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

/**
 * Replaces the last name in a key. With this key, a row with only a Chinese name matches a member with any last name.
 */
const ANY_LAST_NAME = '*';

/** True if the last name of a row is in Chinese. The row then also matches members whose last name is in English. */
function isByChineseName({ lastName }: Names): boolean {
  return /^\p{Script=Han}/u.test(lastName);
}

type Conflict = { path: 'offeringNumber' | 'userId'; code: string; message: string };

/**
 * Returns a function that checks the envelope number and user account of a candidate. Each must be free: no member in
 * the records and no earlier line of the file may have it. The user account must exist.
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

/** Claims a number or account for a holder. If the number or account is already taken, returns its current holder. */
function claim<K>(taken: Map<K, Holder>, key: K, holder: Holder): Holder | undefined {
  const before = taken.get(key);
  if (!before) taken.set(key, holder);
  return before;
}

function called({ memberId, line }: Holder): string {
  return memberId === null ? `line ${line}` : `member ${memberId}`;
}
