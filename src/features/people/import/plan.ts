/**
 * Plans an import of people: which people are new, which exist already, which families they join, and which faults
 * prevent the import.
 */
import { fullName } from '../../../lib/person-name.ts';
import { missingReference } from '../../../errors.ts';
import { breathe, eachRow, inChunks } from '../../../lib/chunks.ts';
import { giveIds } from '../../../lib/import-ids.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { fold, foldForSearch } from '../../../lib/fold.ts';
import { differ, haveSameName, isChineseNickname } from '../../../lib/names.ts';
import { namesSeveral } from '../../../lib/read-name.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { type Family, familyFinder } from './families.ts';
import { DAMAGED, damageIn, numberFaults } from './identity-rules.ts';
import { wholeName } from './person-finder.ts';
import { numbersOf } from './person-keys.ts';
import { textOf } from '../../imports/rows.ts';
import type { Candidate, MemberTable } from './rows.ts';
import type { SimilarFinder, SimilarPerson } from './similar.ts';
import { askedAbout, type Decisions, NEW_PERSON } from '../../imports/decisions.ts';
import type { SettledMember } from '../members/rules.ts';
import type { Address } from '../../../lib/address.ts';
import type { FamilyRole, MemberImport } from '../members/schema.ts';
import type { FormerRecord } from '../members/table.ts';

/** The church's records that an import needs. */
export type Records = {
  people: readonly (Names & {
    id: number;
    firstName: string;
    lastName: string;
    birthDate: string | null;
    nickname: string | null;
    emailKey: string | null;
    externalId: string | null;
    offeringNumber: string | null;
    userId: number | null;
    familyUnitId: number | null;
    familyRole: FamilyRole | null;
    former?: readonly FormerRecord[];
  })[];
  families: readonly { id: number; name: string; address: Address | null }[];
  users: ReadonlySet<number>;
  lastMemberId: number;
  lastFamilyId: number;
};

/** Why a row may be no new person: it resembles somebody, looks like a nickname, or names a couple, a family or an estate. */
type Reason = keyof typeof CODES;

type Names = {
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
};

export type Plan = {
  members: { id: number; candidate: Candidate; family: Family | null }[];
  families: Family[];
  duplicates: MemberImport['duplicates'];
  formerMatches: MemberImport['formerMatches'];
  /** The rows that may be no new person, and about which nothing was decided. They are not planned. */
  undecided: { line: number; name: string; people: SimilarPerson[]; reason: Reason }[];
  skipped: number;
  faults: ImportFault[];
};

/**
 * A member in the records or a line of the file that has an envelope number or a user account, or that describes the
 * same person as a candidate. `was` is the number or address of the candidate if only a merged record had it.
 */
type Holder = { memberId: number; line?: never; was?: string } | { memberId: null; line: number; was?: never };

type Options = Pick<MemberTable, 'headers'> & {
  allowDuplicates: boolean;
  decisions: Decisions;
  /** Finds people who may be the person in a row. Without it, only certain duplicates are found. */
  similar: SimilarFinder | undefined;
};

/** How many rows are planned at once. Comparing one with all names takes up to half a millisecond. */
const AT_ONCE = 20;

/** Plans an import. Skips people who are in the records or earlier in the file, unless `allowDuplicates` is true. */
export async function planImport(
  candidates: readonly Candidate[],
  records: Records,
  { headers, allowDuplicates, decisions, similar }: Options,
): Promise<Plan> {
  const finder = await familyFinder(records, candidates);
  await breathe();
  const duplicateOf = await duplicateFinder(records);
  const conflictsOf = await conflictFinder(records);
  const people = new Set(records.people.map(({ id }) => id));
  const numberFaultOf = await numberChecker(candidates, records, decisions);
  await breathe();
  const found = { duplicates: [], formerMatches: [], undecided: [], skipped: 0, faults: [] };
  const plan: Plan = { members: [], families: [], ...found };
  const take = (candidate: Candidate) => {
    const { row, input } = candidate;
    const decision = decisions.get(row.line);
    const known = duplicateOf(candidate);
    const fault = numberFaultOf(candidate, known !== undefined);
    if (fault) {
      plan.faults.push(faultAt({ headers }, row, fault));
      return;
    }
    const holder: Holder | undefined = typeof decision === 'number' ? { memberId: decision } : known;
    if (typeof decision === 'number' && !people.has(decision)) {
      plan.faults.push({ line: row.line, column: null, field: null, ...NO_MEMBER });
    }
    if (holder) {
      const { memberId, line = null, was } = holder;
      if (was !== undefined) plan.formerMatches.push({ line: row.line, memberId, was });
      plan.duplicates.push({ line: row.line, name: fullName(input), memberId, duplicateOf: line });
      if (!allowDuplicates) {
        plan.skipped += 1;
        return;
      }
    }
    const alike = decision === undefined ? (similar?.find(input) ?? []) : [];
    similar?.learn(input, row.line);
    const reason = decision === undefined ? doubtAbout(candidate, alike) : undefined;
    if (reason !== undefined) {
      plan.undecided.push({ line: row.line, name: fullName(input), people: alike, reason });
      return;
    }
    const found = finder.find(candidate);
    const family = 'fault' in found ? null : found.family;
    const faults = [...('fault' in found ? [found.fault] : []), ...conflictsOf(candidate, family)];
    plan.faults.push(...faults.map((fault) => faultAt({ headers }, row, fault)));
    plan.members.push({ id: 0, candidate, family });
  };
  await inChunks(candidates, async (part) => part.forEach(take), AT_ONCE);
  await breathe();
  plan.families = finder.made;
  giveIds(plan.families, ({ wanted }) => wanted, records.lastFamilyId);
  giveIds(plan.members, ({ candidate }) => candidate.id, records.lastMemberId);
  return plan;
}

