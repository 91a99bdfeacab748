/** Finds the member whom a row of an import names. Members whom the import adds can be found, too. */
import { fullName } from '../../../lib/person-name.ts';
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { eachRow } from '../../../lib/chunks.ts';
import { fold, foldForSearch } from '../../../lib/fold.ts';
import { differ, haveSameName, nameIndex, type PersonName } from '../../../lib/names.ts';
import { namesSeveral, readName } from '../../../lib/read-name.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { check } from '../../../validate.ts';
import { type FamilyRole, NewMember } from '../members/schema.ts';
import type { FormerRecord } from '../members/table.ts';
import { bareFamily, envelopeKey, familyKey, formerKeysOf, hasContactOf, hasKey, keysOf } from './person-keys.ts';

/** The fields of a row that name a person. */
export type NamedPerson = {
  /** The id of the member in Vestry, if the file is an export of Vestry. */
  id: number | null;
  externalId: string | null;
  email: string | null;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  offeringNumber: string | null;
  /** The name of the family that gave, in files that name no person. */
  familyName: string | null;
  /** The number of this family in the other program; null if the row names a person. */
  familyNumber: string | null;
};

/** The fields of a member that a row can match. */
export type Identity = {
  id: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
  nickname: string | null;
  emailKey: string | null;
  externalId: string | null;
  offeringNumber: string | null;
  familyUnitId: number | null;
  familyRole: FamilyRole | null;
  familyName: string | null;
  /** The records that were merged into the member. */
  former?: readonly FormerRecord[];
};

/**
 * Why no member can be chosen for a row. `path` is set if a number is the cause, and `among` if any of several members could
 * be meant.
 */
type PersonFault = { path?: 'offeringNumber' | 'memberExternalId'; code: string; message: string; among?: number[] };

/**
 * The id of the member whom a row names, or a fault. `was` is the id, number or address of the row if only a record that was
 * merged into the member had it. If no member matches, `unknown` is the name in the row.
 */
export type FoundPerson = { id: number; was?: string } | { unknown: string } | { fault: PersonFault };

export type PersonFinder = {
  find: (person: NamedPerson) => FoundPerson;
  /** Returns members whose name is near the name in a row, at most five. */
  near: (person: NamedPerson) => Identity[];
  /** True if the number of a row belongs to a member who has nearly its name, or its e-mail address or envelope. */
  isHolder: (person: NamedPerson) => boolean;
  /** Adds a member to the members whom `find` can return. */
  learn: (member: Identity) => void;
};

/**
 * Returns a finder that determines which member a row names. The fields of the row are tried in this order: the id in
 * Vestry (if the row has no name or the member has the same name), the number in the other program, the envelope
 * number, the e-mail address, the exact full or Chinese name, and, if the row names no person, the family. The first
 * field that matches exactly one member decides. A field that matches several members decides nothing. A number or an
 * address that nobody has, but that a merged record had, belongs to the member into whom the record was merged.
 *
 * A member whose number in the other program differs from the row's number does not match. An e-mail address does not
 * match a member with another last name or family. If the envelope number belongs to such a member, or the number in the
 * other program to a member whom the name or the e-mail address of the row contradicts, the result is a fault. Members who only have the last name of a family without a record are near.
 *
 * Other work runs while the members are read.
 */
export async function personFinder(members: readonly Identity[]): Promise<PersonFinder> {
  const byId = new Map<number, Identity>();
  const byKey = new Map<string, Identity[]>();
  const [byName, byFormerName] = [nameIndex<Identity>(), nameIndex<Identity>()];
  const learn = (member: Identity) => {
    byId.set(member.id, member);
    byName.add(member, member);
    for (const record of member.former ?? []) byFormerName.add(record, member);
    for (const key of new Set([...keysOf(member), ...formerKeysOf(member)]))
      byKey.set(key, [...(byKey.get(key) ?? []), member]);
  };
  await eachRow(members, learn);
  const lookUp: LookUp = {
    holders: (key) => byKey.get(key) ?? byKey.get(`former ${key}`) ?? [],
    formerHolders: (key) => byKey.get(`former ${key}`) ?? [],
    named: (person) => [...new Set(namesOf(person).flatMap((name) => byName.same(name)))],
    family: (name) => familyGivers(lookUp.holders(`family ${familyKey(name)}`)),
  };
  const claim = claimer();
  const search = (person: NamedPerson): FoundPerson => {
    const own = person.id === null ? undefined : (byId.get(person.id) ?? byKey.get(`former id ${person.id}`)?.[0]);
    if (own && (namesOf(person).length === 0 || isNamedLike(own, person))) return foundAs(own, person);
    let several: Identity[] = [];
    for (const matches of matchesOf(person, lookUp)) {
      const [match] = matches;
      if (matches.length > 1) several = matches;
      else if (match) return mismatch(match, person, lookUp) ?? claim(match, person);
    }
    if (several.length === 0) return { unknown: called(person) };
    const among = several.map(({ id }) => id);
    return ambiguous(`${called(person)} could be any of the members ${among.join(', ')}`, among);
  };
  const near = (person: NamedPerson) => {
    const { familyName } = person;
    const relatives =
      familyName === null || !isOnlyFamily(person) ? [] : lookUp.holders(`surname ${familyKey(familyName)}`);
    const named = namesOf(person).flatMap((name) => [...byFormerName.same(name), ...byName.near(name)]);
    const found = [...named, ...mostLikely(relatives)];
    return [...new Set(found)].filter((one) => isPossible(one, person)).slice(0, MOST_NEAR);
  };
  const isHolder = (person: NamedPerson) =>
    lookUp.holders(`number ${person.externalId}`).some((member) => isLike(member, person));
  return { find: remembering(search), near: rememberingAll(near), isHolder, learn };
}

