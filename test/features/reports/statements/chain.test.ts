import { expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { finalizeStatement, reopenStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { getStatement, putStatement } from '../../../../src/features/reports/statements/service.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

const at = (month: number) => ({ year: 2026, month });

async function give(app: TestApp, date: string, amount: number): Promise<void> {
  const { items } = await listCategories(app, false);
  const categoryId = items.find(({ name }) => name === 'Tithe')?.id;
  await createGiving(app, decode(NewGiving, { categoryId, amount, date, method: 'Cash' }));
}

test('an opening balance cannot be changed after it was carried over into a later finalized month', async () => {
  const app = await testApp();
  await give(app, '2026-03-01', 10);
  await putStatement(app, at(3), {});
  expect(await finalizeStatement(app, at(5), true)).toMatchObject({ openingBalance: 1000 });
  const refused = putStatement(app, at(2), { openingBalance: 100_000 as Minor });
  await expect(refused).rejects.toMatchObject({
    code: 'period_finalized',
    details: { extra: { firstOpenDate: '2026-06-01' } },
  });
  await reopenStatement(app, at(5), 'to correct February');
  await putStatement(app, at(2), { openingBalance: 100_000 as Minor });
  expect(await getStatement(app, at(5))).toMatchObject({ openingBalance: 101_000 });
});

test('the notes of a month can be saved after a later month was finalized', async () => {
  const app = await testApp();
  await finalizeStatement(app, at(5), false);
  expect(await putStatement(app, at(2), { notes: 'counted twice' })).toMatchObject({ isNew: true });
});

test('a finalized month shows the same figures and names after any renaming', async () => {
  const app = await testApp();
  await give(app, '2026-03-01', 10);
  const frozen = await finalizeStatement(app, at(3), false);
  await app.db
    .transaction()
    .execute((db) =>
      db
        .updateTable('givingCategories')
        .set({ name: 'First fruits', nameKey: 'first fruits' })
        .where('name', '=', 'Tithe')
        .execute(),
    );
  expect(await getStatement(app, at(3))).toEqual(frozen);
  expect(frozen.givingByCategory).toMatchObject([{ name: 'Tithe', amount: 1000, count: 1 }]);
});
