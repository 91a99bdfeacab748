/** Finds the member whom a row of an import names. Members whom the import adds can be found, too. */
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { fold } from '../../../lib/fold.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { check } from '../../../validate.ts';
import { NewMember } from '../members/schema.ts';

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
};

/** The fields of a member that a row can match. */
export type Identity = {
  id: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
  emailKey: string | null;
  externalId: string | null;
  offeringNumber: string | null;
};

/** Why no member can be chosen for a row. `path` is set if the envelope number is the cause. */
type PersonFault = { path?: 'offeringNumber'; code: string; message: string };

/** The id of the member whom a row names, or a fault. If no member matches, `unknown` is the name in the row. */
export type FoundPerson = { id: number } | { unknown: string } | { fault: PersonFault };

export type PersonFinder = {
  find: (person: NamedPerson) => FoundPerson;
  /** Adds a member to the members whom `find` can return. */
  learn: (member: Identity) => void;
};

/**
 * Returns a finder that determines which member a row names. The fields of the row are tried in this order: the id in
 * Vestry (if the row has no name or the member has the same name), the number in the other program, the envelope
 * number, the e-mail address, and the exact full or Chinese name. The first field that matches exactly one member
 * decides. A field that matches several members decides nothing.
 *
 * A member whose number in the other program differs from the row's number does not match. An e-mail address does not
 * match a member with another last name. If the envelope number belongs to a member with another last name, the result
 * is a fault.
 */
