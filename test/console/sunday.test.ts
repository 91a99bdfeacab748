/** Follows a counter in Chromium whose day is taken, in the future, or started by mistake. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submitSession } from '../../src/features/giving/offerings/service.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  contextOf,
  focusOf,
  goInside,
  openConsole,
  type Person,
  signInAt,
} from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let bob: Person;
  let page: Page;
  let taken: number;

  beforeAll(async () => {
    service = await openConsole();
    ann = await service.person('Ann', 'offering_counter');
    bob = await service.person('Bob', 'offering_counter');
    taken = await service.offering('2026-11-15');
    await submitSession(as(service.app, bob.id, 'offering_counter'), taken);
    page = (await signInAt(service, ann)).page;
  });
  afterAll(() => service.close());
  beforeEach(() => goInside(page, '/'));

  const openForm = async () => {
    await goInside(page, '/offerings');
    await page.getByRole('button', { name: 'New offering' }).click();
    await page.getByLabel('Date').waitFor();
  };
  const said = /^Bob submitted the offering of Sun, Nov 15, 2026 on Nov 18, 2026, /;

  test('home says who submitted the offering of the last Sunday, and when, and leads to it', async () => {
    await page.getByText(said).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Enter the offering' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show the offering' }).click();
    await page.getByRole('heading', { name: 'Offering of Sun, Nov 15, 2026' }).waitFor();
    await page.getByText('ask the treasurer to reopen the offering').waitFor();
    await page.getByText(/Submitted by Bob on Nov 18, 2026, /).waitFor();
  });

  test('the list has the offering that somebody else submitted, without its total', async () => {
    await goInside(page, '/offerings');
    const row = page.getByRole('row', { name: 'Sun, Nov 15, 2026' });
    await row.getByText('Bob, Nov 18, 2026').waitFor();
    await expect.poll(() => row.getByRole('cell').last().innerText()).toBe('');
    await row.getByRole('link').click();
    await page.waitForURL(`**/offerings/${taken}`);
  });

  test('an offering that one submitted stays in one’s own list, with its total', async () => {
    const id = await service.offering('2026-11-01');
    await submitSession(as(service.app, ann.id, 'offering_counter'), id);
    await goInside(page, '/offerings');
    const row = page.getByRole('row', { name: 'Sun, Nov 1, 2026' });
    await row.getByText('Ann, Nov 18, 2026').waitFor();
    await expect.poll(() => row.getByRole('cell').last().innerText()).toBe('0.00');
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Count sheet' }).waitFor();
  });

  test('a submitted day is not suggested for a new offering, but said and linked', async () => {
    await openForm();
    await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('');
    await page.getByText(said).waitFor();
    await page.getByLabel('Date').fill('2026-11-08');
    await expect.poll(() => page.getByText(said).count()).toBe(0);
    await page.getByLabel('Date').fill('2026-11-15');
    await page.getByText(said).waitFor();
    await page.getByRole('link', { name: 'Show this offering' }).click();
    await page.waitForURL(`**/offerings/${taken}`);
  });

  test('a day that has not come yet is refused at its field, and what was typed stays', async () => {
    await openForm();
    await page.getByLabel('Date').fill('2026-11-20');
    await page.keyboard.press('Enter');
    await page.getByText('This day has not come yet.').waitFor();
    await expect.poll(() => focusOf(page)).toBe('Date');
    await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('2026-11-20');
    await page.getByLabel('Date').fill('2026-11-19');
    await expect.poll(() => page.getByText('This day has not come yet.').count()).toBe(0);
  });

  test('an offering that was started by mistake is deleted while it has no gifts', async () => {
    await openForm();
    await page.getByLabel('Date').fill('2026-11-11');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete offering' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete offering' });
    await dialog.getByText('The offering of Wed, Nov 11, 2026 has no gifts.').waitFor();
    await dialog.getByRole('button', { name: 'Delete offering' }).click();
    await page.getByRole('status').getByText('The offering of Wed, Nov 11, 2026 was deleted.').waitFor();
    await page.waitForURL('**/offerings');
    await page.getByRole('row', { name: 'Sun, Nov 15, 2026' }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: 'Wed, Nov 11, 2026' }).count()).toBe(0);
  });

  test('on a Chinese phone, the same is said without scrolling sideways', async () => {
    const context = await contextOf(service, { email: ann.email, locale: 'zh-TW' });
    const phone = await context.newPage();
    await phone.setViewportSize({ width: 360, height: 740 });
    const fits = () => phone.evaluate('document.documentElement.scrollWidth <= innerWidth');
    await phone.goto('/');
    await phone.getByText(/2026年11月15日（週日）的奉獻已由Bob於 2026年11月18日 .* 送交。/).waitFor();
    await expect.poll(fits).toBe(true);
    await phone.goto('/offerings?new');
    await phone.getByText(/已由Bob於/).waitFor();
    await expect.poll(fits).toBe(true);
  });
});
