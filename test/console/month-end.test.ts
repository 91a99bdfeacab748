/** The month end in Chromium: the checklist, finalizing and reopening a month, and its files. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { NewExpense } from '../../src/features/spending/expenses/schema.ts';
import { submitExpense } from '../../src/features/spending/expenses/moves.ts';
import { createExpense } from '../../src/features/spending/expenses/service.ts';
import { submitSession } from '../../src/features/giving/offerings/service.ts';
import { StatementUpdate } from '../../src/features/reports/statements/schema.ts';
import { getStatement, putStatement } from '../../src/features/reports/statements/service.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, openConsole, type Person, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let treasurer: Person;
  let elder: Person;
  let offering: number;
  beforeAll(async () => {
    service = await openConsole();
    treasurer = await service.person('Tess', 'treasurer');
    elder = await service.person('Eli', 'elder');
    offering = await service.offering('2026-03-01');
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await Promise.all(service.browser.contexts().map((context) => context.close()));
  });

  const statusOf = async (month: number) => (await getStatement(service.app, { year: 2026, month })).status;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('the treasurer settles an offering by its link, finalizes the month, and reopens it with a reason', async () => {
    const { page } = await signInAt(service, treasurer, '/month-end/2026-03');
    await page.getByRole('heading', { level: 1, name: 'Month end: March 2026' }).waitFor();
    const link = page.getByRole('link', { name: 'Offering of Sun, Mar 1, 2026' });
    await link.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/offerings/${offering}`);
    await submitSession(as(service.app, treasurer.id, 'treasurer'), offering);
    await page.goto('/month-end/2026-03');
    await button(page, 'Finalize').click();
    const dialog = page.getByRole('dialog', { name: 'Finalize March 2026' });
    await dialog.getByText('There is no offering on these Sundays:').waitFor();
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(0);
    await button(page, 'Finalize month').click();
    await page.getByRole('status').getByText('March 2026 is finalized.').waitFor();
    await page
      .getByText(/^Tess finalized the month on .*, 20\d\d.* The statement is shown as it was stored\.$/)
      .waitFor();
    await expect.poll(() => statusOf(3)).toBe('Finalized');
    await button(page, 'Reopen').click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A gift was missing');
    await button(page, 'Reopen month').click();
    await button(page, 'Finalize').waitFor();
    await expect.poll(() => statusOf(3)).toBe('Draft');
  });

  test('the treasurer writes notes below the statement, which an elder reads and cannot change', async () => {
    const { page } = await signInAt(service, treasurer, '/month-end/2026-05');
    await button(page, 'Edit the notes').click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('The roof is paid.\nThank you.');
    await putStatement(
      service.app,
      { year: 2026, month: 5 },
      decode(StatementUpdate, { openingBalance: 12, notes: 'The roof' }),
    );
    await button(page, 'Save').click();
    await page.getByText(/Somebody else changed/).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Notes' }).inputValue())
      .toBe('The roof is paid.\nThank you.');
    await button(page, 'Save').click();
    await page.getByRole('status').getByText('The notes are saved.').waitFor();
    await page.getByText('The roof is paid.').waitFor();
    await expect
      .poll(() => getStatement(service.app, { year: 2026, month: 5 }))
      .toMatchObject({
        notes: 'The roof is paid.\nThank you.',
        givenOpeningBalance: 1200,
      });
    const reader = await signInAt(service, elder, '/month-end/2026-05');
    await reader.page.getByText('The roof is paid.').waitFor();
    await expect.poll(() => button(reader.page, 'Edit the notes').count()).toBe(0);
  });

  test('open items are overruled only by a second choice, and the address without a month leads to the month to close', async () => {
    const owner = as(service.app, treasurer.id, 'treasurer');
    const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-04-05', amount: 20, description: 'Paper' };
    const { id } = await createExpense(owner, decode(NewExpense, bill));
    await submitExpense(owner, id);
    const { page } = await signInAt(service, treasurer, '/month-end/2026-04');
    await button(page, 'Finalize').click();
    await page.getByRole('dialog').getByText(`Expense ${id} of Sun, Apr 5, 2026, $20.00`).waitFor();
    await button(page, 'Finalize month').click();
    await page.getByRole('alert').getByText('Settle the open points').waitFor();
    await expect.poll(() => statusOf(4)).toBe('Draft');
    await page.getByRole('checkbox', { name: /^Finalize although/ }).check();
    await button(page, 'Finalize month').click();
    await page.getByRole('status').getByText('April 2026 is finalized.').waitFor();
    await expect.poll(() => statusOf(4)).toBe('Finalized');
    await page.goto('/month-end');
    await page.getByRole('heading', { level: 1, name: 'Month end: May 2026' }).waitFor();
    await page.goto('/month-end/2026-02');
    await page.getByRole('link', { name: 'April 2026' }).waitFor();
    await expect.poll(() => button(page, 'Finalize').count()).toBe(0);
  });

  test('figures that changed meanwhile are read again before the month is finalized', async () => {
    const { page } = await signInAt(service, treasurer, '/month-end/2026-06');
    await button(page, 'Finalize').click();
    await page.getByRole('dialog').waitFor();
    const sessionId = await service.offering('2026-06-07');
    const gift = { categoryId: 1, amount: 12, method: 'Cash', date: '2026-06-07', sessionId };
    await createGiving(as(service.app, treasurer.id, 'treasurer'), decode(NewGiving, gift));
    const force = page.getByRole('checkbox');
    if ((await force.count()) > 0) await force.check();
    await button(page, 'Finalize month').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expect.poll(() => statusOf(6)).toBe('Draft');
    await page.getByRole('dialog').getByText('Submit or delete these offerings:').waitFor();
  });

  test('an elder reads what there is to spend, and is offered nothing that would be refused', async () => {
    const { page } = await signInAt(service, elder, '/month-end/2026-04');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('heading', { name: 'What there is to spend' }).waitFor();
    await page.getByRole('row', { name: /^Closing balance/ }).waitFor();
    await expect.poll(() => button(page, 'Finalize').count()).toBe(0);
    await expect.poll(() => button(page, 'Reopen').count()).toBe(0);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'PDF').click()]);
    expect(file.suggestedFilename()).toBe('statement 2026-04.pdf');
  });
});