const MOST_NEAR = 5;

/** How members are found: by a number or an e-mail address, by name, and by the name of their family. */
type LookUp = {
  holders: (key: string) => Identity[];
  /** Returns the members into whom a record with this key was merged, even if somebody else has the key now. */
  formerHolders: (key: string) => Identity[];
  named: (person: NamedPerson) => Identity[];
  family: (name: string) => Identity[];
};

/**
 * Yields, for each field of a row that can identify a member, the members who match that field. The most reliable field
 * comes first.
 */
function* matchesOf(person: NamedPerson, { holders, named, family }: LookUp): Generator<Identity[]> {
  const { externalId, offeringNumber, email, familyName } = person;
  const possible = (found: readonly Identity[]) => found.filter((one) => isPossible(one, person));
  if (externalId !== null) yield possible(holders(`number ${externalId}`));
  const sameName = possible(named(person));
  if (offeringNumber !== null) {
    const exact = holders(`envelope ${offeringNumber}`);
    const own = exact.length > 0 ? exact : holders(`envelope-like ${envelopeKey(offeringNumber)}`);
    const [relative, ...others] = sameName.filter((one) => own.some((holder) => mayShare(holder, one)));
    // A couple may share an envelope number. The name then decides which of them gave.
    if (relative && others.length === 0) yield [relative];
    yield own.filter((one) => isPossible(one, person) || contradicts(one, person));
  }
  if (email !== null) {
    const own = possible(holders(`email ${emailKeyOf(email)}`)).filter((one) => !contradicts(one, person));
    // A family may share an e-mail address, so only the members who also have the row's full name match. If nobody in
    // the records has that name, all members with the address match.
    const bearers = own.filter((one) => sameName.includes(one));
    if (bearers.length > 0 || sameName.length === 0) yield bearers.length > 0 ? bearers : own;
  }
  yield sameName;
  if (familyName !== null && externalId === null && email === null && isOnlyFamily(person)) yield family(familyName);
}

/** True if a row names a couple, a family or an estate in one of its columns. */
export function isOfSeveral(person: NamedPerson): boolean {
  const { name, firstName, lastName, familyName } = person;
  return namesSeveral(name) || namesSeveral(firstName, lastName) || (familyName !== null && isOnlyFamily(person));
}

/** True if a row names no person. */
function isOnlyFamily(person: NamedPerson): boolean {
  return person.name === null && namesOf(person).length === 0;
}

/**
 * Returns the member to whom the gifts of a family belong, or all who could be meant. If several families have the same
 * name, these are the members who would be chosen in each of them.
 */
function familyGivers(members: readonly Identity[]): Identity[] {
  const units = new Set(members.map(({ familyUnitId }) => familyUnitId));
  return [...units].flatMap((unit) => mostLikely(members.filter(({ familyUnitId }) => familyUnitId === unit)));
}

/** Returns the heads among members, or else those who are neither spouse nor child, or else all of them. */
function mostLikely(members: readonly Identity[]): readonly Identity[] {
  const heads = members.filter(({ familyRole }) => familyRole === 'Head');
  const adults = members.filter(({ familyRole }) => familyRole !== 'Spouse' && familyRole !== 'Child');
  return [heads, adults].find((some) => some.length > 0) ?? members;
}

function mayShare(one: Identity, other: Identity): boolean {
  if (fold(one.lastName) === fold(other.lastName)) return true;
  return one.familyUnitId !== null && one.familyUnitId === other.familyUnitId;
}

/**
 * Returns a function that accepts or refuses a match of a row with a member. A member who has no number in the other
 * program gets the number of the first matching row. A later row that matches the same member with another number is a
 * fault, because it must mean another person. So is a row with the number of another family.
 */
