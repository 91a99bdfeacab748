import { beforeEach, describe, expect, test } from 'vitest';
import {
  createCategory,
  deleteCategory,
  disableCategory,
  enableCategory,
  updateCategory,
} from '../../../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../../../src/features/giving/categories/schema.ts';
import { getCategory, listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, deleteGiving } from '../../../../src/features/giving/givings/service.ts';
import { getFund } from '../../../../src/features/ledger/funds/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const input = (fields: object = {}) => decode(NewGivingCategory, { name: 'Youth Camp', ...fields });
const add = (fields: object = {}) => createCategory(app, input(fields));
const give = (categoryId: number) =>
  createGiving(app, decode(NewGiving, { categoryId, amount: 5, date: '2026-10-04', method: 'Cash' }));

describe('a giving category', () => {
  test('is last in the list, deductible and unrestricted by default', async () => {
    const category = await add();
    expect(category).toMatchObject({ isTaxDeductible: true, isRestricted: false, isActive: true });
    expect((await listCategories(app, false)).items.at(-1)).toEqual(category);
    expect(await add({ name: 'First', sortOrder: 0 })).toMatchObject({ sortOrder: 0 });
  });

  test('has a unique name, regardless of capitals', async () => {
    await add();
    await expect(add({ name: 'youth  CAMP' })).rejects.toMatchObject({ code: 'name_taken' });
    const other = await add({ name: 'Other Camp' });
    await expect(updateCategory(app, other.id, input())).rejects.toMatchObject({ code: 'name_taken' });
    expect(await updateCategory(app, other.id, input({ name: 'OTHER camp' }))).toMatchObject({ name: 'OTHER camp' });
  });

  test('that is disabled accepts no new givings, is hidden by default, and can be enabled again', async () => {
    const { id } = await add();
    await give(id);
    expect(await disableCategory(app, id)).toMatchObject({ isActive: false });
    await expect(give(id)).rejects.toMatchObject({ code: 'category_disabled' });
    expect((await listCategories(app, false)).items.map((one) => one.id)).not.toContain(id);
    expect((await listCategories(app, true)).items.map((one) => one.id)).toContain(id);
    expect(await enableCategory(app, id)).toMatchObject({ isActive: true });
    await expect(give(id)).resolves.toMatchObject({ categoryId: id });
  });

  test('that has been used cannot be deleted, even after its giving is deleted', async () => {
    const { id } = await add();
    const giving = await give(id);
    await deleteGiving(app, giving.id);
    await expect(deleteCategory(app, id)).rejects.toMatchObject({ code: 'category_in_use' });
    const unused = await add({ name: 'Unused' });
    await deleteCategory(app, unused.id);
    await expect(getCategory(app, unused.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keeps its fund once a giving uses the category, even if a change omits the fund', async () => {
    const { id } = await add();
    const { fundId } = await updateCategory(app, id, input({ isRestricted: true }));
    expect(await getFund(app, fundId)).toMatchObject({ name: 'Youth Camp', class: 'Restricted' });
    await give(id);
    expect(await updateCategory(app, id, input({ name: 'Summer Camp' }))).toMatchObject({
      name: 'Summer Camp',
      fundId,
    });
    for (const other of [{ isRestricted: false }, { fundId: 1 }])
      await expect(updateCategory(app, id, input(other))).rejects.toMatchObject({ code: 'category_in_use' });
    expect(await updateCategory(app, id, input({ isRestricted: true, fundId }))).toMatchObject({ fundId });
  });
});
