/** Tests of rows that the service refused, and of rows that may be duplicates. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { deleteGiving, updateGiving } from '../../src/features/giving/givings/service.ts';
import { submitSession } from '../../src/features/giving/offerings/service.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  focusOf,
  gridOf,
  openConsole,
  type Person,
  settled,
  signInAt,
} from '../support/console.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let context: BrowserContext;
  let page: Page;
  let grid: ReturnType<typeof gridOf>;
  let id: number;

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, { firstName: 'Shu-Fen', lastName: 'Huang', offeringNumber: '12' });
    await addMember(service.app, { firstName: 'Grace', lastName: 'Lin', offeringNumber: '14' });
    ann = await service.person('Ann', 'offering_counter');
    ({ context, page } = await signInAt(service, ann));
    grid = gridOf(page);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = await service.offering();
    await openOffering();
  });

  async function openOffering() {
    await page.goto(`${service.url}/offerings/${id}`);
    await expect.poll(() => focusOf(page)).toBe('Giver');
  }

  const keys = async (...list: string[]) => {
    for (const key of list) await page.keyboard.press(key);
  };
  async function enter(giver: string, amount: string) {
    await page.keyboard.type(giver);
    await keys('Enter');
    await page.keyboard.type(amount);
    await keys('Enter');
    await expect.poll(() => focusOf(page)).toBe('Giver');
  }
  const cents = async () => (await service.read(id)).givings.map(({ amount }) => amount);
  const states = async () => (await grid.rows()).map((row) => row.at(-1));
  const expectStates = async (...wanted: string[]) => {
    await expect.poll(states).toEqual(wanted);
  };
  /**
   * Corrects the last gift to 60.00 without a connection, lets `meanwhile` change or delete that gift in the books, and
   * connects again.
   */
  async function correctWhile(meanwhile: (givingId: number) => Promise<unknown>) {
    await context.setOffline(true);
    await keys('ArrowUp', 'Tab');
    await page.keyboard.type('60');
    await keys('Enter');
    await expectStates('Waiting');
    const [gift] = (await service.read(id)).givings;
    await meanwhile(gift?.id ?? 0);
    await context.setOffline(false);
    await expectStates('Refused');
    // What was refused is not in the total.
    await page.getByRole('region', { name: 'Totals' }).getByText('1 refused entry is not in this total.').waitFor();
  }
  const changeTo = (amount: number) => async (givingId: number) => {
    const [{ date, sessionId, memberId, categoryId } = missing()] = (await service.read(id)).givings;
    const changed = { date, sessionId, memberId, categoryId, method: 'Cash', amount };
    await updateGiving(service.app, givingId, decode(NewGiving, changed));
  };
  const missing = (): never => {
    throw new Error('The gift is not there.');
  };

  test('Delete on a refused correction discards the correction, and deletes the gift only on request', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await correctWhile(changeTo(70));
    await keys('ArrowUp', 'Tab', 'Delete', 'Enter');
    await page.getByText('The gift in the books does not change: Shu-Fen Huang, 70.00, Cash.').waitFor();
    await expect.poll(() => focusOf(page)).toBe('Delete');
    await keys('Enter');
    await expectStates('Saved');
    await expect.poll(async () => (await grid.rows())[0]).toContain('70.00');
    await expect.poll(cents).toEqual([7000]);

    await correctWhile(changeTo(80));
    await keys('ArrowUp', 'Tab', 'Delete', 'Enter');
    await page.getByRole('button', { name: 'Delete the gift' }).click();
    await expectStates();
    await expect.poll(cents).toEqual([]);
  });

  test('a button in the row discards a refused correction', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await correctWhile(changeTo(70));
    await keys('ArrowUp');
    await page.getByRole('button', { name: 'Discard correction' }).click();
    await expectStates('Saved');
    await expect.poll(cents).toEqual([7000]);
  });

  test('after another user deleted a gift, its correction can be entered as a new gift or discarded', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await correctWhile((givingId) => deleteGiving(service.app, givingId));
    await expect.poll(async () => (await grid.rows())[0]?.join(' ')).toContain('Somebody else deleted this gift.');
    await keys('ArrowUp');
    await page.getByRole('button', { name: 'Enter again' }).click();
    await expectStates('Saved');
    await expect.poll(cents).toEqual([6000]);

    await correctWhile((givingId) => deleteGiving(service.app, givingId));
    await keys('ArrowUp', 'Tab', 'Delete', 'Enter', 'Enter');
    await expectStates();
    await expect.poll(cents).toEqual([]);
  });

  test('a likely duplicate is marked, even after a reload, until the mark is dismissed or the gift is corrected', async () => {
    const remark = page.getByText('Likely double: the same as gift 1.');
    await enter('12', '50');
    await enter('12', '50');
    await enter('14', '20');
    await expectStates('Saved', 'Saved', 'Saved');
    await remark.waitFor();
    await page.reload();
    await remark.waitFor();
    await expect.poll(() => focusOf(page)).toBe('Giver');
    await page.getByRole('button', { name: 'Not a double' }).click();
    await remark.waitFor({ state: 'detached' });
    await page.reload();
    await expectStates('Saved', 'Saved', 'Saved');
    await expect.poll(() => remark.count()).toBe(0);

    await enter('14', '20');
    const other = page.getByText('Likely double: the same as gift 3.');
    await other.waitFor();
    await keys('ArrowUp', 'Tab');
    await page.keyboard.type('21');
    await keys('Enter');
    await other.waitFor({ state: 'detached' });
  });

  test('a reversed gift is marked at once and after a reload, and cannot be reversed again', async () => {
    await enter('12', '50');
    await enter('14', '20');
    await expectStates('Saved', 'Saved');
    const bo = await service.person('Bo', 'treasurer');
    await submitSession(as(service.app, bo.id, 'treasurer'), id);
    const { page: desk, context: own } = await signInAt(service, bo);
    await desk.goto(`${service.url}/offerings/${id}`);
    await desk.getByRole('row').filter({ hasText: 'Lin' }).getByRole('button', { name: 'Reverse' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('The check bounced.');
    await desk.keyboard.press('Enter');
    const remark = desk
      .getByRole('row')
      .filter({ hasText: 'Lin' })
      .getByText(/^Reversed on .*: -20\.00$/);
    await remark.waitFor();
    await desk.reload();
    await remark.waitFor();
    await expect.poll(() => desk.getByRole('button', { name: 'Reverse' }).count()).toBe(1);
    await own.close();
  });

  test('the browser is asked once for persistent storage, when the first gift is stored', async () => {
    const { page: tab, context: own } = await signInAt(service, ann);
    await tab.addInitScript(`
      globalThis.asked = 0;
      StorageManager.prototype.persisted = async () => false;
      StorageManager.prototype.persist = async () => (asked += 1) < 0;
    `);
    const times = () => tab.evaluate('asked');
    await tab.goto(`${service.url}/offerings/${id}`);
    await expect.poll(() => focusOf(tab)).toBe('Giver');
    await settled(tab);
    await expect.poll(times).toBe(0);
    page = tab;
    try {
      await enter('12', '50');
      await enter('14', '20');
      await expect.poll(cents).toEqual([5000, 2000]);
      await expect.poll(times).toBe(1);
      await own.setOffline(true);
      await enter('14', '21');
      await tab.getByText('Leave this tab open until every gift shows “Saved”').waitFor();
    } finally {
      page = context.pages()[0] ?? tab;
      await own.close();
    }
  });
});
