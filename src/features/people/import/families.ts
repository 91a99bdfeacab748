/** Decides which family a row of a people file joins: an existing one, or one that the import adds. */
import { missingReference } from '../../../errors.ts';
import type { Address } from '../../../lib/address.ts';
import { breathe, eachRow } from '../../../lib/chunks.ts';
import { fold } from '../../../lib/fold.ts';
import { check } from '../../../validate.ts';
import { NewFamilyUnit } from '../families/schema.ts';
import type { FamilyRole } from '../members/schema.ts';
import { DAMAGED, damageIn } from './identity-rules.ts';
import type { Candidate } from './rows.ts';

/**
 * The family of a row. For an existing family, `wanted` and `input` are null. For a new family, `wanted` is its id in
 * the church that exported the file, and `input` contains its details. The `id` of a new family is 0 until the import
 * assigns the ids. `roles` and `place` tell it from other families of its name: who is in it, and where it lives.
 */
export type Family = {
  id: number;
  wanted: number | null;
  input: NewFamilyUnit | null;
  roles: Set<FamilyRole | null>;
  place: string | null;
};

type FamilyFault = { path: 'familyName' | 'familyUnitId' | 'familyNumber'; code: string; message: string };

export type FamilyFinder = {
  find: (candidate: Candidate) => { family: Family | null } | { fault: FamilyFault };
  /** The new families needed by the rows that `find` has received so far, in the order of the file. */
  made: Family[];
};

type Records = {
  families: readonly { id: number; name: string; address: Address | null }[];
  people: readonly { externalId: string | null; familyUnitId: number | null; familyRole: FamilyRole | null }[];
};

/**
 * Returns a finder that takes the rows in the order of the file. It finds the family of a row among the existing
 * families, or plans a new one. The number of the family in the other program decides, or else our own id. Without both,
 * rows with one family name share a family, until a second head, a second spouse or another address begins the next one.
 * A row that fits several families is a fault. Other work runs while the families are read.
 */
export async function familyFinder(
  { families, people }: Records,
  candidates: readonly Candidate[],
): Promise<FamilyFinder> {
  const made: Family[] = [];
  const byId = new Map<number, Family>();
  const byName = new Map<string, Family[]>();
  const named = (name: string) => byName.get(fold(name)) ?? [];
  const add = (name: string, family: Family) => byName.set(fold(name), [...named(name), family]);
  await eachRow(families, ({ id, name, address }) => {
    const family = { id, wanted: null, input: null, roles: new Set<FamilyRole | null>(), place: placeOf(address) };
    byId.set(id, family);
    add(name, family);
  });
  for (const { familyUnitId, familyRole } of people) byId.get(familyUnitId ?? 0)?.roles.add(familyRole);
  const begin = (name: string, wanted: number | null = null): Family | FamilyFault => {
    const checked = check(NewFamilyUnit, { name });
    if ('errors' in checked) {
      const [{ code, message } = UNKNOWN] = checked.errors;
      return { path: 'familyName', code, message };
    }
    const family = { id: 0, wanted, input: checked.value, roles: new Set<FamilyRole | null>(), place: null };
    made.push(family);
    add(name, family);
    return family;
  };
  await breathe();
  const byNumber = numberFinder(people, candidates, { named, byId, begin });
  await breathe();
  const byOwnId = ownIdFinder(candidates, { named, byId, begin });
  const familyOf = (candidate: Candidate): Family | FamilyFault | null => {
    const { familyName, familyNumber, input } = candidate;
    if (input.familyUnitId !== null) return byOwnId(candidate, input.familyUnitId);
    if (familyNumber !== null) return byNumber(familyNumber);
    if (familyName === null) return null;
    const fitting = named(familyName).filter((family) => fits(family, candidate));
    const place = placeOf(input.address);
    const there = place === null ? [] : fitting.filter((family) => family.place === place);
    const [first, ...others] = there.length > 0 ? there : fitting;
    if (first) return others.length > 0 ? AMBIGUOUS : first;
    // Whoever needs a head may belong to a family at another address.
    const isDependent = input.familyRole === 'Spouse' || input.familyRole === 'Child';
    const isUnclear = isDependent && named(familyName).some((family) => hasPlaceFor(family, candidate));
    return isUnclear ? AMBIGUOUS : begin(familyName);
  };
  const find = (candidate: Candidate) => {
    const family = familyOf(candidate);
    if (family !== null && 'code' in family) return { fault: family };
    family?.roles.add(candidate.input.familyRole);
    if (family) family.place ??= placeOf(candidate.input.address);
    return { family };
  };
  return { find, made };
}

