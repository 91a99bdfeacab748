/** Entry of an offering in Chromium on a phone, whose number pad has no Enter key. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, focusOf, goInside, gridOf, openConsole, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let id: number;
  let grid: ReturnType<typeof gridOf>;

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, { firstName: 'Shu-Fen', lastName: 'Huang', offeringNumber: '12' });
    ({ page } = await signInAt(service, await service.person('Ann', 'offering_counter')));
    await page.setViewportSize({ width: 360, height: 740 });
    grid = gridOf(page);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = await service.offering();
    await goInside(page, `/offerings/${id}`);
    await expectFocus('Giver');
  });

  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const givings = async () => (await service.read(id)).givings;

  test('a gift is saved with the button, and the next one begins', async () => {
    await page.keyboard.type('hua');
    await page.getByRole('option', { name: 'Shu-Fen Huang' }).click();
    await expectFocus('Amount');
    await page.keyboard.type('25');
    await press('Save gift');
    await expectFocus('Giver');
    await expect.poll(givings).toMatchObject([{ amount: 2500, method: 'Cash' }]);
  });

  test('the button takes the highlighted giver, and goes to a missing amount', async () => {
    await page.keyboard.type('12');
    await press('Save gift');
    await page.getByText('Type an amount.').waitFor();
    await expectFocus('Amount');
    await expect.poll(() => grid.giver.inputValue()).toBe('Shu-Fen Huang');
    await expect.poll(givings).toEqual([]);
  });

  test('a split gift gets its next part, and is saved when nothing is left to divide', async () => {
    await page.keyboard.type('12');
    await page.getByRole('option').first().click();
    await page.keyboard.type('100');
    await press('Split');
    await expectFocus('Amount of part 1');
    await page.keyboard.type('30');
    await press('Next part');
    await expectFocus('Category of part 2');
    await page.keyboard.type('miss');
    await press('Save gift');
    await expectFocus('Giver');
    await expect
      .poll(async () => (await givings())[0]?.parts)
      .toMatchObject([
        { amount: 3000, categoryName: 'Tithe' },
        { amount: 7000, categoryName: 'Missions' },
      ]);
  });
});
