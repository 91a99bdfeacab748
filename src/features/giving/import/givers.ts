/** Finds the giver of each row of an import of givings, or plans a new member. */
import { isChineseNickname } from '../../../lib/names.ts';
import { fullName } from '../../../lib/person-name.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { askedAbout, type Decision, type Decisions, NEW_PERSON } from '../../imports/decisions.ts';
import { type NumberedRow, numberFaults } from '../../people/import/identity-rules.ts';
import {
  called,
  type Identity,
  isOfSeveral,
  memberOf,
  type NamedPerson,
  namesOf,
  type PersonFinder,
  wholeName,
} from '../../people/import/person-finder.ts';
import { numbersOf } from '../../people/import/person-keys.ts';
import type { NewMember } from '../../people/members/schema.ts';
import type { Fault, Plan } from './plan.ts';
import type { GivingField } from './columns.ts';
import { type Candidate, GIVER_FIELDS, giverFieldOf, type GivingTable } from './rows.ts';

export type GiverFlags = {
  /** Whether givers who are not members are added as members. */
  createMembers: boolean;
  /** Whether givers who only resemble a member are added, too. */
  createSimilar: boolean;
  decisions: Decisions;
  /** Whether a row without a giver has none even if rows above it have one. */
  blankGivers: boolean;
};

type Context = GiverFlags &
  Pick<GivingTable, 'headers'> & {
    candidates: readonly Candidate[];
    /** The members, by id. */
    members: ReadonlyMap<number, Identity>;
    lastId: number;
  };

/**
 * Returns a function that finds the giver of a row. If `createMembers` is true, the function plans a new member for a
 * giver who is not found. A giver whose name is near that of a member is never added, unless somebody decided so.
 */
export function giverPlanner(plan: Plan, finder: PersonFinder, context: Context) {
  const { createMembers, createSimilar, decisions, candidates, members, lastId } = context;
  const decided = decisionsByGiver(candidates, decisions);
  const chosen = chooser(members);
  const faults = numberFaults(numberedRows(candidates, decided), {
    stored: numbersOf([...members.values()]),
    nameOf: (giver) => namesOf(giver)[0] ?? null,
    isHolder: finder.isHolder,
  });
  return ({ row }: Candidate, giver: NamedPerson): number | Fault => {
    const path = giverFieldOf(row);
    const decision = decided.size === 0 ? undefined : decided.get(JSON.stringify(giver));
    if (typeof decision === 'number') return chosen(decision, path);
    const damage = faults.get(row.line);
    if (damage) return { path: 'memberExternalId', ...damage, message: `${damage.message}${SAY_WHO}` };
    const found = finder.find(giver);
    if ('id' in found) {
      if (found.was !== undefined) plan.formerMatches.push({ line: row.line, memberId: found.id, was: found.was });
      return found.id;
    }
    if ('fault' in found) {
      const { among, ...fault } = found.fault;
      const choice = among ? `; choose one with --same-as ${row.line}=${among[0]}` : '';
      const choices = among?.flatMap((id) => peopleOf(members.get(id)));
      return { path, ...fault, message: `${fault.message}${choice}`, ...(choices && { choices }) };
    }
    const near = decision === 'new' || createSimilar ? [] : finder.near(giver);
    if (near.length > 0) {
      const choices = near.flatMap(peopleOf);
      const people = choices.map(({ value, label }) => ({ id: value, name: label }));
      const message = `names somebody who is not a member: ${found.unknown}; ${askedAbout(row.line, people)}`;
      return { path, code: 'similar_giver', message, choices: [...choices, NEW_PERSON] };
    }
    if (isOfSeveral(giver)) {
      const message = `${found.unknown} are several people; name one of them, or choose a member with --same-as ${row.line}=ID`;
      return { path, code: 'several_people', message, choices: [] };
    }
    if (!createMembers && decision !== 'new') {
      const message = `names somebody who is not a member: ${found.unknown}; add missing members with --create-members`;
      return { path, code: 'unknown_giver', message, choices: [NEW_PERSON] };
    }
    const input = newMember(giver, finder, { line: row.line, who: found.unknown, isDecided: decision === 'new' });
    if ('code' in input) return { path, ...input };
    const id = lastId + plan.members.length + 1;
    plan.members.push({ id, input, line: row.line });
    finder.learn({ ...input, id, emailKey: input.email && emailKeyOf(input.email), familyName: null });
    return id;
  };
}

/** Returns a member as a choice, or nothing if there is no member. */
const peopleOf = (member: Identity | undefined) => (member ? [{ value: member.id, label: fullName(member) }] : []);

