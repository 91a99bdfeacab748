/** Decides which family a row of a people file joins: an existing one, or one that the import adds. */
import { missingReference } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { check } from '../../../validate.ts';
import { NewFamilyUnit } from '../families/schema.ts';
import type { Candidate } from './rows.ts';

/**
 * The family of a row. For an existing family, `wanted` and `input` are null. For a new family, `wanted` is its id in
 * the church that exported the file, and `input` contains its details. The `id` of a new family is 0 until the import
 * assigns the ids.
 */
export type Family = { id: number; wanted: number | null; input: NewFamilyUnit | null };

type FamilyFault = { path: 'familyName' | 'familyUnitId'; code: string; message: string };

export type FamilyFinder = {
  find: (candidate: Candidate) => { family: Family | null } | { fault: FamilyFault };
  /** The new families needed by the rows that `find` has received so far, in the order of the file. */
  made: Map<string, Family>;
};

/**
 * Returns a finder that takes the rows in the order of the file. It finds the family of a row among the existing
 * families, or plans a new one. Rows with the same family name and family id share one new family.
 */
export function familyFinder(
  families: readonly { id: number; name: string }[],
  candidates: readonly Candidate[],
): FamilyFinder {
  const names = new Map(families.map(({ id, name }) => [id, fold(name)]));
  const byName = grouped([...names].map(([id, name]) => [name, id]));
  const idsInFile = grouped(candidates.map(({ familyName, input }) => [fold(familyName ?? ''), input.familyUnitId]));
  const made = new Map<string, Family>();
  const existing = (id: number) => ({ family: { id, wanted: null, input: null } });
  const find = ({ familyName, input: { familyUnitId: id } }: Candidate) => {
    if (familyName === null && id === null) return { family: null };
    if (familyName === null) {
      return id !== null && names.has(id) ? existing(id) : { fault: { ...UNKNOWN, path: 'familyUnitId' as const } };
    }
    const name = fold(familyName);
    const [first, ...others] = byName.get(name) ?? [];
    if (id !== null && names.get(id) === name) return existing(id);
    if (first !== undefined && others.length === 0 && (id === null || idsInFile.get(name)?.size === 1)) {
      return existing(first);
    }
    if (first !== undefined && id === null) return { fault: AMBIGUOUS };
    return makeFamily(made, familyName, id);
  };
  return { find, made };
}

const UNKNOWN = missingReference('familyUnitId', 'family unit');
const AMBIGUOUS: FamilyFault = {
  path: 'familyName',
  code: 'ambiguous_family',
  message: 'is the name of more than one family; give the id of the family in a column named familyUnitId',
};

function makeFamily(made: Map<string, Family>, familyName: string, wanted: number | null) {
  const key = `${fold(familyName)} ${wanted ?? ''}`;
  const known = made.get(key);
  if (known) return { family: known };
  const checked = check(NewFamilyUnit, { name: familyName });
  if ('errors' in checked) {
    const [{ code, message } = UNKNOWN] = checked.errors;
    return { fault: { path: 'familyName' as const, code, message } };
  }
  const family: Family = { id: 0, wanted, input: checked.value };
  made.set(key, family);
  return { family };
}

function grouped<V>(pairs: readonly (readonly [string, V])[]): Map<string, Set<V>> {
  const groups = new Map<string, Set<V>>();
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
  return groups;
}
