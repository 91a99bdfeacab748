/** The guide on the page, and the ways to it. */
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf } from '../support/console-church.ts';
import { focusOf } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const church = churchOfFile();

  test('the help of a room leads to the section of the guide about it, and Back returns', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.goto('/month-end/2026-11');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Finalize a month' });
    await help.getByRole('link', { name: 'Read about this in the guide' }).press('Enter');
    const section = page.getByRole('heading', { name: 'Finalize the month' });
    await section.waitFor();
    expect(new URL(page.url()).hash).toBe('#finalize-the-month');
    await expect.poll(() => focusOf(page)).toBe('Finalize the month');
    await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(200);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Month end' }).waitFor();
  });

  test('a shared link opens its section in either language, and the contents lead to the others', async () => {
    const { page } = await browserOf(church, { email: emailOf('member') });
    await page.goto('/guide#bills');
    await expect.poll(() => focusOf(page)).toBe('Bills');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '繁體中文' }).click();
    await page.getByRole('heading', { name: '帳單', exact: true }).waitFor();
    await page.getByRole('link', { name: '月結', exact: true }).last().click();
    expect(new URL(page.url()).hash).toBe('#finalize-the-month');
    await expect.poll(() => focusOf(page)).toBe('月結');
    await page.reload();
    await expect.poll(() => focusOf(page)).toBe('月結');
  });

  test('commands are closed until somebody opens them, and no HTML of the guide is inserted', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/guide');
    const commands = page.locator('details', { hasText: 'vestry init --church' });
    const box = commands.getByText('npx vestry init --church');
    await commands.waitFor();
    await expect.poll(() => box.isVisible()).toBe(false);
    await commands.locator('summary').press('Enter');
    await expect.poll(() => box.isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('article').textContent()).not.toMatch(/```|\*\*|\]\(/);
  });
});
