/** Finds the subcategory, ministry, fund and account that a person names on the command line for an expense. */
import type { App } from '../../../app.ts';
import { badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { listExpenseCategories } from '../categories/service.ts';

type Entry = { id: number; isActive: boolean; names: readonly (string | null)[]; shown: string };

/** Finds the id of a record by its name or id. */
export type Finder = (text: string) => number;

/**
 * Returns functions that find the records of this church. Each of them raises `validation_failed` with the names to
 * choose from if a text names no record, or several.
 */
export async function expenseFinders(
  app: App,
): Promise<Record<'subCategory' | 'ministry' | 'fund' | 'account', Finder>> {
  const accounts = [...(await accountsById(app)).values()];
  return {
    subCategory: finder('subCategoryId', await subCategories(app)),
    ministry: finderOf('ministryId', (await listMinistries(app)).items),
    fund: finderOf('fundId', (await listFunds(app)).items),
    account: finderOf(
      'accountId',
      accounts.filter(({ isReserved }) => !isReserved),
    ),
  };
}

/**
 * Returns the subcategories. A subcategory is found by its name alone, or by the name of its group followed by its own
 * name.
 */
async function subCategories(app: App): Promise<Entry[]> {
  const { items } = await listExpenseCategories(app);
  return items.flatMap((group) =>
    group.subCategories.map(({ id, name, nameZh, isActive }) => {
      const shown = `${group.name}: ${name}`;
      return { id, isActive: isActive && group.isActive, names: [name, nameZh, shown], shown };
    }),
  );
}

type Listed = { id: number; name: string; nameZh: string | null; isActive: boolean };

const entryOf = ({ id, name, nameZh, isActive }: Listed): Entry => ({
  id,
  isActive,
  names: [name, nameZh],
  shown: name,
});

/** Returns a function that finds one of these records by its name or id. Raises `validation_failed` with this path. */
export const finderOf = (path: string, records: readonly Listed[]): Finder => finder(path, records.map(entryOf));

function finder(path: string, entries: readonly Entry[]): Finder {
  return (text) => {
    const wanted = fold(text.trim());
    const named = entries.filter(({ names }) => names.some((name) => name !== null && fold(name) === wanted));
    const found = named.length > 0 ? named : entries.filter(({ id }) => String(id) === text.trim());
    const [only, ...others] = found;
    if (only && others.length === 0) return only.id;
    const choices = only ? found : entries.filter(({ isActive }) => isActive);
    const fault = only ? 'matches more than one entry' : 'matches nothing';
    const message = `${fault}: "${text}". Choose one of: ${choices.map(({ shown }) => shown).join(', ')}`;
    throw badField(path, 'unknown_reference', message);
  };
}
