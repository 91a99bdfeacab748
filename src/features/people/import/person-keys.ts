/** The numbers, addresses and names by which members are known, in the form in which an import compares them. */
import { foldForSearch } from '../../../lib/fold.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import type { Identity, NamedPerson } from './person-finder.ts';

/** Returns the keys by which a member is known: the last name, the family, the numbers and the e-mail address. */
export function keysOf({ emailKey, externalId, offeringNumber, familyName, lastName }: Identity): string[] {
  return [
    `surname ${familyKey(lastName)}`,
    ...(familyName === null ? [] : [`family ${familyKey(familyName)}`]),
    ...(externalId === null ? [] : [`number ${externalId}`]),
    ...(offeringNumber === null ? [] : [`envelope ${offeringNumber}`, `envelope-like ${envelopeKey(offeringNumber)}`]),
    ...(emailKey === null ? [] : [`email ${emailKey}`]),
  ];
}

/** Returns the keys by which records were known that were merged into a member. */
export function formerKeysOf({ former = [] }: Identity): string[] {
  return former.flatMap(({ memberId, externalId, offeringNumber, email }) => [
    `former id ${memberId}`,
    ...(externalId === null ? [] : [`former number ${externalId}`]),
    ...(offeringNumber === null ? [] : [`former envelope-like ${envelopeKey(offeringNumber)}`]),
    ...(email === null ? [] : [`former email ${emailKeyOf(email)}`]),
  ]);
}

/** True if a member has a key, or if a record that was merged into the member had it. */
export function hasKey(member: Identity, key: string): boolean {
  return keysOf(member).includes(key) || formerKeysOf(member).includes(`former ${key}`);
}

/** True if a member has or had the e-mail address or the envelope number of a row. */
export function hasContactOf(member: Identity, { email, offeringNumber }: NamedPerson): boolean {
  if (email !== null && hasKey(member, `email ${emailKeyOf(email)}`)) return true;
  return offeringNumber !== null && hasKey(member, `envelope-like ${envelopeKey(offeringNumber)}`);
}

/** Returns the name of a family without words such as Family. */
export function bareFamily(name: string): string {
  return name.replace(/\b(?:the|family|household)\b|(?:之家|全家|家庭)$/gi, ' ').trim();
}

/** Returns the name of a family in the form in which it is compared. */
export function familyKey(name: string): string {
  return foldForSearch(bareFamily(name));
}

/** Returns an envelope number without what a spreadsheet adds to it or takes away: zeros before it, and `.0`. */
export function envelopeKey(number: string): string {
  return number.replace(/^0+(?=\d)/, '').replace(/\.0+$/, '');
}

/** Returns the numbers in other programs that members have and had. */
export function numbersOf(members: readonly Pick<Identity, 'externalId' | 'former'>[]): Set<string> {
  const records = members.flatMap((member) => [member, ...(member.former ?? [])]);
  return new Set(records.flatMap(({ externalId }) => externalId ?? []));
}
