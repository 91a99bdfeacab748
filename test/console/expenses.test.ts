/** Handing in expenses in a browser: on a phone, with receipts, without a network, and after a rejection. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listExpenses } from '../../src/features/spending/expenses/service.ts';
import { ExpenseQuery } from '../../src/features/spending/expenses/schema.ts';
import { listReceipts } from '../../src/features/spending/receipts/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { choose, type ConsoleService, focusOf, openConsole, type Person, signInAt } from '../support/console.ts';
import { withResolvers } from '../support/held.ts';
import { PICTURES } from '../contract/receipt-files.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let leader: Person;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await openConsole();
    leader = await service.person('Lea', 'ministry_leader');
    ({ context, page } = await signInAt(service, leader));
    await page.setViewportSize({ width: 390, height: 800 });
  });
  afterAll(() => service.close());
  afterEach(async () => {
    for (const other of service.browser.contexts()) if (other !== context) await other.close();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: PICTURES.jpeg });
  const all = async () => (await listExpenses(service.app, decode(ExpenseQuery, { pageSize: '200' }))).items;
  const named = async (description: string) => (await all()).filter((one) => one.description === description);

  async function fill(description: string, amount = '12.50') {
    await page.goto('/expenses');
    await page.getByRole('link', { name: 'New expense' }).click();
    await field('Amount').fill(amount);
    await field('Description').fill(description);
    await choose(field('Category'), 'Telephone');
    await field('Ministry').selectOption({ label: 'Worship' });
  }

  test('an expense with two receipts is handed in, and its page shows both', async () => {
    await fill('Snacks for the youth');
    await field('Receipt').setInputFiles([
      photo('one.jpg'),
      { ...photo('two.png'), mimeType: 'image/png', buffer: PICTURES.png },
    ]);
    await button('Remove one.jpg').waitFor();
    await button('Submit for approval').click();
    await heading('Snacks for the youth').waitFor();
    const [expense] = await named('Snacks for the youth');
    expect(expense).toMatchObject({ status: 'PendingApproval', submittedBy: leader.id });
    const { items } = await listReceipts(service.app, expense?.id ?? 0);
    expect(items.map(({ fileName }) => fileName)).toEqual(['one.jpg', 'two.png']);
    await expect.poll(() => page.getByRole('list', { name: 'Receipts' }).getByRole('img').count()).toBe(2);
    await page.getByRole('main').getByRole('link', { name: 'Expenses' }).click();
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Snacks for the youth' }).textContent())
      .toContain('Waiting for approval');
  });

  test('without a network, nothing is lost, and the expense is in the books once', async () => {
    await fill('Paper cups');
    await field('Receipt').setInputFiles([photo('cups.jpg')]);
    await button('Remove cups.jpg').waitFor();
    // The service gets the expense, but its answer does not arrive.
    await page.route('**/api/expenses', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await button('Submit for approval').click();
    await page.getByRole('alert').getByText('No answer from the Vestry computer.').waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByText('You began this expense earlier').waitFor();
    await expect.poll(() => field('Description').inputValue()).toBe('Paper cups');
    await button('Remove cups.jpg').waitFor();
    await button('Submit for approval').click();
    await heading('Paper cups').waitFor();
    const found = await named('Paper cups');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ status: 'PendingApproval', receipt: { fileName: 'cups.jpg' } });
    await page.goto('/expenses/new');
    await field('Amount').waitFor();
    await expect.poll(() => field('Description').inputValue()).toBe('');
  });

  test('a typed category stays until the categories are read, and nothing is sent without it', async () => {
    const categories = withResolvers();
    await page.route('**/api/expense-categories*', async (route) => {
      await categories.promise;
      await route.continue();
    });
    await page.goto('/expenses/new');
    await field('Category').fill('Telephone');
    await field('Category').press('Enter');
    const shown = async () => [
      await field('Category').inputValue(),
      await page.getByRole('alert').count(),
      await page.getByText('Nothing in the list matches.').count(),
    ];
    await expect.poll(shown).toEqual(['Telephone', 0, 0]);
    categories.resolve();
    await page.getByRole('option', { name: 'Telephone' }).waitFor();
    await field('Category').press('Enter');
    await field('Category').fill('Telegraph');
    await page.getByText('Nothing in the list matches.').waitFor();
    await field('Category').press('Enter');
    await expect.poll(shown).toEqual(['Telegraph', 0, 1]);
    await field('Category').press('Escape');
    await expect.poll(() => field('Category').inputValue()).toMatch(/^Telephone/);
    await page.unrouteAll();
    await button('Discard').click();
  });

  test('a large photo is made smaller, and a file that is not a receipt is refused at its field', async () => {
    await fill('A large photo');
    const large = await page.evaluate<string>(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 3200, height: 2400 });
      const context = canvas.getContext('2d');
      const noise = context.createImageData(3200, 600);
      for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(new Uint8Array(noise.data.buffer, at, Math.min(65536, noise.data.length - at)));
      context.putImageData(noise, 0, 0);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1));
      const reader = new FileReader();
      reader.readAsDataURL(blob);
      await new Promise((resolve) => reader.addEventListener('load', resolve));
      return reader.result.split(',')[1];
    })()`);
    const buffer = Buffer.from(large, 'base64');
    expect(buffer.length).toBeGreaterThan(2 * 2 ** 20);
    const text = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('only text') };
    await field('Receipt').setInputFiles([{ name: 'large.jpg', mimeType: 'image/jpeg', buffer }, text]);
    await button('Remove large.jpg').waitFor();
    await button('Save draft').click();
    await page.getByRole('alert').getByText('notes.pdf was not accepted.').waitFor();
    await button('Remove notes.pdf').click();
    await button('Save draft').click();
    await heading('A large photo').waitFor();
    const [expense] = await named('A large photo');
    expect(expense).toMatchObject({ status: 'Draft', receipt: { fileName: 'large.jpg', contentType: 'image/jpeg' } });
    expect(expense?.receipt?.size).toBeLessThan(buffer.length);
  });

  test('what is missing is said at its field, and the church’s card is named with its account', async () => {
    await page.goto('/expenses/new');
    await field('Description').fill('');
    await field('Amount').fill('30');
    await field('Category').fill('paper clips');
    await page.getByText('Nothing in the list matches.').waitFor();
    await field('Category').fill('');
    await page.getByRole('option', { name: 'Office Supplies' }).waitFor();
    await expect.poll(() => page.getByText('Nothing in the list matches.').count()).toBe(0);
    await button('Submit for approval').click();
    await page.getByRole('alert').getByText('Some fields are missing.').waitFor();
    await expect.poll(() => field('Description').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => focusOf(page)).toBe('Description');
    await expect.poll(() => field('Amount').getAttribute('aria-invalid')).toBe(null);
    await button('Discard').click();
    await fill('Gas for the van', '30');
    await page.getByLabel('The church, with its card or from its account.').check();
    await field('Paid from').selectOption({ label: 'Checking' });
    await field('Reference').fill('4711');
    await button('Submit for approval').click();
    await heading('Gas for the van').waitFor();
    const [expense] = await named('Gas for the van');
    expect(expense).toMatchObject({
      status: 'PendingApproval',
      settled: { accountName: 'Checking', reference: '4711' },
    });
  });

  test('whoever paid is the one to be paid, although their account is not linked to a person', async () => {
    await fill('Tape');
    await field('Vendor').fill('Office Depot');
    await button('Submit for approval').click();
    await heading('Tape').waitFor();
    await page.getByText(/^To be paid to /).waitFor();
    await expect.poll(() => page.getByText(/^To be paid to /).innerText()).toBe(`To be paid to ${leader.name}`);
  });

  test('a bill is split over two categories, and the parts must add up', async () => {
    await fill('Paper and stamps', '60');
    await button('Split').click();
    await field('Amount of part 1').fill('41.17');
    await choose(field('Category of part 2'), 'Postage');
    await field('Amount of part 2').fill('18');
    await button('Save draft').click();
    await page.getByRole('alert').getByText('Some fields are missing.').waitFor();
    await page.getByText('Left to divide: 0.83').waitFor();
    await field('Amount of part 2').fill('18.83');
    await button('Save draft').click();
    await page.getByRole('table', { name: 'Parts' }).waitFor();
    const [expense] = await named('Paper and stamps');
    expect(expense?.splits?.map(({ amount }) => amount)).toEqual([4117, 1883]);
  });

  test('a draft is changed, and a version of somebody else is shown beside what was typed', async () => {
    await fill('Candles');
    await button('Save draft').click();
    await heading('Candles').waitFor();
    const [draft] = await named('Candles');
    await button('Edit').click();
    await field('Amount').fill('20');
    const finance = await service.person('Fay', 'finance');
    const { page: other } = await signInAt(service, finance, `/expenses/${draft?.id}`);
    await other.getByRole('button', { name: 'Edit' }).click();
    await other.getByLabel('Description', { exact: true }).fill('Candles for Advent');
    await other.getByRole('button', { name: 'Save draft' }).click();
    await other.getByRole('heading', { name: 'Candles for Advent', level: 1 }).waitFor();
    await button('Save draft').click();
    await page.getByRole('alert').getByText('Somebody else changed this draft.').waitFor();
    await expect
      .poll(() => page.locator('dl').filter({ hasText: 'Candles for Advent' }).textContent())
      .toContain('12.50');
    await expect.poll(() => field('Amount').inputValue()).toBe('20.00');
    await button('Save draft').click();
    await heading('Candles').waitFor();
    await expect.poll(() => named('Candles')).toMatchObject([{ amount: 2000, status: 'Draft' }]);
    await button('Delete').click();
    await button('Delete').click();
    await heading('Expenses').waitFor();
    await expect.poll(() => named('Candles')).toEqual([]);
  });
});
