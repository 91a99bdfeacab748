/**
 * The subcategories that accountants often ask for, such as depreciation. They ship in `data/`, and are added only when
 * somebody asks for them.
 */
import { type App, inSnapshot, inTransaction } from '../../../app.ts';
import { listSeeded, noteSeeded } from '../../../db/seeded.ts';
import { fold } from '../../../lib/fold.ts';
import { readShipped } from '../../../package.ts';
import { createGroup, createSubCategory } from './changes.ts';
import { listGroups } from './queries.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory, UsualCategory } from './schema.ts';

type Named = { key: string; name: string; nameZh: string };
type Usual = Named & { group: string; form990LineCode: string };

const CATALOG = 'ExpenseSubCategory';
const usualOnes = () => (readShipped('data/more-expense-categories.json') as { subCategories: Usual[] }).subCategories;
const shippedGroups = () => (readShipped('data/expense-categories.json') as { groups: Named[] }).groups;

/** Returns the subcategories that accountants often ask for, each with the subcategory of the church, if there is one. */
export function listUsualCategories(app: App): Promise<{ items: UsualCategory[] }> {
  return inSnapshot(app, async (app) => {
    const own = await findOwn(app);
    const items = usualOnes().map((one): UsualCategory => {
      const { name, nameZh, form990LineCode } = one;
      return { name, nameZh, form990LineCode, subCategoryId: own(one)?.id ?? null };
    });
    return { items };
  });
}

/**
 * Adds the usual subcategories that the church does not have, and returns them. A subcategory that was added before is
 * not added again, even if it was renamed, and neither is one whose name the church already uses in any group.
 */
export function addUsualCategories(app: App): Promise<{ items: ExpenseSubCategory[] }> {
  return inTransaction(app, async (app) => {
    const own = await findOwn(app);
    const items: ExpenseSubCategory[] = [];
    // The few entries are added as a person would add them, one by one.
    for (const one of usualOnes()) {
      const known = own(one);
      const row = known ?? (await add(app, one));
      if (!known) items.push(row);
      await noteSeeded(app.db, CATALOG, one.key, row.id);
    }
    return { items };
  });
}

async function add(app: App, { group, name, nameZh, form990LineCode }: Usual): Promise<ExpenseSubCategory> {
  const groupId = await groupFor(app, group);
  return createSubCategory(app, { groupId, name, nameZh, form990LineCode, form1099: null });
}

/** Returns a function that finds the subcategory of the church that stands for a usual one. */
async function findOwn(app: App): Promise<(one: Usual) => ExpenseSubCategory | undefined> {
  const seeded = await listSeeded(app.db, CATALOG);
  const all = (await listGroups(app.db)).flatMap(({ subCategories }) => subCategories);
  return (one) => all.find(({ id }) => id === seeded.get(one.key)) ?? all.find((other) => isNamedLike(other, one));
}

/** Returns the group of a shipped key, even under another name. A group that was deleted is added again. */
async function groupFor(app: App, key: string): Promise<number> {
  const groups: ExpenseCategoryGroup[] = await listGroups(app.db);
  const id = (await listSeeded(app.db, 'ExpenseCategoryGroup')).get(key);
  const shipped = shippedGroups().find((one) => one.key === key);
  if (!shipped) throw new Error(`There is no shipped group ${key}.`);
  const own = groups.find((group) => group.id === id) ?? groups.find((group) => isNamedLike(group, shipped));
  return (own ?? (await createGroup(app, { name: shipped.name, nameZh: shipped.nameZh }))).id;
}

/** True if a record has one of the two names. */
function isNamedLike(own: { name: string; nameZh: string | null }, { name, nameZh }: Named): boolean {
  const names = new Set([fold(name), fold(nameZh)]);
  return names.has(fold(own.name)) || (own.nameZh !== null && names.has(fold(own.nameZh)));
}
