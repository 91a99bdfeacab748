/** Finds the church's records that a row of expenses names: its subcategory or account, its ministry and its fund. */
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory } from '../categories/schema.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { ExpenseField } from './columns.ts';
import type { Candidate, Named } from './rows.ts';

export type Fault = { path: ExpenseField; code: string; message: string };

/**
 * A subcategory with the names of its group. Its `isActive` is true only if the subcategory and its group are active.
 */
export type SubCategory = ExpenseSubCategory & { groupName: string; groupNameZh: string | null };

/** The record that was found, or a fault. A record that is no longer in use is returned together with a fault. */
export type Found<T> = { found?: T; fault?: Fault };

/**
 * Returns a function that finds the subcategory of a row by its name. In the row, the name of the group may come first,
 * as in `Office: Telephone`. If several subcategories match, the id decides. A row without a name is matched by its id.
 */
export function subCategoryFinder(groups: readonly ExpenseCategoryGroup[]) {
  const all = groups.flatMap(({ name: groupName, nameZh: groupNameZh, isActive, subCategories }) =>
    subCategories.map((one): SubCategory => ({ ...one, groupName, groupNameZh, isActive: one.isActive && isActive })),
  );
  const byName = byKeys(all, keysOf);
  const byChineseName = byKeys(all, chineseKeysOf);
  const listOf = (name: string) => byName.get(nameKey(name)) ?? byChineseName.get(nameKey(name)) ?? [];
  const hint = onceOf(
    `. Choose one of: ${all
      .filter(({ isActive }) => isActive)
      .map(fullName)
      .join(', ')}`,
  );
  return ({ subCategory: { id, name, groupName } }: Pick<Candidate, 'subCategory'>): Found<SubCategory> => {
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
      const message = `could be ${matches.map(fullName).join(' or ')}. Add the name of the group, as in "${fullName(match)}"`;
      return { fault: { path, code: 'ambiguous_category', message } };
    }
    return inUse(match, path, fullName(match));
  };
}

/**
 * Returns a function that returns the text the first time and an empty text after that, so that a long list is shown
 * only once.
 */
function onceOf(text: string): () => string {
  let left = text;
  return () => {
    const given = left;
    left = '';
    return given;
  };
}

const fullName = ({ groupName, name }: { groupName: string; name: string }) => `${groupName}: ${name}`;

/** Returns the keys by which a subcategory is found: its name alone, and its name after the name of its group. */
const keysOf = ({ groupName, name }: SubCategory) => [nameKey(name), nameKey(fullName({ groupName, name }))];

/** Returns the Chinese keys of a subcategory, formed in the same way from the Chinese names. */
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

/**
 * Returns the key of a name. Other programs put a slash, colon or arrow between a group and its subcategory; the key
 * treats them as equal.
 */
const nameKey = (name: string) => fold(name.replace(/\s*[:：/／>]\s*/g, ' : '));

/**
 * Returns a function that finds the ministry of a row by name or id. A row that names no ministry gets `fallback`, the
 * ministry given for the whole file.
 */
export function ministryFinder(ministries: readonly Ministry[], fallback: Ministry | null) {
  const find = finderIn(ministries);
  return ({ ministry }: Pick<Candidate, 'ministry'>): Found<Ministry> => {
    const path = ministry.name === null && ministry.id !== null ? 'ministryId' : 'ministryName';
    if (ministry.name === null && ministry.id === null) {
      const message = 'is required, unless you give --ministry';
      return fallback ? { found: fallback } : { fault: { path, code: 'required', message } };
    }
    const match = find(ministry);
    if (match) return inUse(match, path, match.name);
    const names = ministries.filter(({ isActive }) => isActive).map(({ name }) => name);
    const message = `names no ministry: ${calledAs(ministry)}. Choose one of: ${names.join(', ')}`;
    return { fault: { path, code: 'unknown_reference', message } };
  };
}

/** Returns a function that finds the fund of a row. A row that names no fund gets the General fund. */
export function fundFinder(funds: readonly Fund[]) {
  const find = finderIn(funds);
  return ({ fund }: Pick<Candidate, 'fund'>): Found<Fund> => {
    const path = fund.name === null ? 'fundId' : 'fundName';
    const match = find({ name: fund.name, id: fund.id ?? GENERAL_FUND });
    if (match) return inUse(match, path, match.name);
    const names = funds.filter(({ isActive }) => isActive).map(({ name }) => name);
    const message = `names no fund: ${calledAs(fund)}. Choose one of: ${names.join(', ')}`;
    return { fault: { path, code: 'unknown_reference', message } };
  };
}

/** Returns a function that finds the account of a part by its name. */
export function accountFinder(accounts: readonly Account[]) {
  const fit = accounts.filter(({ kind, isReserved }) => isNoMoney(kind) && !isReserved);
  const byName = byNames(fit);
  return (name: string): Found<Account> => {
    const match = byName.get(fold(name));
    if (match) return inUse(match, 'splits', match.name);
    const names = fit.filter(({ isActive }) => isActive).map((one) => one.name);
    const message = `names no account for a part of an expense: "${name}". Choose one of: ${names.join(', ') || 'none'}`;
    return { fault: { path: 'splits', code: 'unknown_reference', message } };
  };
}

/**
 * Returns a function that finds a record by name, or by id if the row has no name. The id may come from another
 * church's records, so the name is preferred.
 */
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
    fault: { path, code: 'category_disabled', message: `names ${called}, which is no longer in use` },
  };
}
