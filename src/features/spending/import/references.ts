/** Finds the church's records that a row of expenses names: subcategory, ministry, fund. */
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory } from '../categories/schema.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { ExpenseField } from './columns.ts';
import type { Candidate, Named } from './rows.ts';

export type Fault = { path: ExpenseField; code: string; message: string };

/** A subcategory with its group. It is in use when both are. */
export type SubCategory = ExpenseSubCategory & { groupName: string; groupNameZh: string | null };

/** The record found, a fault, or both: a record that is no longer in use is found with a fault. */
export type Found<T> = { found?: T; fault?: Fault };

/** Finds subcategories by name, with or without the group before it, and by our own id if the name agrees. */
export function subCategoryFinder(groups: readonly ExpenseCategoryGroup[]) {
  const all = groups.flatMap(({ name: groupName, nameZh: groupNameZh, isActive, subCategories }) =>
    subCategories.map((one): SubCategory => ({ ...one, groupName, groupNameZh, isActive: one.isActive && isActive })),
  );
  const byName = byKeys(all, keysOf);
  const byChineseName = byKeys(all, chineseKeysOf);
  const listOf = (name: string) => byName.get(nameKey(name)) ?? byChineseName.get(nameKey(name)) ?? [];
  const hint = onceOf(
    `. There are: ${all
      .filter(({ isActive }) => isActive)
      .map(fullName)
      .join(', ')}`,
  );
  return ({ subCategory: { id, name, groupName } }: Candidate): Found<SubCategory> => {
    const path = name === null && id !== null ? 'subCategoryId' : 'subCategoryName';
    if (name === null && id === null) return { fault: { path, code: 'required', message: 'is required' } };
    const named = name === null ? all : listOf(name);
    const matches = named.filter((one) => groupName === null || isInGroup(one, groupName));
    const match = matches.find((one) => one.id === id) ?? (name === null ? undefined : matches[0]);
    if (!match) {
      const called = name === null ? id : `"${groupName === null ? name : fullName({ groupName, name })}"`;
      return {
        fault: { path, code: 'unknown_reference', message: `names no expense subcategory: ${called}${hint()}` },
      };
    }
    if (match.id !== id && matches.length > 1) {
      const message = `could be ${matches.map(fullName).join(' or ')}; name it with its group, as in "${fullName(match)}"`;
      return { fault: { path, code: 'ambiguous_category', message } };
    }
    return inUse(match, path, fullName(match));
  };
}

/** Returns a long text the first time, and a short one after that. */
function onceOf(text: string): () => string {
  let left = text;
  return () => {
    const given = left;
    left = '';
    return given;
  };
}

const fullName = ({ groupName, name }: { groupName: string; name: string }) => `${groupName}: ${name}`;

/** A subcategory is found by its name, or after the name of its group and a colon or slash. */
const keysOf = ({ groupName, name }: SubCategory) => [nameKey(name), nameKey(fullName({ groupName, name }))];

/** The same for the Chinese names. */
const chineseKeysOf = ({ groupNameZh, nameZh }: SubCategory) =>
  nameZh === null
    ? []
    : [nameKey(nameZh), ...(groupNameZh === null ? [] : [nameKey(fullName({ groupName: groupNameZh, name: nameZh }))])];

function byKeys(all: readonly SubCategory[], keysOf: (one: SubCategory) => readonly string[]) {
  const found = new Map<string, SubCategory[]>();
  for (const one of all) {
    for (const key of keysOf(one)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

function isInGroup({ groupName, groupNameZh }: SubCategory, wanted: string): boolean {
  return [groupName, groupNameZh ?? groupName].some((name) => fold(name) === fold(wanted));
}

/** The slash, colon and arrow that programs put between a group and its subcategory count as equal. */
const nameKey = (name: string) => fold(name.replace(/\s*[:：/／>]\s*/g, ' : '));

/** Finds ministries by name or id. A row that names none gets the ministry given for the file. */
export function ministryFinder(ministries: readonly Ministry[], fallback: Ministry | null) {
  const find = finderIn(ministries);
  return ({ ministry }: Candidate): Found<Ministry> => {
    const path = ministry.name === null && ministry.id !== null ? 'ministryId' : 'ministryName';
    if (ministry.name === null && ministry.id === null) {
      const message = 'is required; or give --ministry';
      return fallback ? { found: fallback } : { fault: { path, code: 'required', message } };
    }
    const match = find(ministry);
    if (match) return inUse(match, path, match.name);
    const names = ministries.filter(({ isActive }) => isActive).map(({ name }) => name);
    const message = `names no ministry: ${calledAs(ministry)}. There are: ${names.join(', ')}`;
    return { fault: { path, code: 'unknown_reference', message } };
  };
}

/** Finds the restricted giving categories that can pay for expenses. */
export function fundFinder(categories: readonly GivingCategory[]) {
  const names = categories.filter(({ isRestricted }) => isRestricted).map(({ name }) => name);
  const hint = `There are: ${names.join(', ') || 'none'}. Or leave the cell empty`;
  const find = finderIn(categories);
  return ({ fund }: Candidate): Found<GivingCategory | null> => {
    if (fund.name === null && fund.id === null) return { found: null };
    const path = fund.name === null ? 'fundCategoryId' : 'fundCategoryName';
    const match = find(fund);
    if (match?.isRestricted) return { found: match };
    if (!match) {
      const message = `names no giving category: ${calledAs(fund)}. ${hint}`;
      return { fault: { path, code: 'unknown_reference', message } };
    }
    const message = `names ${match.name}, which is not a restricted fund. ${hint}`;
    return { fault: { path, code: 'fund_not_restricted', message } };
  };
}

/** A name has priority over an id, which may be that of another church. */
function finderIn<T extends { id: number; name: string; nameZh: string | null }>(list: readonly T[]) {
  const byName = byNames(list);
  return ({ id, name }: Named): T | undefined =>
    name === null ? list.find((one) => one.id === id) : byName.get(fold(name));
}

const calledAs = ({ id, name }: Named) => (name === null ? id : `"${name}"`);

function inUse<T extends { isActive: boolean }>(found: T, path: ExpenseField, called: string): Found<T> {
  if (found.isActive) return { found };
  return {
    found,
    fault: { path, code: 'category_disabled', message: `names something that is no longer in use: ${called}` },
  };
}