/**
 * Returns a function that checks the number that a row has for its person, unless something was decided about the row: it
 * must not be damaged, not stand beside another name in the file, and not belong to a member with another name.
 */
async function numberChecker(candidates: readonly Candidate[], { people }: Records, decisions: Decisions) {
  const holders = new Map<string, Records['people'][number]>();
  await eachRow(people, (person) => {
    for (const number of numbersOf([person])) if (!holders.has(number)) holders.set(number, person);
  });
  for (const person of people) if (person.externalId !== null) holders.set(person.externalId, person);
  await breathe();
  const rows = candidates.flatMap(({ row: { line }, input }) => {
    const { externalId: number, email } = input;
    return number === null || decisions.has(line) ? [] : [{ line, number, who: fullName(input), email, person: input }];
  });
  const known = { stored: new Set(holders.keys()), nameOf: (input: SettledMember) => input, isHolder: () => false };
  const faults = numberFaults(rows, known);
  return ({ row: { line }, input }: Candidate, isKnown: boolean) => {
    const { externalId, offeringNumber } = input;
    if (decisions.has(line)) return undefined;
    if (offeringNumber !== null && damageIn([offeringNumber], new Set())(offeringNumber))
      return { path: 'offeringNumber' as const, ...DAMAGED };
    const fault = faults.get(line);
    if (fault) return { path: 'externalId' as const, ...fault };
    const holder = externalId === null || isKnown ? undefined : holders.get(externalId);
    if (!holder || [holder, ...(holder.former ?? [])].some((one) => !differ(one, input))) return undefined;
    const message = `belongs to member ${holder.id}, ${fullName(holder)}, but the row names ${fullName(input)}; correct the number or the name`;
    return { path: 'externalId' as const, code: 'identity_contradicts', message };
  };
}

/** Returns why a row may be no new person, or undefined. What Vestry exported was a person before. */
function doubtAbout({ row, input, id }: Candidate, alike: readonly SimilarPerson[]): Reason | undefined {
  const { fullName, firstName, lastName, chineseName } = row.values;
  const written = [textOf(fullName), textOf(chineseName)];
  const isOfSeveral = written.some((text) => namesSeveral(text)) || namesSeveral(textOf(firstName), textOf(lastName));
  if (id === null && isOfSeveral) return 'Several';
  if (alike.length > 0) return 'Similar';
  return id === null && isChineseNickname(wholeName(input)) ? 'Nickname' : undefined;
}

const NO_MEMBER = { code: 'unknown_reference', message: 'is said to be a member who does not exist' };

const CODES = { Similar: 'similar_person', Nickname: 'undivided_name', Several: 'several_people' } as const;

/** Returns a fault for each row that may be a member, and says with which options somebody decides about the row. */
export function askedFaults({ undecided }: Plan): ImportFault[] {
  return undecided.map(({ line, name, people, reason }) => {
    const members = people.flatMap((one) => (one.memberId === null ? [] : [{ id: one.memberId, name: one.name }]));
    const choice = `or decide with --same-as ${line}=ID or --new ${line}`;
    const message = {
      Similar: `${name} is not a member: ${askedAbout(line, members)}`,
      Nickname: `${name} looks like a nickname; write the whole name, ${choice}`,
      Several: `${name} are several people; give each a row, ${choice}`,
    }[reason];
    return { line, column: null, field: null, code: CODES[reason], message };
  });
}

/** Returns a fault for each row that may be a person who is there already, and about which nothing was decided. */
export function undecidedFaults({ undecided }: Plan): ImportFault[] {
  return undecided.map(({ line, name: cell, people, reason }) => {
    const message = {
      Similar: `may be ${people.map((one) => `${one.name} (${called(one)})`).join(' or ')}; decide whether it is the same person`,
      Nickname: 'looks like a nickname; write the whole name, or decide that it is one',
      Several: 'names several people; give each a row, or decide that it is one person',
    }[reason];
    const choices = people.flatMap(({ memberId, name }) =>
      memberId === null ? [] : [{ value: memberId, label: name }],
    );
    const rows = people.flatMap(({ line, name }) => (line === null ? [] : [{ line, name }]));
    const about = { line, column: null, field: null, code: CODES[reason], message };
    return { ...about, cell, choices: [...choices, NEW_PERSON], rows };
  });
}

