import { expect, test } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { seed } from '../../src/features/upkeep/catalogs.ts';
import { listExpenseCategories } from '../../src/features/spending/categories/service.ts';
import { listMinistries } from '../../src/features/church/ministries/service.ts';
import { testApp } from '../support/app.ts';

test('the catalogs have 13 roles, 10 ministries, 11 groups, 38 subcategories, 7 giving categories and 31 Form 990 lines', async () => {
  const { db } = await testApp();
  const tables = [
    'roles',
    'ministries',
    'expenseCategoryGroups',
    'expenseSubCategories',
    'givingCategories',
    'form990Lines',
  ] as const;
  const counts = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  expect(counts.map(({ count }) => count)).toEqual([13, 10, 11, 38, 7, 31]);
});

test('Administration has the class management and general, and every other ministry has the class program services', async () => {
  const { items } = await listMinistries(await testApp());
  const others = items.filter(({ defaultFunctionalClass }) => defaultFunctionalClass !== 'ProgramServices');
  expect(others).toMatchObject([{ name: 'Administration', defaultFunctionalClass: 'ManagementAndGeneral' }]);
});

test('seven subcategories have a box of Form 1099, and wages have none', async () => {
  const { items } = await listExpenseCategories(await testApp());
  const subCategories = items.flatMap((group) => group.subCategories);
  const boxes = subCategories.filter(({ form1099 }) => form1099 !== null).map(({ name, form1099 }) => [name, form1099]);
  expect(boxes).toEqual([
    ['Rent', 'MISC1'],
    ['Repairs & Maintenance', 'NEC1'],
    ['Cleaning', 'NEC1'],
    ['Guest Speakers', 'NEC1'],
    ['Legal Fees', 'NEC1'],
    ['Accounting & Audit', 'NEC1'],
    ['Contract Services', 'NEC1'],
  ]);
});

test('seeding again adds nothing', async () => {
  const app = await testApp();
  expect(await seed(app)).toBe(0);
});

test('seeding again does not undo the church’s own changes to catalog entries', async () => {
  const app = await testApp();
  await inTransaction(app, async ({ db }) => {
    await db.updateTable('ministries').set({ name: 'Music', nameKey: 'music' }).where('name', '=', 'Worship').execute();
    await db.updateTable('givingCategories').set({ isActive: 0 }).where('name', '=', 'Other').execute();
    await db
      .updateTable('expenseSubCategories')
      .set({ form990LineCode: '24', form1099: null })
      .where('name', '=', 'Rent')
      .execute();
    await db.deleteFrom('expenseSubCategories').where('name', '=', 'Telephone').execute();
  });
  await seed(app);
  const { items } = await listExpenseCategories(app);
  const subCategories = items.flatMap((group) => group.subCategories);
  expect(subCategories.find(({ name }) => name === 'Rent')).toMatchObject({ form990LineCode: '24', form1099: null });
  expect(subCategories.map(({ name }) => name)).not.toContain('Telephone');
  expect((await listMinistries(app)).items.map(({ name }) => name)).not.toContain('Worship');
  const other = await app.db
    .selectFrom('givingCategories')
    .selectAll()
    .where('name', '=', 'Other')
    .executeTakeFirstOrThrow();
  expect(other.isActive).toBe(0);
});

test('seeding a catalog entry whose name the church already uses adds no second row', async () => {
  const app = await testApp();
  await inTransaction(app, async ({ db }) => {
    await db.deleteFrom('seededRows').where('catalog', '=', 'Ministry').where('key', '=', 'worship').execute();
  });
  expect(await seed(app)).toBe(1);
  expect((await listMinistries(app)).items.filter(({ name }) => name === 'Worship')).toHaveLength(1);
});
