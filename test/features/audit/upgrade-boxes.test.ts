/** The upgrade of books whose shipped subcategories have no boxes of Form 1099. */
import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { listExpenseCategories } from '../../../src/features/spending/categories/service.ts';
import { seed } from '../../../src/features/upkeep/catalogs.ts';
import type { TestApp } from '../../support/app.ts';
import { AT, stepsBefore } from '../../support/old-database.ts';
import { oldBooks, proofAfter, seal, upgrade } from './old-books.ts';

const LATER = '2026-11-19T18:00:00.000Z';

/** The subcategories: their catalog entries, who made them, when they were last changed, and their boxes. */
const SUB_CATEGORIES = [
  [1, 'facilities/rent', null, AT, null],
  [2, 'facilities/utilities', null, AT, null],
  [3, 'facilities/cleaning', null, LATER, null],
  [4, 'worship/guest-speakers', null, LATER, 'MISC6'],
  [5, 'professional/legal-fees', 1, AT, null],
  [6, 'professional/contract-services', null, AT, null],
  [7, null, null, AT, null],
] as const;

async function booksWithoutBoxes(): Promise<TestApp> {
  const { db, app } = await oldBooks(stepsBefore('-catalog-boxes'));
  db.exec(`
insert into users (id, email, emailKey, displayName, passwordHash, isActive, mustChangePassword, createdAt, modifiedAt)
  values (1, 'ann', 'ann', 'Ann', 'x', 1, 0, '${AT}', '${AT}');
insert into form990Lines (code, description, allowedColumns, sortOrder) values ('16', 'Occupancy', '[]', 1);
insert into seededRows (catalog, key, rowKey) values ('Form990ExpenseLine', '16', '16');
insert into expenseCategoryGroups (id, name, nameKey, sortOrder, createdAt, modifiedAt)
  values (1, 'All', 'all', 1, '${AT}', '${AT}');`);
  const add = db.prepare(`insert into expenseSubCategories
    (id, groupId, name, nameKey, form990LineCode, form1099, sortOrder, createdBy, createdAt, modifiedAt)
    values (@id, 1, @id, @id, '16', @box, 1, @by, '${AT}', @changed)`);
  const link = db.prepare("insert into seededRows (catalog, key, rowKey) values ('ExpenseSubCategory', ?, ?)");
  for (const [id, key, by, changed, box] of SUB_CATEGORIES) {
    add.run({ id, by, changed, box });
    if (key) link.run(key, String(id));
  }
  await seal(db, app);
  return app;
}

test('gives the usual box to shipped subcategories that nobody made or changed, and keeps it after that', async () => {
  const upgraded = await upgrade(await booksWithoutBoxes());
  const boxes = async () => {
    const { items } = await listExpenseCategories(upgraded);
    const all = items.find(({ name }) => name === 'All')?.subCategories ?? [];
    return all.slice(0, SUB_CATEGORIES.length).map(({ form1099 }) => form1099);
  };
  const wanted = ['MISC1', null, null, 'MISC6', null, 'NEC1', null];
  expect(await boxes()).toEqual(wanted);
  await inTransaction(upgraded, ({ db }) =>
    db.updateTable('expenseSubCategories').set({ form1099: null }).where('id', '=', 1).execute(),
  );
  await seed(upgraded);
  expect(await boxes()).toEqual([null, ...wanted.slice(1)]);
});

test('records the boxes in the audit log, so that the proof finds a later change made with SQL', async () => {
  const upgraded = await upgrade(await booksWithoutBoxes());
  expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, faults: [] });
  const change = "update expenseSubCategories set form1099 = 'NEC1' where id in (1, 2)";
  const { faults } = await proofAfter(await booksWithoutBoxes(), change);
  expect(faults).toEqual([
    expect.stringMatching(/^ExpenseSubCategory 1 has form1099 "NEC1"/),
    expect.stringMatching(/^ExpenseSubCategory 2 has form1099 "NEC1"/),
  ]);
});
