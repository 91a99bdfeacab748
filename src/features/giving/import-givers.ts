/** Who gave, among the members that are there and those that an import makes. */
import { splitChineseName } from '../../lib/chinese-name.ts';
import { emailKeyOf, fold } from '../../lib/text.ts';
import { check } from '../../validate.ts';
import { NewMember } from '../members/schema.ts';
import type { NamedGiver } from './import-rows.ts';

/** What tells one member from another. */
export type Identity = {
  id: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
  emailKey: string | null;
  externalId: string | null;
  offeringNumber: string | null;
};

export type FoundGiver = { id: number } | { unknown: string } | { several: number[]; called: string };

export type GiverFinder = {
  find: (giver: NamedGiver) => FoundGiver;
  /** Makes one more member known. */
  learn: (member: Identity) => void;
};

/**
 * Finds givers: by our own id under the same name, then by the number in the other program, the envelope number, the
 * e-mail address, and the exact full or Chinese name. Two who match are no match, nor is one who has another number.
 */
export function giverFinder(members: readonly Identity[]): GiverFinder {
  const byId = new Map<number, Identity>();
  const byKey = new Map<string, Identity[]>();
  const learn = (member: Identity) => {
    byId.set(member.id, member);
    for (const key of keysOf(member)) byKey.set(key, [...(byKey.get(key) ?? []), member]);
  };
  for (const member of members) learn(member);
  const search = (giver: NamedGiver): FoundGiver => {
    const names = new Set(namesOf(giver));
    const own = giver.id === null ? undefined : byId.get(giver.id);
    if (own && (names.size === 0 || keysOf(own).some((key) => names.has(key)))) return { id: own.id };
    let several: Identity[] = [];
    for (const keys of stepsOf(giver, [...names])) {
      const matches = [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))].filter((one) => isPossible(one, giver));
      if (matches.length === 1 && matches[0]) return { id: matches[0].id };
      if (matches.length > 1) several = matches;
    }
    if (several.length > 0) return { several: several.map(({ id }) => id), called: called(giver) };
    return { unknown: called(giver) };
  };
  return { find: remembering(search), learn };
}

/** A giver has many rows. Who was found stays so; who was not may be learned meanwhile. */
function remembering(search: (giver: NamedGiver) => FoundGiver) {
  const found = new Map<string, FoundGiver>();
  return (giver: NamedGiver) => {
    const key = JSON.stringify(giver);
    const known = found.get(key);
    if (known) return known;
    const result = search(giver);
    if ('id' in result) found.set(key, result);
    return result;
  };
}

function isPossible(member: Identity, { externalId }: NamedGiver): boolean {
  return externalId === null || member.externalId === null || member.externalId === externalId;
}

function stepsOf({ externalId, offeringNumber, email }: NamedGiver, names: string[]): string[][] {
  return [
    externalId === null ? [] : [`number ${externalId}`],
    offeringNumber === null ? [] : [`envelope ${offeringNumber}`],
    email === null ? [] : [`email ${emailKeyOf(email)}`],
    names,
  ];
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

function namesOf(giver: NamedGiver): string[] {
  const { firstName, lastName } = giver;
  const names = fullName(giver).flatMap((name) => (name ? [nameKey(name)] : []));
  return firstName && lastName && isHan(firstName + lastName) ? [...names, nameKey(lastName + firstName)] : names;
}

/** The names of a row: its one column, and first and last name together. `Lin, Mei` is turned round. */
function fullName({ name, firstName, lastName }: NamedGiver): string[] {
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name ?? '') ?? [];
  const one = first && last ? `${first} ${last}` : (name ?? '');
  return [one.trim(), [firstName, lastName].filter(Boolean).join(' ')];
}

/** Spaces do not count in a Chinese name. */
function nameKey(name: string): string {
  return `name ${fold(isHan(name.replace(/\s/g, '')) ? name.replace(/\s/g, '') : name)}`;
}

function isHan(text: string): boolean {
  return /^\p{Script=Han}+$/u.test(text);
}

function called(giver: NamedGiver): string {
  const { id, externalId, email, offeringNumber } = giver;
  const [name, names] = fullName(giver);
  const number = externalId === null ? '' : ` (${externalId})`;
  if (name || names || email !== null) return `${name || names || email}${number}`;
  if (externalId !== null) return `number ${externalId}`;
  return offeringNumber === null ? `member ${id}` : `envelope ${offeringNumber}`;
}

/** A member made of what a row says of its giver, or what is wrong with it. */
export function memberOf(giver: NamedGiver): ReturnType<typeof check<typeof NewMember>> {
  const { email, externalId, offeringNumber } = giver;
  const chinese = [giver.name, giver.firstName === null ? null : `${giver.lastName ?? ''} ${giver.firstName}`].find(
    (name) => name && splitChineseName(name),
  );
  const input = { ...dividedName(giver), email, externalId, offeringNumber };
  return check(NewMember, chinese ? { ...input, chineseName: chinese.replace(/\s/g, '') } : input);
}

function dividedName(giver: NamedGiver): { firstName?: string; lastName?: string } {
  const { name, firstName, lastName } = giver;
  if (firstName && lastName) return { firstName, lastName };
  const chinese = name === null ? undefined : splitChineseName(name);
  if (chinese) return chinese;
  const words = (fullName(giver)[0] ?? '').split(/\s+/);
  const last = words.pop();
  return words.length > 0 && last ? { firstName: words.join(' '), lastName: last } : {};
}
