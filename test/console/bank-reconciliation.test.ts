/** A paper statement in a browser: ticked with the keyboard, two people at once, finished, reviewed and undone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChangedReconciliation } from '../../src/features/bank/reconciliations/schema.ts';
import { listReconciliations, updateReconciliation } from '../../src/features/bank/reconciliations/service.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { checkingOf } from '../support/console-church-bank.ts';
import { type ConsoleService, goInside, openConsole, signInAt } from '../support/console.ts';
import { withResolvers } from '../support/held.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let checking: number;
  beforeAll(async () => {
    service = await openConsole();
    checking = await checkingOf(service.app);
    for (const amount of [50, 70, 9])
      await createGiving(
        service.app,
        decode(NewGiving, { categoryId: 1, amount, date: '2026-01-05', method: 'Zelle' }),
      );
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
  });
  afterAll(() => service.close());

  const all = async () => (await listReconciliations(service.app, checking)).items;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focusedGroup = (of = page) => of.locator(':focus').getAttribute('aria-label');
  const difference = (amount: string) => page.getByText(`Difference: ${amount}`).waitFor();

  test('a statement is begun, ticked with the keyboard while somebody else ticks, and finished at 0', async () => {
    await goInside(page, `/bank/${checking}/reconciliations`);
    await page.getByLabel('Last day of the statement').fill('2027-01-31');
    await page.getByLabel('Balance on the statement').fill('120');
    await button('Begin').click();
    await expect.poll(() => page.getByLabel('Last day of the statement').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Last day of the statement').fill('2026-01-31');
    await button('Begin').click();
    await difference('$120.00');
    await expect.poll(() => button('Finish').isDisabled()).toBe(true);
    const [draft] = await all();
    await updateReconciliation(
      service.app,
      { id: checking, rid: draft?.id ?? 0 },
      decode(ChangedReconciliation, { cleared: [{ type: 'Giving', id: 1 }] }),
    );
    const boxes = page.getByRole('checkbox');
    await boxes.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await difference('$0.00');
    await button('Finish').click();
    await page.getByText('Not reviewed yet.').waitFor();
    await expect.poll(() => focusedGroup()).toBe('Finished, not reviewed');
    await expect.poll(all).toMatchObject([{ status: 'Finished', endBalance: 12_000 }]);
    await expect.poll(() => page.getByRole('table', { name: 'Outstanding' }).getByRole('row').count()).toBe(2);
    await expect.poll(() => button('Mark as reviewed').count()).toBe(0);
  });

  test('another person reviews it, and the last one can be undone and corrected', async () => {
    const [finished] = await all();
    const address = `/bank/${checking}/reconciliations/${finished?.id}`;
    const { page: elder } = await signInAt(service, await service.person('Eli', 'elder'), address);
    await elder.getByRole('button', { name: 'Mark as reviewed' }).click();
    await elder.getByText(/^Reviewed by Eli/).waitFor();
    await expect.poll(() => focusedGroup(elder)).toBe('Reviewed');
    await expect.poll(() => elder.getByRole('button', { name: 'Reopen', exact: true }).count()).toBe(0);
    await page.reload();
    await button('Reopen').click();
    await page.getByRole('dialog').getByText('The review by Eli is lost.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(all).toMatchObject([{ status: 'Finished' }]);
    await button('Reopen').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusedGroup()).toBe('Not finished');
    await page.getByText('Correct the statement').click();
    await page.getByLabel('Balance on the statement').fill('129');
    await button('Save statement').click();
    await difference('$9.00');
    await page.getByRole('checkbox', { checked: false }).click();
    await difference('$0.00');
    await button('Finish').click();
    await page.getByText('Not reviewed yet.').waitFor();
    await expect.poll(all).toMatchObject([{ status: 'Finished', endBalance: 12_900 }]);
  });

  test('a tick stays when an older reading of the statement arrives after it', async () => {
    const gift = { categoryId: 1, amount: 11, date: '2026-02-03', method: 'Zelle' };
    await createGiving(service.app, decode(NewGiving, gift));
    const { promise: held, resolve: release } = withResolvers();
    await page.route(/\/reconciliations\/\d+$/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      await held;
      return route.fulfill({ response });
    });
    await goInside(page, `/bank/${checking}/reconciliations`);
    await page.getByLabel('Last day of the statement').fill('2026-02-28');
    await page.getByLabel('Balance on the statement').fill('140');
    await button('Begin').click();
    const answered = (method: string) => page.waitForResponse((response) => response.request().method() === method);
    const saved = answered('PUT');
    await page.getByRole('checkbox', { checked: false }).last().click();
    await saved;
    const late = answered('GET');
    release();
    await (await late).finished();
    await difference('$0.00');
    await expect.poll(() => page.getByRole('checkbox', { checked: false }).count()).toBe(0);
    await page.unrouteAll();
  });
});
