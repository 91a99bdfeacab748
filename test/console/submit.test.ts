/**
 * Follows an offering in Chromium: its start, the entry of gifts, its submission, the deposit slip, and the work of the
 * treasurer.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getChurch } from '../../src/features/church/profile/service.ts';
import { DepositQuery, NewDeposit } from '../../src/features/giving/deposits/schema.ts';
import { createDeposit, listDeposits } from '../../src/features/giving/deposits/service.ts';
import { GivingQuery, NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving, listGivings } from '../../src/features/giving/givings/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  contextOf,
  fillSignIn,
  focusOf,
  goInside,
  gridOf,
  openConsole,
  type Person,
  signInAt,
} from '../support/console.ts';
import { addMember } from '../support/office.ts';
import { textOf } from '../support/pdf.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let counter: Page;
  let treasurer: Page;

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
    const tom = await service.person('Tom', 'treasurer');
    counter = (await signInAt(service, ann)).page;
    treasurer = (await signInAt(service, tom)).page;
  });
  afterAll(() => service.close());

  const keys = async (page: Page, ...list: string[]) => {
    for (const key of list) await page.keyboard.press(key);
  };
  const expectFocus = async (page: Page, label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  async function goTo(page: Page, id: number) {
    await goInside(page, `/offerings/${id}`);
    await expectFocus(page, 'Giver');
  }
  async function enter(page: Page, giver: string, amount: string) {
    await page.keyboard.type(giver);
    await keys(page, 'Enter');
    await page.keyboard.type(amount);
    await keys(page, 'Enter');
    await expectFocus(page, 'Giver');
  }
  const expectGifts = async (id: number, count: number) => {
    await expect.poll(async () => (await service.read(id)).givings.length).toBe(count);
  };
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Submit offering' });
  const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Submit offering' }).click();
  /** Leaves the review, which cannot be left while the page waits for the service. */
  async function leaveReview(page: Page): Promise<void> {
    await expect
      .poll(async () => {
        await keys(page, 'Escape');
        return dialogOf(page).count();
      })
      .toBe(0);
  }

  /** Enters a gift of 50.00 and submits the offering as Ann. */
  async function submitted(): Promise<number> {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).getByLabel('Counted by').fill('Ben');
    await submit(counter);
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
    return id;
  }

  test('a new offering is for the most recent Sunday by the clock of the service, not of the browser', async () => {
    await counter.clock.setFixedTime(new Date('2027-03-03T12:00:00Z'));
    await counter.getByRole('link', { name: 'Offerings' }).click();
    await counter.getByRole('button', { name: 'New offering' }).click();
    await expect.poll(() => counter.getByLabel('Date').inputValue()).toBe('2026-11-15');
    await counter.getByRole('button', { name: 'Start' }).click();
    await expectFocus(counter, 'Giver');
    await expect.poll(() => gridOf(counter).method.inputValue()).toBe('Cash');
    await counter.clock.setSystemTime(new Date());
  });

  test('the date of an existing offering opens that offering, and a date may be typed in a short form', async () => {
    const id = await service.offering('2026-11-08');
    await goInside(counter, '/offerings');
    await counter.getByRole('button', { name: 'New offering' }).click();
    await counter.getByLabel('Date').fill('11/8');
    await counter.getByText('Sunday', { exact: true }).waitFor();
    await keys(counter, 'Enter');
    await counter.waitForURL(`**/offerings/${id}`);
    await expectFocus(counter, 'Giver');
  });

  test('the totals show the missing amount, and an offering that differs from its control total is not submitted', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await enter(counter, '14', '20.50');
    await expectGifts(id, 2);
    const totals = counter.getByRole('region', { name: 'Totals' });
    await expect.poll(() => totals.innerText()).toContain('70.50');
    await counter.getByLabel('Control total').fill('80');
    await totals.getByText('missing 9.50').waitFor();
    await counter.getByLabel('Counted cash').fill('70.50');
    await totals.getByText('agrees').waitFor();
    await keys(counter, 'Tab');
    await expect.poll(async () => (await service.read(id)).countedCash).toBe(7050);
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).getByText('Ann: 2 gifts, 70.50').waitFor();
    await dialogOf(counter).getByLabel('Counted by').fill('Ben');
    await submit(counter);
    await dialogOf(counter).getByText('80.00').waitFor();
    await dialogOf(counter).getByText('70.50').first().waitFor();
    await leaveReview(counter);
    await counter.getByLabel('Control total').fill('70.50');
    await keys(counter, 'Tab');
    await expect.poll(async () => (await service.read(id)).controlTotal).toBe(7050);
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.poll(() => dialogOf(counter).getByLabel('Counted by').inputValue()).toBe('Ben');
    await submit(counter);
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
    await expect.poll(async () => (await service.read(id)).countedBy).toEqual(['Ann', 'Ben']);
  });

  test('a gift that arrived after the review was opened must be reviewed first', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await goTo(treasurer, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).getByText('Ann: 1 gift, 50.00').waitFor();
    await dialogOf(counter).getByLabel('Counted by').fill('Ben');
    await enter(treasurer, '14', '20');
    await expectGifts(id, 2);
    await submit(counter);
    await dialogOf(counter).getByText('Tom: 1 gift, 20.00').waitFor();
    await expect.poll(async () => (await service.read(id)).status).toBe('Draft');
    await submit(counter);
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
  });

  test('Ctrl+Enter in the empty row opens the review, and Enter in the review submits the offering', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await keys(counter, 'Control+Enter');
    await expectFocus(counter, 'Counted by');
    await counter.keyboard.type('Ben');
    await keys(counter, 'Enter');
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
  });

  test('an offering with one counter is submitted only after a second confirmation', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await keys(counter, 'Control+Enter');
    await expectFocus(counter, 'Counted by');
    await keys(counter, 'Enter');
    await dialogOf(counter).getByText('Only one counter is named.').waitFor();
    await expect.poll(async () => (await service.read(id)).status).toBe('Draft');
    await keys(counter, 'Enter');
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
    await expect.poll(async () => (await service.read(id)).countedBy).toEqual(['Ann']);
  });

  test('a submission that fails because the service does not answer is reported', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await service.stop();
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.poll(() => counter.getByRole('alert').filter({ visible: true }).count()).toBe(1);
    await service.start();
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).waitFor();
    await leaveReview(counter);
  });

  test('unsaved counts are saved before the review opens, and an unreadable count prevents the review', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await counter.getByLabel('Counted cash').fill('abc');
    await gridOf(counter).giver.focus();
    await keys(counter, 'Control+Enter');
    await counter.getByText('The count is not saved yet.').waitFor();
    await expect.poll(() => dialogOf(counter).count()).toBe(0);
    await counter.getByLabel('Counted cash').fill('50');
    await keys(counter, 'Enter');
    await counter.evaluate(`document.querySelector('[data-spot="giver"] input').focus()`);
    await keys(counter, 'Control+Enter');
    await dialogOf(counter).waitFor();
    await expect.poll(async () => (await service.read(id)).countedCash).toBe(5000);
    await leaveReview(counter);
  });

  test('each laptop adds its own counter to the counters from other laptops', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await goTo(treasurer, id);
    const box = (page: Page) => page.getByLabel('Counted by');
    await counter.getByLabel('Counted cash').fill('0');
    await keys(counter, 'Tab');
    await expect.poll(async () => (await service.read(id)).countedBy).toEqual(['Ann']);
    await treasurer.getByText('Other counters: Ann').waitFor();
    await expect.poll(() => box(treasurer).inputValue()).toBe('');
    await box(treasurer).fill('Thomas');
    await keys(treasurer, 'Tab');
    await expect.poll(async () => (await service.read(id)).countedBy).toEqual(['Ann', 'Thomas']);
    await treasurer.reload();
    await expectFocus(treasurer, 'Giver');
    await expect.poll(() => box(treasurer).inputValue()).toBe('Thomas');
    await counter.getByText('Other counters: Thomas').waitFor();
    await expect.poll(() => box(counter).inputValue()).toBe('Ann');
  });

  test('a submitted offering has a deposit slip without names and a count sheet, to print and to save as PDF', async () => {
    await submitted();
    const paper = counter.getByRole('article');
    await counter.evaluate('window.print = () => { document.title = document.querySelector(".paper").textContent; }');
    for (const [name, sees] of [
      ['Count sheet', true],
      ['Deposit slip', false],
    ] as const) {
      await counter.getByRole('button', { name, exact: true }).click();
      const printed = async () => {
        const title = await counter.title();
        return [name, 'Huang'].map((text) => title.includes(text));
      };
      await expect.poll(printed).toEqual([true, sees]);
      await counter.emulateMedia({ media: 'print' });
      await expect.poll(() => paper.getByRole('heading').innerText()).toBe(name);
      await expect.poll(() => counter.getByRole('navigation').isVisible()).toBe(false);
      await expect.poll(() => counter.getByText('Huang').filter({ visible: true }).count()).toBe(sees ? 1 : 0);
      await counter.emulateMedia({ media: null });
      const coming = counter.waitForEvent('download');
      await counter.getByRole('button', { name: 'As PDF' }).click();
      await counter.getByRole('menuitem', { name }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toMatch(/^(deposit-slip|count-sheet)-2026-\d\d-\d\d\.pdf$/);
      expect(textOf(readFileSync(await file.path()))).toContain(name);
    }
  });

  test('the printed count sheet has the given and counted amounts and a signature line for each of two counters', async () => {
    const id = await service.offering();
    await goTo(counter, id);
    await enter(counter, '12', '50');
    await expectGifts(id, 1);
    await counter.getByLabel('Counted cash').fill('49');
    await counter.getByLabel('Counted checks').fill('0');
    await counter.getByLabel('Control total').fill('50');
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).getByLabel('Counted by').fill('Ben');
    await submit(counter);
    await dialogOf(counter).getByText('49.00').waitFor();
    await leaveReview(counter);
    await counter.getByLabel('Counted cash').fill('50');
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await submit(counter);
    const totals = counter.getByRole('region', { name: 'Totals' });
    await counter.getByRole('button', { name: 'Deposit slip' }).waitFor();
    await expect.poll(() => focusOf(counter)).toMatch(/^Offering of /);
    for (const text of ['Control total 50.00', 'Counted cash 50.00', 'Counted checks 0.00']) {
      await totals.getByText(text).waitFor();
    }
    await counter.evaluate('window.print = () => {}');
    await counter.getByRole('button', { name: 'Count sheet' }).click();
    await counter.emulateMedia({ media: 'print' });
    const slip = counter.getByRole('article', { name: 'Count sheet' });
    const { name } = await getChurch(service.app);
    for (const text of [name, 'Cash', 'Tithe', 'Counted cash', 'Control total', 'Ann', 'Ben', 'Shu-Fen Huang 黃淑芬']) {
      await expect.poll(() => slip.innerText()).toContain(text);
    }
    await expect.poll(() => slip.getByRole('listitem').filter({ hasText: 'Signature' }).count()).toBe(2);
    const printed = await slip.innerText();
    for (const unwanted of ['Entered by', 'Status', 'Note']) expect(printed).not.toContain(unwanted);
    const file = await counter.pdf();
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    await counter.emulateMedia({ media: null });
  });

  test('the treasurer reopens an offering with a reason, reconciles it, and reverses a gift', async () => {
    const id = await submitted();
    await goInside(treasurer, `/offerings/${id}`);
    await treasurer.getByRole('button', { name: 'Reopen' }).click();
    await treasurer.getByRole('dialog').getByLabel('Reason').fill('A check is missing.');
    await keys(treasurer, 'Enter');
    await expect.poll(async () => (await service.read(id)).status).toBe('Draft');
    await expectFocus(treasurer, 'Giver');
    await enter(treasurer, '14', '5');
    await expectGifts(id, 2);
    await expect
      .poll(() => treasurer.getByRole('region', { name: 'Submitted counts' }).innerText())
      .toContain('A check is missing.');
    await treasurer.getByRole('button', { name: 'Submit', exact: true }).click();
    // Those who count again enter their names anew.
    await dialogOf(treasurer).getByLabel('Counted by').fill('Ben');
    await submit(treasurer);
    await treasurer.getByRole('button', { name: 'Reconcile' }).click();
    await treasurer.getByLabel('Bank reference').fill('D-77');
    await keys(treasurer, 'Enter');
    await expect.poll(async () => (await service.read(id)).status).toBe('Reconciled');
    const counts = treasurer.getByRole('region', { name: 'Submitted counts' }).getByRole('listitem');
    await expect.poll(() => counts.count()).toBe(2);
    await expect.poll(() => service.read(id)).toMatchObject({ bankReference: 'D-77', depositedOn: '2026-11-18' });
    await treasurer.getByRole('row').filter({ hasText: 'Lin' }).getByRole('button', { name: 'Reverse' }).press('Enter');
    await treasurer.getByRole('dialog').getByLabel('Kind').selectOption('Returned by the bank');
    await treasurer.getByRole('dialog').getByLabel('Reason').fill('The check bounced.');
    await keys(treasurer, 'Enter');
    await treasurer.getByRole('status').getByText('The gift is reversed.').waitFor();
    const { items } = await listGivings(as(service.app, 1, 'super_admin'), decode(GivingQuery, { sort: 'amount' }));
    expect(items[0]).toMatchObject({ reversalKind: 'Returned', note: 'The check bounced.' });
  });

  test('an unreadable date is reported at its field, and nothing is reconciled or reversed', async () => {
    const id = await submitted();
    await goInside(treasurer, `/offerings/${id}`);
    await treasurer.getByRole('button', { name: 'Reconcile' }).click();
    await treasurer.getByLabel('Deposited on').fill('13/45');
    await keys(treasurer, 'Enter');
    await treasurer.getByRole('dialog').getByText('This is not a date.').waitFor();
    await expectFocus(treasurer, 'Deposited on');
    await expect.poll(async () => (await service.read(id)).status).toBe('Submitted');
    await treasurer.getByLabel('Deposited on').fill('11/16');
    await keys(treasurer, 'Enter');
    await expect.poll(async () => (await service.read(id)).status).toBe('Reconciled');
    await expect.poll(async () => (await service.read(id)).depositedOn).toBe('2026-11-16');
    await treasurer.getByRole('button', { name: 'Reverse' }).click();
    await treasurer.getByRole('dialog').getByLabel('Reason').fill('The check bounced.');
    await treasurer.getByRole('dialog').getByLabel('Date').fill('13/45');
    await keys(treasurer, 'Enter');
    await treasurer.getByRole('dialog').getByText('This is not a date.').waitFor();
    await treasurer.getByRole('dialog').getByLabel('Date').fill('11/17');
    await keys(treasurer, 'Enter');
    await treasurer.getByText('Reversed on Nov 17, 2026: -50.00').waitFor();
  });

  test('the deposit names the amount and the account before it is recorded, and the chosen account gets the money', async () => {
    const savings = await createAccount(
      as(service.app, 1, 'super_admin'),
      decode(NewAccount, { name: 'Vault', kind: 'Savings' }),
    );
    const id = await submitted();
    await treasurer.goto(`${service.url}/offerings/${id}`);
    const section = treasurer.getByRole('region', { name: 'Deposit at the bank' });
    await section.getByText('$50.00 goes to the bank: cash 50.00, checks 0.00.').waitFor();
    await section.getByRole('button', { name: 'Reconcile' }).click();
    const dialog = treasurer.getByRole('dialog', { name: 'Deposit at the bank' });
    await dialog.getByText('$50.00 goes to the bank').waitFor();
    const account = dialog.getByLabel('Account');
    await expect.poll(() => account.locator('option:checked').innerText()).toBe('Checking');
    await account.selectOption('Vault');
    await dialog.getByRole('button', { name: 'Reconcile' }).click();
    await treasurer.getByRole('status').getByText('The deposit is recorded.').waitFor();
    const { items } = await listDeposits(service.app, decode(DepositQuery, { accountId: String(savings.id) }));
    expect(items).toMatchObject([{ amount: 5000, sessionId: id }]);
    await expect.poll(() => section.count()).toBe(0);
  });

  test('money that was deposited before is not named again as the amount of the deposit', async () => {
    const id = await submitted();
    const items = [{ sessionId: id, method: 'Cash', amount: 20 }];
    const part = decode(NewDeposit, { date: (await service.read(id)).date, accountId: 2, items });
    await createDeposit(as(service.app, 1, 'super_admin'), part);
    await treasurer.goto(`${service.url}/offerings/${id}`);
    const section = treasurer.getByRole('region', { name: 'Deposit at the bank' });
    await section.getByText('$30.00 still goes to the bank: cash 30.00, checks 0.00. $20.00 was deposited').waitFor();
    await section.getByRole('button', { name: 'Reconcile' }).click();
    const dialog = treasurer.getByRole('dialog', { name: 'Deposit at the bank' });
    await dialog.getByText('$30.00 still goes to the bank').waitFor();
    await dialog.getByRole('button', { name: 'Reconcile' }).click();
    await treasurer.getByRole('status').getByText('The deposit is recorded.').waitFor();
    const { items: deposits } = await listDeposits(service.app, decode(DepositQuery, { sort: '-id' }));
    expect(deposits[0]).toMatchObject({ amount: 3000, sessionId: id });
  });

  test('the second counter is chosen among who entered gifts and members, and the submitted offering opens at its top', async () => {
    const id = await service.offering();
    const body = { sessionId: id, categoryId: 1, method: 'Cash', amount: 5, date: (await service.read(id)).date };
    for (let count = 0; count < 30; count += 1) await createGiving(service.app, NewGiving.parse(body));
    await goTo(counter, id);
    await counter.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialogOf(counter).getByLabel('Counted by').fill('gra');
    await dialogOf(counter).getByRole('button', { name: 'Grace Lin' }).click();
    await expect.poll(() => dialogOf(counter).getByLabel('Counted by').inputValue()).toBe('Grace Lin');
    await submit(counter);
    await counter.getByRole('button', { name: 'Deposit slip' }).waitFor();
    await expect.poll(async () => (await service.read(id)).countedBy).toEqual(['Ann', 'Grace Lin']);
    await expect.poll(() => counter.evaluate('scrollY')).toBe(0);
  });

  test('a counter sees no buttons for the actions of the treasurer', async () => {
    await submitted();
    await counter.getByRole('button', { name: 'Deposit slip' }).waitFor();
    for (const name of ['Reopen', 'Reconcile', 'Reverse']) {
      await expect.poll(() => counter.getByRole('button', { name }).count()).toBe(0);
    }
  });

  test('on a phone, the fields of the new gift are in tab order, and its buttons are above the navigation bar', async () => {
    const id = await service.offering();
    const { context, page } = await signInAt(service, ann);
    await page.setViewportSize({ width: 360, height: 640 });
    await goTo(page, id);
    const grid = gridOf(page);
    const boxes = [grid.method, grid.giver, grid.amount, grid.category, grid.note];
    const places = await Promise.all(boxes.map(async (box) => (await box.boundingBox()) ?? { x: 0, y: 0 }));
    const byReading = places.toSorted((a, b) => a.y - b.y || a.x - b.x);
    expect(places).toEqual(byReading);
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    for (const name of ['Split', 'More']) {
      const button = await grid.group.getByRole('button', { name }).boundingBox();
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    }
    await context.close();
  });

  test('in Chinese, an offering is entered and submitted with the same steps', async () => {
    const context = await contextOf(service, { locale: 'zh-TW' });
    const page = await context.newPage();
    await page.goto('/');
    await fillSignIn(page, ann, 'zh-TW');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByRole('link', { name: '主日奉獻', exact: true }).click();
    await page.getByRole('button', { name: '新增奉獻' }).click();
    await page.getByLabel('日期').fill('2026-11-01');
    await keys(page, 'Enter');
    await expectFocus(page, '奉獻者');
    await page.keyboard.type('淑');
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('黃淑芬 Shu-Fen Huang');
    await keys(page, 'Enter');
    await page.keyboard.type('１００');
    await keys(page, 'Enter');
    await expectFocus(page, '奉獻者');
    await page.locator('.gift-saved').waitFor();
    await keys(page, 'Control+Enter');
    await expectFocus(page, '清點人');
    await page.keyboard.type('王弟兄');
    await keys(page, 'Enter');
    const id = Number(page.url().split('/').at(-1));
    await expect.poll(() => service.read(id)).toMatchObject({ status: 'Submitted', countedBy: ['Ann', '王弟兄'] });
    await page.getByRole('button', { name: '銀行存款單' }).waitFor();
    await context.close();
  });
});
