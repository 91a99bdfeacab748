/** Checks the accounts, funds and income categories that a document of the ledger names. */
import type { App } from '../../app.ts';
import { type FieldError, missingReference, unknownReferences } from '../../errors.ts';
import { accountDisabled } from './accounts/by-method.ts';
import type { Account } from './accounts/schema.ts';
import { accountReserved, accountsById } from './accounts/service.ts';
import type { Fund } from './funds/schema.ts';
import { fundDisabled, fundsById } from './funds/service.ts';
import { incomeCategoriesById, incomeCategoryDisabled } from './income-categories/service.ts';

/**
 * The id in a field of a document, and the id that the field had `before`. An id that has not changed is accepted, even
 * if its record is no longer active.
 */
export type Named = { path: string; id: number | null; before?: number | null | undefined };

type AllNamed = { accounts: readonly Named[]; funds: readonly Named[]; categories?: readonly Named[] };

/** The accounts and funds of the church, by id. */
type Usable = { accounts: ReadonlyMap<number, Account>; funds: ReadonlyMap<number, Fund> };

/**
 * Returns the accounts and funds of the church after checking those that a document names. Raises `unknown_reference`
 * for everything that does not exist, `account_reserved`, `account_disabled`, `fund_disabled` and `category_disabled`.
 */
export async function refuseUnusable(app: App, { accounts, funds, categories = [] }: AllNamed): Promise<Usable> {
  const known = { accounts: await accountsById(app), funds: await fundsById(app) };
  const knownCategories = await incomeCategoriesById(app);
  const missing = [
    ...missingOf(known.accounts, accounts, 'account'),
    ...missingOf(known.funds, funds, 'fund'),
    ...missingOf(knownCategories, categories, 'income category'),
  ];
  if (missing.length > 0) throw unknownReferences(missing);
  for (const { id } of accounts) {
    const account = known.accounts.get(id ?? 0);
    if (account?.isReserved) throw accountReserved(account);
  }
  const [account] = disabledOf(known.accounts, accounts);
  if (account) throw accountDisabled(account);
  const [fund] = disabledOf(known.funds, funds);
  if (fund) throw fundDisabled(fund);
  const [category] = disabledOf(knownCategories, categories);
  if (category) throw incomeCategoryDisabled(category);
  return known;
}

function missingOf(known: ReadonlyMap<number, unknown>, named: readonly Named[], what: string): FieldError[] {
  return named.flatMap(({ path, id }) => (id === null || known.has(id) ? [] : [missingReference(path, what)]));
}

function disabledOf<T extends { isActive: boolean }>(known: ReadonlyMap<number, T>, named: readonly Named[]): T[] {
  return named.flatMap(({ id, before }) => {
    const one = id === null || id === before ? undefined : known.get(id);
    return one && !one.isActive ? [one] : [];
  });
}