export function personFinder(members: readonly Identity[]): PersonFinder {
  const byId = new Map<number, Identity>();
  const byKey = new Map<string, Identity[]>();
  const learn = (member: Identity) => {
    byId.set(member.id, member);
    for (const key of keysOf(member)) byKey.set(key, [...(byKey.get(key) ?? []), member]);
  };
  for (const member of members) learn(member);
  const holdersOf = (keys: readonly string[]) => [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
  const claim = claimer();
  const search = (person: NamedPerson): FoundPerson => {
    const names = new Set(namesOf(person));
    const own = person.id === null ? undefined : byId.get(person.id);
    if (own && (names.size === 0 || keysOf(own).some((key) => names.has(key)))) return { id: own.id };
    let several: Identity[] = [];
    for (const matches of matchesOf(person, names, holdersOf)) {
      const [match] = matches;
      if (matches.length > 1) several = matches;
      else if (match) return mismatch(match, person) ?? claim(match, person);
    }
    if (several.length === 0) return { unknown: called(person) };
    return ambiguous(`${called(person)} could be any of the members ${several.map(({ id }) => id).join(', ')}`);
  };
  return { find: remembering(search), learn };
}

/**
 * Yields, for each field of a row that can identify a member, the members who match that field. The most reliable field
 * comes first.
 */
function* matchesOf(
  person: NamedPerson,
  names: ReadonlySet<string>,
  holdersOf: (keys: readonly string[]) => Identity[],
): Generator<Identity[]> {
  const { externalId, offeringNumber, email } = person;
  const possible = (keys: readonly string[]) => holdersOf(keys).filter((one) => isPossible(one, person));
  if (externalId !== null) yield possible([`number ${externalId}`]);
  if (offeringNumber !== null) {
    const holders = holdersOf([`envelope ${offeringNumber}`]);
    yield holders.filter((one) => isPossible(one, person) || contradicts(one, person));
  }
  const named = possible([...names]);
  if (email !== null) {
    const holders = possible([`email ${emailKeyOf(email)}`]).filter((one) => !contradicts(one, person));
    // A family may share an e-mail address, so only the members who also have the row's full name match. If nobody in
    // the records has that name, all members with the address match.
    const bearers = holders.filter((one) => named.includes(one));
    if (bearers.length > 0 || named.length === 0) yield bearers.length > 0 ? bearers : holders;
  }
  yield named;
}

/**
 * Returns a function that accepts or refuses a match of a row with a member. A member who has no number in the other
 * program gets the number of the first matching row. A later row that matches the same member with another number is a
 * fault, because it must mean another person.
 */
function claimer() {
  const numbers = new Map<number, string>();
  return ({ id, externalId: known }: Identity, person: NamedPerson): FoundPerson => {
    if (person.externalId === null || known !== null) return { id };
    const number = numbers.get(id) ?? person.externalId;
    numbers.set(id, number);
    if (number === person.externalId) return { id };
    return ambiguous(
      `${called(person)} and the number ${number} of this file both match member ${id}; ` +
        `first give the member the right number, for example: vestry member update ${id} --external-id ${number}`,
    );
  };
}

function ambiguous(message: string): FoundPerson {
  return { fault: { code: 'ambiguous_giver', message } };
}

/**
 * Returns a fault if the envelope number of a row belongs to a member with another last name. There is no fault if the
 * row also has the member's id in Vestry or the member's number in the other program.
 */
function mismatch(member: Identity, person: NamedPerson): FoundPerson | undefined {
  const { externalId, offeringNumber } = person;
  if (externalId !== null && member.externalId === externalId) return undefined;
  if (offeringNumber === null || member.offeringNumber !== offeringNumber) return undefined;
  if (!contradicts(member, person)) return undefined;
  const message =
    `names ${called(person)}, but envelope ${offeringNumber} belongs to member ${member.id}, ` +
    `${member.firstName} ${member.lastName}; correct the number or the name`;
  return { fault: { path: 'offeringNumber', code: 'giver_mismatch', message } };
}

/**
 * Returns a function that searches and remembers the members found, because one person may have many rows. A person who
 * was not found is searched for again, because the import may have added them since.
 */
function remembering(search: (person: NamedPerson) => FoundPerson) {
  const found = new Map<string, FoundPerson>();
  return (person: NamedPerson) => {
    const key = JSON.stringify(person);
    const known = found.get(key);
    if (known) return known;
    const result = search(person);
    if ('id' in result) found.set(key, result);
    return result;
  };
}

function isPossible(member: Identity, { externalId }: NamedPerson): boolean {
  return externalId === null || member.externalId === null || member.externalId === externalId;
}

/**
 * True if a row names a person with another last name. False if the row has no name, or if it has the id of the member.
 */
function contradicts(member: Identity, person: NamedPerson): boolean {
  const { id, name, lastName } = person;
  const names = namesOf(person);
  if (id === member.id || keysOf(member).some((key) => names.includes(key))) return false;
  const given = [name, lastName].filter((text) => text !== null);
  const chinese = member.chineseName === null ? undefined : splitChineseName(member.chineseName);
  const surnames = [member.lastName, ...(chinese ? [chinese.lastName] : [])];
  return given.length > 0 && !given.some((text) => surnames.some((surname) => isNamed(text, surname)));
}

/**
 * True if a name contains the surname, or ends with one word of the surname, because a person with two surnames may use
 * only one of them.
 */
function isNamed(name: string, surname: string): boolean {
  const solid = name.replace(/\s/g, '');
  if (isHan(solid) && isHan(surname)) return solid.startsWith(surname);
  const [whole, part] = [wordsOf(name), wordsOf(surname)];
  const last = whole.at(-1);
  return part.length > 0 && (` ${whole.join(' ')} `.includes(` ${part.join(' ')} `) || part.includes(last ?? ''));
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function keysOf({ firstName, lastName, chineseName, emailKey, externalId, offeringNumber }: Identity): string[] {
  const keys = [nameKey(`${firstName} ${lastName}`)];
  if (isHan(firstName + lastName)) keys.push(nameKey(lastName + firstName));
  if (chineseName !== null) keys.push(nameKey(chineseName));
  if (externalId !== null) keys.push(`number ${externalId}`);
  if (offeringNumber !== null) keys.push(`envelope ${offeringNumber}`);
  if (emailKey !== null) keys.push(`email ${emailKey}`);
  return [...new Set(keys)];
}

function namesOf(person: NamedPerson): string[] {
  const { firstName, lastName } = person;
  const names = fullName(person).flatMap((name) => (name ? [nameKey(name)] : []));
  return firstName && lastName && isHan(firstName + lastName) ? [...names, nameKey(lastName + firstName)] : names;
}

/**
 * Returns two names of a row: the text of its name column, and its first and last name joined. `Lin, Mei` in the name
 * column becomes `Mei Lin`.
 */
function fullName({ name, firstName, lastName }: NamedPerson): string[] {
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name ?? '') ?? [];
  const one = first && last ? `${first} ${last}` : (name ?? '');
  return [one.trim(), [firstName, lastName].filter(Boolean).join(' ')];
}

/** Returns the key by which a name is looked up. Spaces in a Chinese name are ignored. */
function nameKey(name: string): string {
  return `name ${fold(isHan(name.replace(/\s/g, '')) ? name.replace(/\s/g, '') : name)}`;
}

function isHan(text: string): boolean {
  return /^\p{Script=Han}+$/u.test(text);
}

function called(person: NamedPerson): string {
  const { id, externalId, email, offeringNumber } = person;
  const [name, names] = fullName(person);
  const number = externalId === null ? '' : ` (${externalId})`;
  if (name || names || email !== null) return `${name || names || email}${number}`;
  if (externalId !== null) return `number ${externalId}`;
  return offeringNumber === null ? `member ${id}` : `envelope ${offeringNumber}`;
}

/** Returns the new member whom a row describes, or the errors of its fields. */
export function memberOf(person: NamedPerson): ReturnType<typeof check<typeof NewMember>> {
  const { email, externalId, offeringNumber } = person;
  const chinese = [person.name, person.firstName === null ? null : `${person.lastName ?? ''} ${person.firstName}`].find(
    (name) => name && splitChineseName(name),
  );
  const input = { ...dividedName(person), email, externalId, offeringNumber };
  return check(NewMember, chinese ? { ...input, chineseName: chinese.replace(/\s/g, '') } : input);
}

function dividedName(person: NamedPerson): { firstName?: string; lastName?: string } {
  const { name, firstName, lastName } = person;
  if (firstName && lastName) return { firstName, lastName };
  const chinese = name === null ? undefined : splitChineseName(name);
  if (chinese) return chinese;
  const words = (fullName(person)[0] ?? '').split(/\s+/);
  const last = words.pop();
  return words.length > 0 && last ? { firstName: words.join(' '), lastName: last } : {};
}