function claimer() {
  const numbers = new Map<number, string>();
  const families = new Map<number, string>();
  return (member: Identity, person: NamedPerson): FoundPerson => {
    const { id, externalId: known } = member;
    const family = families.get(id) ?? person.familyNumber;
    if (family !== null) families.set(id, family);
    if (person.familyNumber !== null && person.familyNumber !== family) {
      const several = `the families ${family} and ${person.familyNumber} of this file both match member ${id}`;
      return ambiguous(`${called(person)} may be another family, because ${several}`, [id]);
    }
    const { externalId } = person;
    if (externalId === null || known !== null || hasKey(member, `number ${externalId}`)) return foundAs(member, person);
    const number = numbers.get(id) ?? externalId;
    numbers.set(id, number);
    if (number === externalId) return foundAs(member, person);
    return ambiguous(
      `${called(person)} and the number ${number} of this file both match member ${id}; ` +
        `first give the member the right number, for example: vestry member update ${id} --external-id ${number}`,
    );
  };
}

function ambiguous(message: string, among?: number[]): FoundPerson {
  return { fault: { code: 'ambiguous_giver', message, ...(among ? { among } : {}) } };
}

/**
 * Returns a fault if a number of a row belongs to a member whom the rest of the row contradicts: the envelope number to a
 * member with another last name, or the number in the other program to a member with another name or e-mail address. Two
 * programs may count from 1, so a number alone proves nothing. There is no fault if the row also has the member's id in
 * Vestry.
 */
function mismatch(member: Identity, person: NamedPerson, lookUp: LookUp): FoundPerson | undefined {
  const { externalId, offeringNumber } = person;
  const who = `member ${member.id}, ${fullName(member)}`;
  if (externalId !== null && hasKey(member, `number ${externalId}`)) {
    const former = lookUp.formerHolders(`number ${externalId}`);
    const before = former.filter((one) => one !== member && isNamedLike(one, person));
    if (before.length === 0 && !isSomebodyElse(member, person, lookUp)) return undefined;
    const message = `names ${called(person)}, but the number ${externalId} belongs to ${who}; correct the number or the name`;
    const among = [...before, member].map(({ id }) => id);
    return { fault: { path: 'memberExternalId', code: 'identity_contradicts', message, among } };
  }
  if (offeringNumber === null || !hasKey(member, `envelope-like ${envelopeKey(offeringNumber)}`)) return undefined;
  if (!contradicts(member, person)) return undefined;
  const message = `names ${called(person)}, but envelope ${offeringNumber} belongs to ${who}; correct the number or the name`;
  return { fault: { path: 'offeringNumber', code: 'giver_mismatch', message } };
}

/**
 * True if the name or the e-mail address of a row says that it means another person than a member: a name that is not near,
 * the whole name of another member, or the address of another member. Who has the address or the envelope of the member may have
 * a new name.
 */
function isSomebodyElse(member: Identity, person: NamedPerson, { holders, named }: LookUp): boolean {
  if (person.id === member.id || isNamedLike(member, person) || hasContactOf(member, person)) return false;
  const others = [...named(person), ...(person.email === null ? [] : holders(`email ${emailKeyOf(person.email)}`))];
  const isOther = namesOf(person).length === 0 ? contradicts(member, person) : !isLike(member, person);
  return isOther || others.some((one) => one !== member);
}

/**
 * Returns a function that searches and remembers the members found, because one person may have many rows. A person who
 * was not found is searched for again, because the import may have added them since.
 */
function remembering(search: (person: NamedPerson) => FoundPerson) {
  const found = new Map<string, FoundPerson>();
  // Most rows of one person share one object, which is found without making its key.
  const same = new WeakMap<NamedPerson, FoundPerson>();
  return (person: NamedPerson) => {
    const seen = same.get(person);
    if (seen) return seen;
    const key = JSON.stringify(person);
    const result = found.get(key) ?? search(person);
    if ('id' in result) {
      found.set(key, result);
      same.set(person, result);
    }
    return result;
  };
}

/** Returns a function that remembers the results of `search`. They may change when members are added. */
function rememberingAll(search: (person: NamedPerson) => Identity[]) {
  const found = new Map<string, Identity[]>();
  return (person: NamedPerson) => {
    const key = JSON.stringify(person);
    const result = found.get(key) ?? search(person);
    found.set(key, result);
    return result;
  };
}

function isPossible(member: Identity, { externalId }: NamedPerson): boolean {
  return externalId === null || member.externalId === null || hasKey(member, `number ${externalId}`);
}

/** True if a member has or had a name that may be that of a row, or has its e-mail address or envelope number. */
function isLike(member: Identity, person: NamedPerson): boolean {
  const names = [member, ...(member.former ?? [])];
  const isNear = (name: PersonName) => names.some((own) => !differ(name, own));
  return hasContactOf(member, person) || namesOf(person).some(isNear);
}

