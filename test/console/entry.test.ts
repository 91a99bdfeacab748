/** Entry of an offering in Chromium: the effect of each key, and the stored gifts. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, focusOf, goInside, gridOf, openConsole, paste, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';

/** Blocks all other writes to the browser database of the console until `isFree` is set. */
const HOLD_THE_DATABASE = `new Promise((resolve) => {
  const opening = indexedDB.open('vestry-entry');
  opening.onsuccess = () => {
    const entries = opening.result.transaction('entries', 'readwrite').objectStore('entries');
    const hold = () => {
      if (!globalThis.isFree) entries.get('none').onsuccess = hold;
    };
    hold();
    resolve();
  };
})`;
const HOSTILE = '<script>document.title="stolen"</script>';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let id: number;
  let grid: ReturnType<typeof gridOf>;

  beforeAll(async () => {
    service = await openConsole();
    const { app } = service;
    await addMember(app, { firstName: 'Shu-Fen', lastName: 'Huang', chineseName: '黃淑芬', offeringNumber: '12' });
    await addMember(app, { firstName: 'Grace', lastName: 'Lin', offeringNumber: '14' });
    await addMember(app, { firstName: 'Peter', lastName: 'Chen' });
    await addMember(app, { firstName: HOSTILE, lastName: 'Zorn' });
    ({ page } = await signInAt(service, await service.person('Ann', 'offering_counter')));
    grid = gridOf(page);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = await service.offering();
    await goInside(page, `/offerings/${id}`);
    await expectFocus('Giver');
  });

  const keys = async (...list: string[]) => {
    for (const key of list) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  const givings = async () => (await service.read(id)).givings;
  /** Waits until this many gifts are stored and each row of the page is marked as saved. */
  async function saved(count: number) {
    await expect.poll(async () => (await givings()).length).toBe(count);
    await expect
      .poll(async () => (await grid.rows()).map((row) => row.at(-1)))
      .toEqual(Array.from({ length: count }, () => 'Saved'));
    return givings();
  }
  /** Enters one gift in cash. */
  async function enter(giver: string, amount: string) {
    await type(giver);
    await keys('Enter');
    await type(amount);
    await keys('Enter');
  }

  describe('the entry row', () => {
    test('moves on Enter from the giver of a cash gift to the amount, saves the gift, and returns to the giver', async () => {
      await type('12');
      await expect.poll(() => page.getByRole('option').first().innerText()).toContain('Shu-Fen Huang 黃淑芬');
      await keys('Enter');
      await expectFocus('Amount');
      await type('50');
      await keys('Enter');
      await expectFocus('Giver');
      await expect
        .poll(() => saved(1))
        .toMatchObject([{ amount: 5000, method: 'Cash', memberName: expect.stringContaining('Huang') }]);
      await expect
        .poll(() => grid.status.innerText())
        .toBe('Saved 1: Shu-Fen Huang 黃淑芬, 50.00, cash; 1 gift, 50.00');
    });

    test('asks for the number of a check, and uses the same method for the next gift', async () => {
      await grid.method.focus();
      await type('ch');
      await keys('Enter');
      await expectFocus('Giver');
      await type('lin');
      await keys('Enter');
      await expectFocus('Check number');
      await type('1001');
      await keys('Enter');
      await expectFocus('Amount');
      await type('1,200');
      await keys('Enter');
      await expectFocus('Giver');
      await expect.poll(() => saved(1)).toMatchObject([{ amount: 120000, method: 'Check', checkNumber: '1001' }]);
      await expect.poll(() => grid.method.inputValue()).toBe('Check');
    });

    test('asks for the reference of a Zelle gift, while the column heading is still Check number', async () => {
      await grid.method.focus();
      await type('zel');
      await keys('Enter');
      await type('pet');
      await keys('Enter');
      await expectFocus('Reference');
      await type('ref 7');
      await keys('Enter');
      await type('20');
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ method: 'Zelle', zelleReference: 'ref 7' }]);
      await expect.poll(() => grid.table.getByRole('columnheader', { name: 'Check number' }).count()).toBe(1);
    });

    test.each([
      ['12', 1200],
      ['12.5', 1250],
      ['1,200', 120000],
      ['12+8.50', 2050],
      ['0.1+0.2', 30],
      ['１２．５０', 1250],
    ])('stores the amount %s as %i cents', async (typed, cents) => {
      await enter('14', typed);
      await expect.poll(() => saved(1)).toMatchObject([{ amount: cents }]);
    });

    test('refuses the amount 1.234, explains why, and leaves the focus in the amount', async () => {
      await enter('14', '1.234');
      await grid.group.getByText('An amount has at most two decimals.').waitFor();
      await expectFocus('Amount');
      await expect.poll(givings).toEqual([]);
    });

    test('leaves the focus on Enter in an empty giver or an empty amount', async () => {
      await keys('Enter');
      await expectFocus('Giver');
      await type('14');
      await keys('Enter', 'Enter');
      await expectFocus('Amount');
    });

    test('enters an anonymous gift on *, and loose cash, which is not anonymous, on +', async () => {
      await keys('*');
      await expectFocus('Amount');
      await type('7');
      await keys('Enter', '+');
      await expectFocus('Amount');
      await type('8');
      await keys('Enter');
      await expect
        .poll(() => saved(2))
        .toMatchObject([
          { amount: 700, memberId: null, isAnonymous: true },
          { amount: 800, memberId: null, isAnonymous: false },
        ]);
      await expect.poll(async () => (await grid.rows()).map((row) => row[2])).toEqual(['Anonymous', 'Loose cash']);
    });

    test('offers "Loose cash" when a part of this name is typed', async () => {
      await type('cash');
      await page.getByRole('option', { name: 'Loose cash' }).click();
      await expectFocus('Amount');
      await type('9');
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ memberId: null, isAnonymous: false }]);
    });

    test('says that a text is no method and which methods there are, and saves nothing until it is corrected', async () => {
      await keys('Shift+Tab');
      await type('bitcoin');
      await keys('Enter');
      await expectFocus('Method');
      const fault = grid.group.getByText('This is not a method. The methods are: Cash, Check, Zelle,');
      await fault.waitFor();
      await keys('Tab');
      await enter('12', '50');
      await expectFocus('Method');
      await expect.poll(() => grid.method.inputValue()).toBe('bitcoin');
      await expect.poll(givings).toEqual([]);
      await type('zel');
      await keys('Enter', 'Enter', 'Enter');
      await expectFocus('Amount');
      await expect.poll(() => fault.count()).toBe(0);
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ method: 'Zelle', amount: 5000 }]);
    });

    test('does not save a gift in another category than the one that is typed, and says so', async () => {
      await type('14');
      await keys('Enter');
      await type('25');
      await keys('Tab');
      await type('missons');
      await keys('Enter');
      await grid.group.getByText('Choose a category from the list.').waitFor();
      await expectFocus('Category');
      await expect.poll(() => grid.category.inputValue()).toBe('missons');
      await type('missi');
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ amount: 2500, categoryName: 'Missions' }]);
    });

    test('says that nobody has an envelope number, and does not offer a number as a new person', async () => {
      await type('99');
      await grid.group.getByText('Nobody has this envelope number.').waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBe(0);
      await keys('Enter');
      await expectFocus('Giver');
      await keys('Control+A');
      await type('Zed');
      await page.getByRole('option', { name: 'Add "Zed"' }).waitFor();
      await expect.poll(() => grid.group.getByText('Nobody has').count()).toBe(0);
    });

    test('selects the text of a box on the first click, so that typing replaces it', async () => {
      await grid.method.click();
      await type('che');
      await expect.poll(() => grid.method.inputValue()).toBe('che');
      await keys('Enter');
      await expectFocus('Giver');
      await expect.poll(() => grid.method.inputValue()).toBe('Check');
    });

    test('uses a different category for one gift only, and the usual category for the next gift', async () => {
      await type('14');
      await keys('Enter');
      await type('10');
      await keys('Tab');
      await expectFocus('Category');
      await type('miss');
      await keys('Enter');
      await expectFocus('Giver');
      await enter('12', '11');
      await expect.poll(() => saved(2)).toMatchObject([{ categoryName: 'Missions' }, { categoryName: 'Tithe' }]);
    });

    test('remembers the method and the usual category after a reload, but not in another offering', async () => {
      await page.getByRole('combobox', { name: 'Usual category' }).click();
      await type('miss');
      await keys('Enter');
      await grid.method.focus();
      await type('zel');
      await keys('Enter');
      await type('12');
      await keys('Enter', 'Enter');
      await type('5');
      await keys('Enter');
      await saved(1);
      await page.reload();
      await expectFocus('Giver');
      await expect.poll(() => grid.method.inputValue()).toBe('Zelle');
      await expect.poll(() => page.getByRole('combobox', { name: 'Usual category' }).inputValue()).toBe('Missions');
      await expect.poll(() => grid.category.inputValue()).toBe('Missions');
      await page.goto(`/offerings/${await service.offering()}`);
      await expectFocus('Giver');
      await expect.poll(() => grid.method.inputValue()).toBe('Cash');
      await expect.poll(() => grid.category.inputValue()).toBe('Tithe');
    });

    test('does not change the usual category while an input method composes', async () => {
      const usual = page.getByRole('combobox', { name: 'Usual category' });
      await usual.click();
      await type('miss');
      await usual.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
      await usual.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
      await expect.poll(() => usual.getAttribute('aria-expanded')).toBe('true');
      await keys('Escape');
      await expect.poll(() => usual.inputValue()).toBe('Tithe');
    });

    test('uses a newly chosen usual category for the following gifts', async () => {
      await page.getByRole('combobox', { name: 'Usual category' }).click();
      await type('build');
      await keys('Enter');
      await grid.giver.click();
      await enter('12', '11');
      await expect.poll(() => saved(1)).toMatchObject([{ categoryName: 'Building Fund' }]);
    });

    test('accepts the highlighted option on Tab, moves from Note to More on Tab, and saves a note on Enter', async () => {
      await type('14');
      await keys('Tab');
      await expectFocus('Amount');
      await type('3');
      await keys('Tab', 'Tab');
      await expectFocus('Note');
      await keys('Tab');
      await expectFocus('More');
      await keys('Shift+Tab');
      await type('for the choir');
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ memberName: 'Grace Lin', note: 'for the choir' }]);
    });

    test('moves among the offered givers with the arrow keys', async () => {
      await type('n');
      const options = page.getByRole('option');
      const second = await options.nth(1).locator('span').first().innerText();
      await keys('ArrowDown');
      await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true');
      await keys('Enter');
      await expect.poll(() => grid.giver.inputValue()).toBe(second);
    });

    test('opens and closes a list with Alt and the arrow keys, and closes it on Escape without losing the text', async () => {
      await keys('Alt+ArrowDown');
      await expect.poll(() => grid.giver.getAttribute('aria-expanded')).toBe('true');
      await keys('Alt+ArrowUp');
      await expect.poll(() => grid.giver.getAttribute('aria-expanded')).toBe('false');
      await type('hua');
      await keys('Escape');
      await expect.poll(() => grid.giver.getAttribute('aria-expanded')).toBe('false');
      await expect.poll(() => grid.giver.inputValue()).toBe('hua');
    });

    test('resets the field on Escape, and the whole row on a second Escape', async () => {
      await type('14');
      await keys('Enter');
      await type('5');
      await keys('Escape');
      await expect.poll(() => grid.amount.inputValue()).toBe('');
      await expect.poll(() => grid.giver.inputValue()).toBe('Grace Lin');
      await keys('Escape');
      await expectFocus('Giver');
      await expect.poll(() => grid.giver.inputValue()).toBe('');
    });

    test('shows a name that contains a script as text', async () => {
      await enter('zorn', '4');
      await saved(1);
      await expect.poll(async () => (await grid.rows())[0]?.[2]).toContain('<script>');
      await expect.poll(() => page.title()).not.toContain('stolen');
    });

    test('leaves the Enter key to an input method while it composes', async () => {
      await type('1');
      await grid.giver.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
      await expectFocus('Giver');
      await grid.giver.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
      await expectFocus('Giver');
      await expect.poll(() => grid.giver.getAttribute('aria-expanded')).toBe('true');
    });
  });

  describe('an entered gift', () => {
    beforeEach(async () => {
      await enter('12', '50');
      await enter('14', '20');
      await saved(2);
    });

    test('is corrected by pressing Up, typing a new amount, and pressing Enter', async () => {
      await keys('ArrowUp');
      await grid.open.waitFor();
      await keys('Tab');
      await expectFocus('Amount');
      await type('25');
      await keys('Enter');
      await expectFocus('Giver');
      await expect.poll(async () => (await givings()).map(({ amount }) => amount)).toEqual([5000, 2500]);
      await saved(2);
    });

    test('is deleted by clearing its amount and confirming with Enter, and is restored with Undo or Ctrl+Z', async () => {
      await keys('ArrowUp', 'Tab', 'Delete', 'Enter');
      await page.getByRole('dialog', { name: 'Delete' }).waitFor();
      await expectFocus('Delete');
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ amount: 5000 }]);
      await expectFocus('Giver');
      await keys('Control+z');
      await saved(2);
      await keys('ArrowUp', 'ArrowUp', 'Tab', 'Delete', 'Enter');
      await expectFocus('Delete');
      await keys('Enter');
      await saved(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await saved(2)).map(({ amount }) => amount)).toEqual([2000, 5000]);
    });

    test('is unchanged if the deletion is not confirmed', async () => {
      await keys('ArrowUp', 'Tab', 'Delete', 'Enter');
      await expectFocus('Delete');
      await keys('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await keys('Escape', 'Escape');
      await expectFocus('Giver');
      await saved(2);
    });

    test('is shown above the entry row and can be corrected there even before the browser has stored it', async () => {
      await page.evaluate(HOLD_THE_DATABASE);
      await enter('12', '30');
      await expect.poll(async () => (await grid.rows()).map((row) => row.at(-1))).toEqual(['Saved', 'Saved', '']);
      await keys('ArrowUp', 'Tab');
      await expectFocus('Amount');
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('30');
      await type('31');
      await keys('Enter');
      await page.evaluate('globalThis.isFree = true');
      await expect.poll(async () => (await saved(3)).map(({ amount }) => amount)).toEqual([5000, 2000, 3100]);
    });

    test('is reached with Up and Down without losing a half-typed gift', async () => {
      await type('che');
      await keys('Escape', 'ArrowUp', 'ArrowDown');
      await expectFocus('Giver');
      await expect.poll(() => grid.giver.inputValue()).toBe('che');
    });

    test('is found by its amount with Ctrl+K', async () => {
      await keys('Control+k');
      await page.getByRole('dialog').getByLabel('Amount').fill('50');
      await keys('Enter');
      await expectFocus('Amount');
      await expect.poll(() => grid.open.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('50');
    });

    test('is reported at once if it may be a duplicate', async () => {
      await enter('12', '50');
      await expect.poll(() => grid.status.innerText()).toContain('Likely double: Shu-Fen Huang 黃淑芬, 50.00, Cash');
    });
  });

  describe('a check split between several categories', () => {
    beforeEach(async () => {
      await grid.method.focus();
      await type('ch');
      await keys('Enter');
      await type('lin');
      await keys('Enter');
      await type('1001');
      await keys('Enter');
      await type('100');
      await keys('Shift+Enter');
      await expectFocus('Amount of part 1');
      await type('30');
      await keys('Enter');
      await expectFocus('Category of part 2');
      await type('miss');
      await keys('Enter');
      await expectFocus('Amount of part 2');
    });

    test('is one row with parts, and each new part gets the rest of the amount', async () => {
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('70');
      await type('50');
      await keys('Enter');
      await expectFocus('Category of part 3');
      await type('build');
      await keys('Enter', 'Enter');
      await expectFocus('Giver');
      const [gift] = await saved(1);
      expect(gift).toMatchObject({ amount: 10000, checkNumber: '1001', categoryId: null });
      expect(gift?.parts?.map(({ amount }) => amount)).toEqual([3000, 5000, 2000]);
      await expect
        .poll(async () => (await grid.rows())[0]?.join(' '))
        .toMatch(/Tithe 30\.00.*Missions 50\.00.*Building Fund 20\.00/s);
    });

    test('moves the focus to the missing category of a part', async () => {
      await keys('Shift+Tab', 'Shift+Tab');
      await expectFocus('Amount of part 1');
      await type('20');
      await keys('Enter');
      await expectFocus('Category of part 2');
      await keys('Enter');
      await expectFocus('Amount of part 2');
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('80');
      await type('60');
      await keys('Enter');
      await expectFocus('Category of part 3');
      await keys('Enter');
      await expectFocus('Amount of part 3');
      await keys('Enter');
      await page.getByText('Choose a category from the list.').waitFor();
      await expectFocus('Category of part 3');
      await expect.poll(givings).toEqual([]);
      await type('build');
      await keys('Enter', 'Enter');
      await expectFocus('Giver');
      await expect
        .poll(async () => (await saved(1))[0]?.parts?.map(({ amount }) => amount))
        .toEqual([2000, 6000, 2000]);
    });

    test('loses a part whose amount is cleared, and is not split again by Shift+Enter', async () => {
      await keys('Enter');
      await saved(1);
      await keys('ArrowUp', 'Tab', 'Tab');
      await expectFocus('Amount');
      await keys('Shift+Enter');
      await expectFocus('Amount of part 1');
      await keys('Delete', 'Enter');
      await expectFocus('Amount');
      await keys('Enter');
      await expect.poll(async () => (await givings())[0]?.categoryName).toBe('Missions');
      await expect.poll(givings).toMatchObject([{ amount: 10000, parts: null }]);
    });

    test('is corrected together with its parts, and is saved only if its parts add up', async () => {
      await keys('Enter');
      await saved(1);
      await keys('ArrowUp', 'Tab', 'Tab');
      await expectFocus('Amount');
      await type('120');
      await keys('Enter');
      await page.getByText('The parts do not add up to the gift: 20.00 is left to divide.').waitFor();
      await expect.poll(givings).toMatchObject([{ amount: 10000 }]);
      await expectFocus('Amount of part 1');
      await type('50');
      await keys('Enter');
      await expect.poll(async () => (await givings())[0]?.amount).toBe(12000);
      await expect.poll(async () => (await givings())[0]?.parts).toMatchObject([{ amount: 5000 }, { amount: 7000 }]);
    });
  });

  test('the latest gifts stay visible above the entry row, and nothing covers the entry row', async () => {
    const body = { sessionId: id, categoryId: 1, method: 'Cash', amount: 5, date: (await service.read(id)).date };
    for (let count = 0; count < 40; count += 1) await createGiving(service.app, NewGiving.parse(body));
    await page.reload();
    await expectFocus('Giver');
    await enter('12', '50');
    await saved(41);
    const boxes = await Promise.all([
      page.getByRole('row', { name: /Huang/ }).boundingBox(),
      page.getByRole('group', { name: 'New gift' }).boundingBox(),
      grid.status.boundingBox(),
    ]);
    const [latest, entry, status] = boxes.map((box) => ({
      top: box?.y ?? NaN,
      end: (box?.y ?? NaN) + (box?.height ?? 0),
    }));
    expect(latest?.top).toBeGreaterThan(100);
    expect(latest?.end).toBeLessThanOrEqual(entry?.top ?? 0);
    expect(entry?.end).toBeLessThanOrEqual(status?.top ?? 0);
    expect(status?.end).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  });

  test('Chinese text on the English page is marked as Chinese, in the options and in the rows', async () => {
    await type('12');
    const chinese = (within: Locator) => within.locator('[lang="zh-Hant"]').allInnerTexts();
    await expect.poll(() => chinese(page.getByRole('option').first())).toEqual(['黃淑芬']);
    await keys('Enter');
    await type('50');
    await keys('Enter');
    await saved(1);
    await expect.poll(() => chinese(grid.row('Huang'))).toEqual(['黃淑芬']);
  });

  test('clicking a row begins its correction', async () => {
    await enter('12', '50');
    await saved(1);
    await grid.row('Huang').click();
    await expectFocus('Amount');
    await type('51');
    await keys('Enter');
    await expect.poll(async () => (await givings())[0]?.amount).toBe(5100);
  });

  test('a new person is added during entry and becomes the giver of the gift', async () => {
    await type('Samuel Tsai');
    await page.getByRole('option', { name: 'Add "Samuel Tsai"' }).waitFor();
    await keys('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await expect.poll(() => dialog.getByLabel('First name').inputValue()).toBe('Samuel');
    await expect.poll(() => dialog.getByLabel('Last name').inputValue()).toBe('Tsai');
    await keys('Enter');
    await expectFocus('Amount');
    await type('30');
    await keys('Enter');
    await expect.poll(() => saved(1)).toMatchObject([{ memberName: 'Samuel Tsai', amount: 3000 }]);
    await enter('tsai', '31');
    await saved(2);
  });

  test('after a person is added, the focus moves to the next field that the method needs', async () => {
    await grid.method.focus();
    await type('bank');
    await keys('Enter');
    await type('Ruth Tsao');
    await keys('Enter');
    await page.getByRole('dialog', { name: 'Add person' }).waitFor();
    await keys('Enter');
    await expectFocus('Amount');
  });

  test('pasted spreadsheet cells are shown for review before the valid rows are added', async () => {
    const cells = [
      'Name\tAmount\tCategory',
      'Lin, Grace\t10\tTithe',
      '12\t20.00\tmissions',
      'Nobody\t30\t',
      'Peter Chen\t1.234\t',
      '\t64.00\t',
    ];
    await paste(page, cells.join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Gifts from a table' });
    await dialog.getByText('No giver, or more than one giver, has exactly this name or number').waitFor();
    await dialog.getByText('No giver is named. For cash from the plate, write “Loose cash”').waitFor();
    await expect
      .poll(() => dialog.getByRole('row').nth(2).getByRole('cell').allInnerTexts())
      .toEqual(['Cash', expect.stringMatching(/^Shu-Fen Huang 黃淑芬\s*12$/), '20.00', 'Missions']);
    await dialog.getByText('This is not an amount').waitFor();
    await expect.poll(givings).toEqual([]);
    await page.getByRole('button', { name: 'Add 2 gifts' }).click();
    await expect
      .poll(() => saved(2))
      .toMatchObject([
        { memberName: 'Grace Lin', amount: 1000 },
        { amount: 2000, categoryName: 'Missions' },
      ]);
    await expectFocus('Giver');
  });

  test('Ctrl+Enter saves a complete row and opens the review, but moves to the missing field of an incomplete row', async () => {
    await type('12');
    await keys('Enter', 'Control+Enter');
    await expectFocus('Amount');
    await type('50');
    await keys('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Submit offering' });
    await dialog.getByText('Ann: 1 gift, 50.00').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Submit offering' }).isEnabled()).toBe(true);
  });

  describe('when an offering is to be submitted, unsaved input', () => {
    const submit = () => page.getByRole('button', { name: 'Submit', exact: true }).click();
    const dialogs = () => page.getByRole('dialog').count();

    test('in the new gift is shown instead of the review', async () => {
      await type('12');
      await keys('Enter');
      await type('75');
      await submit();
      await page.getByText('This gift is not saved yet.').first().waitFor();
      await expectFocus('Amount');
      await expect.poll(dialogs).toBe(0);
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ amount: 7500 }]);
      await submit();
      await page.getByRole('dialog', { name: 'Submit offering' }).waitFor();
      await keys('Escape');
    });

    test('that consists only of an unknown giver is shown, even with Ctrl+Enter', async () => {
      await type('Zed');
      await keys('Escape', 'Control+Enter');
      await grid.group.getByText('Choose a giver from the list').waitFor();
      await expectFocus('Giver');
      await expect.poll(dialogs).toBe(0);
    });

    test('in an unfinished correction is marked in its row and shown instead of the review', async () => {
      await enter('12', '50');
      await saved(1);
      await keys('ArrowUp', 'Tab');
      await type('55');
      await keys('ArrowDown');
      await grid.row('Huang').getByText('The correction is not saved yet.').waitFor();
      await submit();
      await grid.open.getByText('This gift is not saved yet.').waitFor();
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('55');
      await keys('Enter');
      await expect.poll(async () => (await givings())[0]?.amount).toBe(5500);
      await expect.poll(dialogs).toBe(0);
    });
  });

  test('correcting a gift does not change the method of the next gift', async () => {
    await grid.method.focus();
    await type('ch');
    await keys('Enter');
    await type('14');
    await keys('Enter', 'Enter');
    await type('20');
    await keys('Enter');
    await saved(1);
    await grid.method.focus();
    await type('cash');
    await keys('Enter');
    await enter('12', '50');
    await saved(2);
    await keys('ArrowUp', 'ArrowUp', 'Tab', 'Tab');
    await type('21');
    await keys('Enter');
    await expectFocus('Giver');
    await expect.poll(() => grid.method.inputValue()).toBe('Cash');
  });

  describe('the dialog "More about this gift"', () => {
    const dialog = () => page.getByRole('dialog', { name: 'More about this gift' });

    test('shows an error at an unreadable field, and reads a date without a year as its latest occurrence', async () => {
      await type('12');
      await keys('Enter');
      await type('50');
      await grid.group.getByRole('button', { name: 'More' }).click();
      await expectFocus('Date of the gift');
      await type('13/45');
      await keys('Enter');
      await dialog().getByText('This is not a date.').waitFor();
      await dialog().getByLabel('Date of the gift').fill('12/28');
      await dialog().getByLabel('Value received').fill('abc');
      await keys('Enter');
      await dialog().getByText('This is not an amount.').waitFor();
      await expectFocus('Value received in return');
      await dialog().getByLabel('Value received').fill('20');
      await keys('Enter');
      await dialog().waitFor({ state: 'detached' });
      await expectFocus('More');
      await keys('Enter');
      await expectFocus('Date of the gift');
      await keys('Escape');
      await expectFocus('More');
      await grid.amount.focus();
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ giftDate: '2025-12-28', benefitAmount: 2000 }]);
    });

    test('asks whose gift the check of a company is, and saves the name on it', async () => {
      await type('12');
      await keys('Enter');
      await type('50');
      await grid.group.getByRole('button', { name: 'More' }).click();
      await dialog().getByLabel('Source').selectOption('Company');
      await dialog().getByRole('group', { name: 'The company’s or mine?' }).waitFor();
      await dialog().getByLabel('Mine').check();
      await expect.poll(() => dialog().getByLabel('Name on the check').count()).toBe(0);
      await dialog().getByLabel('The company’s', { exact: true }).check();
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Type the name on the check.').waitFor();
      await dialog().getByLabel('Name on the check').fill('Lin Trading LLC');
      await keys('Enter');
      await dialog().waitFor({ state: 'detached' });
      await grid.amount.focus();
      await keys('Enter');
      await expect.poll(() => saved(1)).toMatchObject([{ source: 'Business', companyName: 'Lin Trading LLC' }]);
      await page
        .getByText(/^Lin Trading LLC \(/)
        .first()
        .waitFor();
    });
  });
});
