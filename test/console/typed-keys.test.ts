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
  });
  afterAll(() => service.close());
  afterEach(() => context.close());

  async function openOn(computer: Computer) {
    id = await service.offering();
    context = await contextOf(service, ann);
    await delayFrames(context, computer);
    page = await context.newPage();
    press = await fastKeys(page);
    await page.goto(`/offerings/${id}`);
    await expectFocus('Giver');
    await slowDown(page, computer);
  }
  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  test('the keys directly after Shift+Enter go to the first part', async () => {
    await openOn(SLOW);
    await press('12', 'Enter', '211', 'Shift+Enter', '11', 'Enter', 'Miss', 'Enter', 'Enter');
    const parts = async () => (await service.read(id)).givings.map(({ amount, parts }) => [amount, parts?.[0]?.amount]);
    await expect.poll(parts).toEqual([[21_100, 1100]]);
  });
});