/** What is known of families, and how one begins. */
type Known = {
  named: (name: string) => Family[];
  byId: ReadonlyMap<number, Family>;
  begin: (name: string, wanted?: number | null) => Family | FamilyFault;
};

/**
 * Returns a function that finds a family by its number in the other program. The family of a member with the number of a
 * row is the one of this row. An existing family is also found by the name in the file, if nothing speaks against it. A
 * family without a name has the last name of its head.
 */
function numberFinder(people: Records['people'], candidates: readonly Candidate[], { named, byId, begin }: Known) {
  const units = new Map(people.map(({ externalId, familyUnitId }) => [externalId, familyUnitId]));
  const rows = grouped(candidates.map((one) => [one.familyNumber, one]));
  const found = new Map<string, Family | FamilyFault>();
  for (const { familyNumber, input } of candidates) {
    const unit = input.externalId === null ? undefined : byId.get(units.get(input.externalId) ?? 0);
    if (familyNumber !== null && unit) found.set(familyNumber, unit);
  }
  const isDamaged = damageIn(
    [...rows.keys()].filter((number) => number !== null),
    new Set(),
  );
  const numbersOf = grouped(candidates.map(({ familyName, familyNumber }) => [fold(familyName ?? ''), familyNumber]));
  const search = (number: string): Family | FamilyFault => {
    const own = [...(rows.get(number) ?? [])];
    const familyName = own.find((one) => one.familyName !== null)?.familyName ?? null;
    const head = own.find(({ input }) => input.familyRole === 'Head') ?? own[0];
    if (familyName === null) return begin(head?.input.lastName ?? '');
    const fitting = named(familyName).filter(
      (family) => family.input === null && own.every((one) => fits(family, one)),
    );
    const [first] = fitting;
    if (!first) return begin(familyName);
    return fitting.length > 1 || (numbersOf.get(fold(familyName))?.size ?? 0) > 1 ? AMBIGUOUS : first;
  };
  return (number: string): Family | FamilyFault => {
    if (isDamaged(number)) return { path: 'familyNumber', ...DAMAGED };
    const family = found.get(number) ?? search(number);
    found.set(number, family);
    return family;
  };
}

/** Returns a function that finds a family by the id that it has, or had in the church that exported the file. */
function ownIdFinder(candidates: readonly Candidate[], { named, byId, begin }: Known) {
  const idsOf = grouped(candidates.map(({ familyName, input }) => [fold(familyName ?? ''), input.familyUnitId]));
  const made = new Map<string, Family | FamilyFault>();
  return ({ familyName }: Candidate, id: number): Family | FamilyFault => {
    const own = byId.get(id);
    if (familyName === null) return own ?? UNKNOWN;
    const [first, ...others] = named(familyName).filter(({ input }) => input === null);
    if (own && named(familyName).includes(own)) return own;
    if (first && others.length === 0 && idsOf.get(fold(familyName))?.size === 1) return first;
    const key = `${fold(familyName)} ${id}`;
    const family = made.get(key) ?? begin(familyName, id);
    made.set(key, family);
    return family;
  };
}

/** True if the person in a row may belong to a family of the same name: the role is free, and the address is not another. */
function fits(family: Family, candidate: Candidate): boolean {
  const place = placeOf(candidate.input.address);
  return hasPlaceFor(family, candidate) && (place === null || family.place === null || family.place === place);
}

/** True if a family has not yet the one head or the one spouse that a row would be. */
function hasPlaceFor({ roles }: Family, { input: { familyRole } }: Candidate): boolean {
  return (familyRole !== 'Head' && familyRole !== 'Spouse') || !roles.has(familyRole);
}

/**
 * Returns where an address is: the first number and the beginning of the street, because people write `12 Elm Rd` and
 * `12 Elm Road`. Null if there is no address.
 */
function placeOf(address: Partial<Address> | null): string | null {
  const line = fold(address?.line1 ?? '');
  const street = /\p{Script=Han}{2}(?=[路街道巷])/u.exec(line) ?? /\p{L}{1,4}/u.exec(line);
  return line === '' ? null : `${/\d+/.exec(line)?.[0] ?? ''} ${street?.[0] ?? ''}`;
}

const UNKNOWN = { ...missingReference('familyUnitId', 'family unit'), path: 'familyUnitId' as const };
const AMBIGUOUS: FamilyFault = {
  path: 'familyName',
  code: 'ambiguous_family',
  message:
    'is the name of more than one family, or of one at another address; give each family a number in a column named Family ID, or its id in a column named familyUnitId',
};

function grouped<K, V>(pairs: readonly (readonly [K, V])[]): Map<K, Set<V>> {
  const groups = new Map<K, Set<V>>();
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
  return groups;
}