const SAY_WHO = ', or say who it is with --same-as LINE=ID';

/** Returns a function that returns the member whom somebody chose, or a fault if there is no such member. */
function chooser(members: ReadonlyMap<number, Identity>) {
  return (id: number, path: GivingField): number | Fault => {
    const message = `is said to be member ${id}, who does not exist; name another with --same-as`;
    return members.has(id) ? id : { path, code: 'unknown_reference', message };
  };
}

/** Returns the new member for a giver, or why there can be none. A nickname becomes a member only if somebody decided so. */
function newMember(
  giver: NamedPerson,
  finder: PersonFinder,
  { line, who, isDecided }: { line: number; who: string; isDecided: boolean },
): NewMember | Omit<Fault, 'path'> {
  const made = memberOf(giver);
  if ('errors' in made) {
    const [{ path: field, code, message } = { path: 'name', code: 'required', message: 'is required' }] = made.errors;
    const isName = code === 'required';
    const why = isName ? 'the name cannot be divided into first and last name' : `${field} ${message}`;
    return { code: isName ? 'undivided_name' : code, message: `${who} cannot be added: ${why}` };
  }
  if (!isDecided && isChineseNickname(wholeName(made.value))) {
    const choice = `choose a member with --same-as ${line}=ID, or add this name with --new ${line}`;
    const message = `${who} cannot be added, because it looks like a nickname; write the whole name, ${choice}`;
    return { code: 'undivided_name', message };
  }
  const holder = finder.find({ ...UNNAMED, offeringNumber: giver.offeringNumber });
  if (!('id' in holder)) return made.value;
  const message = `${who} cannot be added: member ${holder.id} already has envelope number ${giver.offeringNumber}`;
  return { code: 'offering_number_taken', message };
}

const UNNAMED = {
  id: null,
  externalId: null,
  email: null,
  name: null,
  firstName: null,
  lastName: null,
  familyName: null,
  familyNumber: null,
};

/**
 * Returns a function for the rows without a giver. It returns the member whom somebody chose for a row, null if the gift has
 * no giver, or a fault if the row may belong to the giver of a row above it.
 */
export function blankPlanner({ headers, blankGivers, decisions, candidates, members }: Context) {
  const field = GIVER_FIELDS.find((one) => headers[one] !== undefined) ?? 'memberId';
  const blanks: ReadonlySet<Candidate> = blankGivers ? new Set() : blanksIn(candidates);
  const chosen = chooser(members);
  return (candidate: Candidate): number | Fault | null => {
    const decision = candidate.gift.isAnonymous ? undefined : decisions.get(candidate.row.line);
    if (typeof decision === 'number') return chosen(decision, field);
    return blanks.has(candidate) ? { path: field, ...BLANK } : null;
  };
}

const BLANK = {
  code: 'giver_blank',
  choices: [],
  message:
    'is blank below a row with a giver, as merged cells are; fill the name in, choose a member with --same-as LINE=ID, or ' +
    'import the rows without a giver with --blank-givers',
};

/**
 * Returns the rows whose giver may be that of a row above: they have none, and the file names givers before. A spreadsheet
 * writes merged cells like this. Vestry's own export leaves a giver out only if there is none.
 */
function blanksIn(candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  const first = candidates.findIndex(({ giver }) => giver !== null);
  const below = first < 0 ? [] : candidates.slice(first);
  const isBlank = ({ row, giver, gift, id }: Candidate) =>
    giver === null &&
    !gift.isAnonymous &&
    id === null &&
    GIVER_FIELDS.every((field) => row.values[field] === undefined);
  return new Set(below.filter(isBlank));
}

/** Returns the rows with a number for their giver about which nothing was decided. */
function numberedRows(
  candidates: readonly Candidate[],
  decided: ReadonlyMap<string, Decision>,
): NumberedRow<NamedPerson>[] {
  return candidates.flatMap(({ row: { line }, giver }) => {
    if (giver === null || giver.externalId === null) return [];
    if (decided.size > 0 && decided.has(JSON.stringify(giver))) return [];
    return [{ line, number: giver.externalId, who: called(giver), email: giver.email, person: giver }];
  });
}

/** Returns what was decided, by giver, because one giver may have many rows. */
function decisionsByGiver(candidates: readonly Candidate[], decisions: Decisions): Map<string, Decision> {
  const decided = new Map<string, Decision>();
  if (decisions.size === 0) return decided;
  for (const { row, giver } of candidates) {
    const decision = decisions.get(row.line);
    if (giver !== null && decision !== undefined) decided.set(JSON.stringify(giver), decision);
  }
  return decided;
}