/**
 * Returns a finder of duplicates. It finds the member, or the earlier line of the file, that describes the same person
 * as a candidate. Two records describe the same person if they have the same name and also the same birth date, e-mail
 * address or number in the other program. Within the file, a near name is enough beside the same number. A candidate with the id and the name of a member is also the same person as
 * that member.
 */
async function duplicateFinder({ people }: Records): Promise<(candidate: Candidate) => Holder | undefined> {
  const byMark = new Map<string, { named: Names; holder: Holder }[]>();
  const byId = new Map<number, Names>(people.map((person) => [person.id, person]));
  const learn = (marks: readonly string[], named: Names, holder: Holder) => {
    for (const mark of marks) byMark.set(mark, [...(byMark.get(mark) ?? []), { named, holder }]);
  };
  await eachRow(people, (person) => learn(marksOf(person), person, { memberId: person.id }));
  await eachRow(people, ({ id, former = [], ...person }) => {
    for (const { email, externalId, ...record } of former) {
      const marks = marksOf({ birthDate: null, emailKey: email && emailKeyOf(email), externalId });
      for (const mark of marks) {
        const holder = { memberId: id, was: mark.replace(/^#/, '') };
        for (const named of [person, record]) learn([mark], named, holder);
      }
    }
  });
  return ({ id, input, row }) => {
    const marks = marksOf({ ...input, emailKey: input.email && emailKeyOf(input.email) });
    const own = id === null ? undefined : byId.get(id);
    const isSame = (mark: string, { named, holder }: { named: Names; holder: Holder }) =>
      areNamedAlike(named, input) || (holder.memberId === null && mark.startsWith('#') && !differ(named, input));
    const known = marks.flatMap((mark) => (byMark.get(mark) ?? []).filter((one) => isSame(mark, one))).at(0);
    learn(marks, input, { memberId: null, line: row.line });
    return id !== null && own && haveSameName(own, input) ? { memberId: id } : known?.holder;
  };
}

/** Returns what two records of one person have in common besides the name. */
function marksOf({ birthDate, emailKey, externalId }: Marked): string[] {
  return [birthDate, emailKey, externalId && `#${externalId}`].filter((mark) => mark !== null);
}

type Marked = { birthDate: string | null; emailKey: string | null; externalId: string | null };

/** True if two people have the same name, or the same last name and the same Chinese name. */
function areNamedAlike(one: Names, other: Names): boolean {
  if (haveSameName(one, other)) return true;
  if (one.chineseName === null || other.chineseName === null) return false;
  const keyOf = ({ lastName, chineseName }: Names) => foldForSearch(`${lastName} ${chineseName}`);
  return keyOf(one) === keyOf(other);
}

type Conflict = { path: 'offeringNumber' | 'userId'; code: string; message: string };

/**
 * Returns a function that checks the envelope number and user account of a candidate. Each must be free: no member in
 * the records and no earlier line of the file may have it. The user account must exist. If a couple or a family shares an
 * envelope number, the first of them keeps it, and it is removed from the candidates of the others.
 */
async function conflictFinder({ people, users }: Records) {
  const numbers = new Map<string, Holder & Relative>();
  const links = new Map<number, Holder>();
  await eachRow(people, ({ id, offeringNumber, userId, lastName, familyUnitId }) => {
    const relative = { lastName: fold(lastName), family: familyUnitId };
    if (offeringNumber !== null) numbers.set(offeringNumber, { memberId: id, ...relative });
    if (userId !== null) links.set(userId, { memberId: id });
  });
  return ({ input, row }: Candidate, family: Family | null): Conflict[] => {
    const { offeringNumber, userId = null } = input;
    const conflicts: Conflict[] = [];
    const own: Holder = { memberId: null, line: row.line };
    const relative = { lastName: fold(input.lastName), family: family?.input ? family : (family?.id ?? null) };
    const number = offeringNumber === null ? undefined : claim(numbers, offeringNumber, { ...own, ...relative });
    if (number && areRelated(number, relative)) input.offeringNumber = null;
    else if (number) {
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

/** What shows that two people may share an envelope number: their last name, and their family or its id. */
type Relative = { lastName: string; family: Family | number | null };

function areRelated(one: Relative, other: Relative): boolean {
  return one.lastName === other.lastName || (one.family !== null && one.family === other.family);
}

/** Claims a number or account for a holder. If the number or account is already taken, returns its current holder. */
function claim<K, H extends Holder>(taken: Map<K, H>, key: K, holder: H): H | undefined {
  const before = taken.get(key);
  if (!before) taken.set(key, holder);
  return before;
}

function called({ memberId, line = null }: Holder | SimilarPerson): string {
  return memberId === null ? `line ${line}` : `member ${memberId}`;
}
