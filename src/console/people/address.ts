/** Postal addresses of people and families. A person without an address of their own has that of the family. */
import type { Schemas } from '../../client/client.ts';

export type Address = Schemas['Address'];

/** The fields of the form that contain an address, with the part of the address that each contains. */
export const ADDRESS_FIELDS = [
  ['addressLine1', 'line1'],
  ['addressLine2', 'line2'],
  ['city', 'city'],
  ['state', 'state'],
  ['postalCode', 'postalCode'],
  ['country', 'country'],
] as const satisfies [string, keyof Address][];

export type TypedAddress = Record<keyof Address, string>;

/** Returns the text of each part of an address. Without an address, all texts are empty. */
export function typedAddress(address: Address | null): TypedAddress {
  return Object.fromEntries(ADDRESS_FIELDS.map(([, part]) => [part, address?.[part] ?? ''])) as TypedAddress;
}

/** Returns the address for the typed texts, or null if nothing is typed. */
export function addressFrom(typed: TypedAddress): Address | null {
  const parts = ADDRESS_FIELDS.map(([, part]) => [part, typed[part].trim() || null] as const);
  return parts.some(([, text]) => text !== null) ? (Object.fromEntries(parts) as Address) : null;
}

/** True if two addresses have the same parts. */
export function isSameAddress(one: Address, other: Address): boolean {
  return ADDRESS_FIELDS.every(([, part]) => (one[part] ?? '') === (other[part] ?? ''));
}

type Resident = { id: number; familyRole: string | null; address: Address | null };

/** Returns the member whose address a family can take over: the head, or otherwise the first who has an address. */
export function addressGiver<Member extends Resident>(members: readonly Member[]): Member | undefined {
  const withAddress = members.filter(({ address }) => address !== null);
  return withAddress.find(({ familyRole }) => familyRole === 'Head') ?? withAddress[0];
}

/**
 * What a person can do about the address when joining a family: live at the address of the family, or at the address of
 * a member whose address becomes that of the family. Undefined if the person has that address anyway, or if nobody has
 * an address.
 */
export type Offer<Member> = { address: Address; from: Member | undefined };

export function offerFor<Member extends Resident>(
  own: Address | null,
  family: { address: Address | null; members: readonly Member[] },
): Offer<Member> | undefined {
  const from = family.address === null ? addressGiver(family.members) : undefined;
  const address = family.address ?? from?.address ?? null;
  if (address === null) return undefined;
  // Somebody without an address of their own has the address of the family at once.
  const present = own ?? family.address;
  return present !== null && isSameAddress(present, address) ? undefined : { address, from };
}
