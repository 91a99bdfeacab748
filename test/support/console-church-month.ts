/** Closes a month in the church of the console tests, for the month end and the reports. */
import { NewBudget } from '../../src/features/accounting/budgets/schema.ts';
import { putBudget } from '../../src/features/accounting/budgets/service.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { finalizeStatement } from '../../src/features/reports/statements/finalize.ts';
import { decode } from '../../src/validate.ts';
import { as, type TestApp } from './app.ts';

/** The month that is finalized. It is before all dates that tests use. */
export const CLOSED_MONTH = '2025-12';

/** Adds a gift in the month, finalizes the month, and drafts a budget. */
export async function fillMonths(app: TestApp): Promise<void> {
  const treasurer = as(app, 1, 'super_admin');
  const gift = { categoryId: 1, amount: 480, method: 'Zelle', date: '2025-12-07' };
  await createGiving(treasurer, decode(NewGiving, gift));
  await finalizeStatement(treasurer, { year: 2025, month: 12 }, false);
  const lines = [
    { categoryId: 1, annual: 96_000 },
    { incomeCategoryId: 1, annual: 1200.5 },
    { subCategoryId: 1, annual: 64_200 },
    { subCategoryId: 2, annual: 5000, ministryId: 1 },
  ];
  await putBudget(treasurer, 2026, decode(NewBudget, { lines }));
}
