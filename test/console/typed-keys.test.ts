/**
 * What is typed is what is booked: each key goes to the field that showed the focus when it was pressed. The computer
 * may be slow and its frames late.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, focusOf, openConsole, type Person } from '../support/console.ts';
import { type Computer, delayFrames, fastKeys, slowDown } from '../support/fast-keys.ts';
import { addMember } from '../support/office.ts';

const SLOW: Computer = { rate: 6, delay: 80 };

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let treasurer: Person;
  let context: BrowserContext;
  let page: Page;
  let press: Awaited<ReturnType<typeof fastKeys>>;
  let id: number;

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, {
      firstName: 'Shu-Fen',
      lastName: 'Huang',
      chineseName: '黃淑芬',
      offeringNumber: '12',
    });
    await addMember(service.app, { firstName: 'Grace', lastName: 'Lin', offeringNumber: '14' });
    ann = await service.person('Ann', 'offering_counter');
    treasurer = await service.person('Tom', 'treasurer');
  });
  afterAll(() => service.close());
  afterEach(() => context.close());

  async function openOn(computer: Computer, person = ann, path?: string) {
    id = await service.offering();
    context = await contextOf(service, person);
    await delayFrames(context, computer);
    page = await context.newPage();
    press = await fastKeys(page);
    await page.goto(path ?? `/offerings/${id}`);
    if (path === undefined) await expectFocus('Giver');
    else await page.getByRole('heading', { level: 1 }).waitFor();
    await slowDown(page, computer);
  }
  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  const amounts = async () => (await service.read(id)).givings.map(({ amount }) => amount / 100);
  test('the keys directly after Shift+Enter go to the first part', async () => {
    await openOn(SLOW);
    await press('12', 'Enter', '211', 'Shift+Enter', '11', 'Enter', 'Miss', 'Enter', 'Enter');
    const parts = async () => (await service.read(id)).givings.map(({ amount, parts }) => [amount, parts?.[0]?.amount]);
    await expect.poll(parts).toEqual([[21_100, 1100]]);
  });

  test('the keys directly after a dialog closes go on in the field where it was opened', async () => {
    await openOn(SLOW);
    await press('12', 'Enter', '5', 'Control+k');
    await page.getByRole('dialog', { name: 'Find' }).waitFor();
    await press('Escape', '2.50', 'Enter');
    await expect.poll(amounts).toEqual([52.5]);
  });

  test('each cell of a budget gets what was typed after the key that led to it', async () => {
    await openOn(SLOW, treasurer, '/reports/budgets?year=2026');
    await page.locator('.budget-input').focus();
    await press('120', 'Enter', '24', 'Enter', '36', 'Enter', '48', 'Tab', '7', 'Tab', '8', 'Enter');
    const rows = async () => (await page.locator('tbody tr').allInnerTexts()).map((row) => row.split('\t').slice(1, 4));
    await expect
      .poll(async () => (await rows()).slice(1, 5))
      .toEqual([
        ['120.00', '10.00', '10.00'],
        ['24.00', '2.00', '2.00'],
        ['36.00', '3.00', '3.00'],
        ['55.00', '7.00', '8.00'],
      ]);
  });
});