/** Returns the member who was found, with what the row says of the member that was only said of a merged record. */
function foundAs(member: Identity, { id, externalId, offeringNumber, email }: NamedPerson): FoundPerson {
  const said = [
    [`id ${id}`, id === null ? null : String(id)],
    [`number ${externalId}`, externalId],
    [`envelope-like ${envelopeKey(offeringNumber ?? '')}`, offeringNumber],
    [`email ${emailKeyOf(email ?? '')}`, email],
  ] as const;
  const [now, before] = [keysOf(member), formerKeysOf(member)];
  const former = said.find(([key, text]) => text !== null && before.includes(`former ${key}`) && !now.includes(key));
  return { id: member.id, ...(former?.[1] ? { was: former[1] } : {}) };
}

/**
 * True if a row names a person with another last name or, if it names no person, a family that has neither the last name
 * nor the family name of the member. False if the row has no name, or if it has the id of the member.
 */
function contradicts(member: Identity, person: NamedPerson): boolean {
  const { id, name, lastName, familyName } = person;
  if (id === member.id || isNamedLike(member, person)) return false;
  const given = [name, lastName].filter((text) => text !== null);
  const surnames = [member, ...(member.former ?? [])].flatMap(({ lastName: own, chineseName }) => {
    const chinese = chineseName === null ? undefined : splitChineseName(chineseName);
    return [own, chinese?.lastName].filter((surname) => surname != null);
  });
  const differ = (texts: readonly string[], known: readonly string[]) =>
    texts.length > 0 && !texts.some((text) => known.some((surname) => hasSurname(text, surname)));
  if (given.length > 0 || familyName === null) return differ(given, surnames);
  const own = member.familyName === null ? [] : [bareFamily(member.familyName)];
  return differ([bareFamily(familyName)].filter(Boolean), [...surnames, ...own]);
}

/** True if a row has the name of a member. */
function isNamedLike(member: Identity, person: NamedPerson): boolean {
  const names = [member, ...(member.former ?? [])];
  return namesOf(person).some((name) => names.some((own) => haveSameName(name, own)));
}

/**
 * True if a name contains the surname, or ends with one word of the surname, because a person with two surnames may use
 * only one of them.
 */
function hasSurname(name: string, surname: string): boolean {
  if (isHan(surname)) {
    const han = (name.match(/\p{Script=Han}+/gu) ?? []).join('');
    return foldForSearch(han).startsWith(foldForSearch(surname));
  }
  const [whole, part] = [wordsOf(name), wordsOf(surname)];
  const last = wordsOf(readName(name).lastName).at(-1);
  return part.length > 0 && (` ${whole.join(' ')} `.includes(` ${part.join(' ')} `) || part.includes(last ?? ''));
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns the names of a row: the text of its name column, and its first and last name. */
export function namesOf({ name, firstName, lastName }: NamedPerson): PersonName[] {
  const isNamed = (firstName !== null || lastName !== null) && !namesSeveral(firstName, lastName);
  const parts = isNamed ? [{ firstName, lastName }] : [];
  return name === null || namesSeveral(name) ? parts : [readName(name), ...parts];
}

function isHan(text: string): boolean {
  return /^\p{Script=Han}+$/u.test(text);
}

/** Returns what a message calls the person in a row. */
export function called({
  id,
  name,
  firstName,
  lastName,
  externalId,
  email,
  offeringNumber,
  familyName,
}: NamedPerson): string {
  const number = externalId === null ? '' : ` (${externalId})`;
  const whole = (name ?? [firstName, lastName].filter(Boolean).join(' ')) || email;
  if (whole) return `${whole}${number}`;
  if (externalId !== null) return `number ${externalId}`;
  if (familyName !== null) return `the family ${familyName}`;
  return offeringNumber === null ? `member ${id}` : `envelope ${offeringNumber}`;
}

/** Returns a name as it is written in Chinese: the surname first, without a space. */
export const wholeName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${lastName}${firstName}`;

/** Returns the new member whom a row describes, or the errors of its fields. */
export function memberOf(person: NamedPerson): ReturnType<typeof check<typeof NewMember>> {
  const { name, firstName, lastName, email, externalId, offeringNumber } = person;
  const read = readName(name ?? `${lastName ?? ''}, ${firstName ?? ''}`);
  const chinese = read.chineseName ?? readName(`${lastName ?? ''} ${firstName ?? ''}`).chineseName;
  const known = firstName && lastName ? { firstName, lastName } : read;
  // One word may be only a part of the name of somebody who is there.
  if (!(known.firstName && known.lastName) && Array.from(chinese ?? '').length < 2) {
    return { errors: [{ path: 'lastName', code: 'required', message: 'is required' }] };
  }
  const names = Object.entries({ ...read, ...known, chineseName: chinese }).filter(([, part]) => part);
  return check(NewMember, { ...Object.fromEntries(names), email, externalId, offeringNumber });
}
