/** Finds the person that a row of an import names, among existing members and those that the import adds. */
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { fold } from '../../../lib/fold.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { check } from '../../../validate.ts';
import { NewMember } from '../members/schema.ts';

/** A person as a row names them. */
export type NamedPerson = {
  /** Our own id, from our own export. */
  id: number | null;
  externalId: string | null;
  email: string | null;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  offeringNumber: string | null;
};

/** The fields that distinguish members. */
export type Identity = {
  id: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
  emailKey: string | null;
  externalId: string | null;
  offeringNumber: string | null;
};

/** Why the person cannot be found; shown at the envelope number if that is wrong. */
type PersonFault = { path?: 'offeringNumber'; code: string; message: string };

export type FoundPerson = { id: number } | { unknown: string } | { fault: PersonFault };

export type PersonFinder = {
  find: (person: NamedPerson) => FoundPerson;
  /** Adds a member to those that can be found. */
  learn: (member: Identity) => void;
};

/**
 * Finds members by our own id with the same name, then by the number in the other program, the envelope number, the
 * e-mail address, and the exact full or Chinese name. Two matches count as none, and so does a member with another
 * number in the records or the file. An e-mail address of somebody with another last name does not match; such an
 * envelope number is a fault.
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
    return ambiguous(`${called(person)}could be any of the members ${several.map(({ id }) => id).join(', ')}`);
  };
  return { find: remembering(search), learn };
}

/** Yields the members that a row may mean, by each of its fields, the surest first. */
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
    // A family may share an address, so a member with the full name comes before one with only the last name.
    const bearers = holders.filter((one) => named.includes(one));
    if (bearers.length > 0 || named.length === 0) yield bearers.length > 0 ? bearers : holders;
  }
  yield named;
}

/** Assigns a member to the first number of the file that finds them; another number means somebody else. */
function claimer() {
  const numbers = new Map<number, string>();
  return ({ id, externalId: known }: Identity, person: NamedPerson): FoundPerson => {
    if (person.externalId === null || known !== null) return { id };
    const number = numbers.get(id) ?? person.externalId;
    numbers.set(id, number);
    if (number === person.externalId) return { id };
    return ambiguous(
      `${called(person)} could be member ${id}, but so could the number ${number} of this file; ` +
        `say which is which first, as with: vestry member update ${id} --external-id ${number}`,
    );
  };
}

function ambiguous(message: string): FoundPerson {
  return { fault: { code: 'ambiguous_giver', message } };
}

/**
 * Returns the fault of a row whose envelope number belongs to somebody with a contradicting name. Our own ids are
 * trusted.
 */
function mismatch(member: Identity, person: NamedPerson): FoundPerson | undefined {
  const { externalId, offeringNumber } = person;
  if (externalId !== null && member.externalId === externalId) return undefined;
  if (offeringNumber === null || member.offeringNumber !== offeringNumber) return undefined;
  if (!contradicts(member, person)) return undefined;
  const message =
    `names ${called(person)}, but envelope ${offeringNumber} is that of member ${member.id}, ` +
    `${member.firstName} ${member.lastName}; correct the number or the name`;
  return { fault: { path: 'offeringNumber', code: 'giver_mismatch', message } };
}

/** One person may have many rows. Members found are remembered; those not found may be added later. */
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

/** Whether a row names somebody with another last name. A row without one contradicts nobody. */
function contradicts(member: Identity, person: NamedPerson): boolean {
  const { id, name, lastName } = person;
  const names = namesOf(person);
  if (id === member.id || keysOf(member).some((key) => names.includes(key))) return false;
  const given = [name, lastName].filter((text) => text !== null);
  const chinese = member.chineseName === null ? undefined : splitChineseName(member.chineseName);
  const surnames = [member.lastName, ...(chinese ? [chinese.lastName] : [])];
  return given.length > 0 && !given.some((text) => surnames.some((surname) => isNamed(text, surname)));
}

/** Whether a name contains the surname. Either may have several surnames. */
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

/** Returns the names of a row: its single name column, and first and last name together. `Lin, Mei` is turned round. */
function fullName({ name, firstName, lastName }: NamedPerson): string[] {
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name ?? '') ?? [];
  const one = first && last ? `${first} ${last}` : (name ?? '');
  return [one.trim(), [firstName, lastName].filter(Boolean).join(' ')];
}

/** Spaces are ignored in a Chinese name. */
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

/** Returns a new member from a row, or what is wrong with it. */
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
