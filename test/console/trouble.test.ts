/** Entry during failures: no input is lost, no gift is entered twice, and the reason is shown in the row. */
import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noteDamage } from '../../src/db/damage.ts';
import { submitSession, updateSession } from '../../src/features/giving/offerings/service.ts';
import { SessionCounts } from '../../src/features/giving/offerings/schema.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { deleteGiving, updateGiving } from '../../src/features/giving/givings/service.ts';
import { disableCategory, enableCategory } from '../../src/features/giving/categories/changes.ts';
import { decode } from '../../src/validate.ts';
import type { Health } from '../../src/features/upkeep/health/schema.ts';
import { as, NOW } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  contextOf,
  fillSignIn,
  focusOf,
  gridOf,
  openConsole,
  type Person,
  signInAt,
} from '../support/console.ts';
import { rememberHugeBackup } from '../support/huge-backup.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let bob: Person;
  let context: BrowserContext;
  let page: Page;
  let id: number;
  let grid: ReturnType<typeof gridOf>;

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, { firstName: 'Shu-Fen', lastName: 'Huang', offeringNumber: '12' });
    await addMember(service.app, { firstName: 'Grace', lastName: 'Lin', offeringNumber: '14' });
    ann = await service.person('Ann', 'offering_counter');
    bob = await service.person('Bob', 'offering_counter');
  });
  afterAll(() => service.close());
  // Each test has its own browser context, so that a failed test does not leave the next test signed out or offline.
  beforeEach(async () => {
    id = await service.offering();
    context = await contextOf(service, ann);
    await openOffering(await context.newPage());
  });
  afterEach(async () => {
    await Promise.all(service.browser.contexts().map((one) => one.close()));
    await service.start();
  });

  async function openOffering(tab = page) {
    page = tab;
    grid = gridOf(page);
    await page.goto(`/offerings/${id}`);
    await expectFocus('Giver');
  }
  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  const keys = async (...list: string[]) => {
    for (const key of list) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const amounts = async () => (await service.read(id)).givings.map(({ amount }) => amount / 100);
  const states = async (within = grid) => (await within.rows()).map((row) => row.at(-1));
  const expectStates = async (...wanted: string[]) => {
    await expect.poll(() => states()).toEqual(wanted);
  };
  /** Enters one gift in cash. */
  async function typeGift(giver: string, amount: string) {
    await type(giver);
    await keys('Enter');
    await type(amount);
    await keys('Enter');
  }
  async function enter(giver: string, amount: string) {
    await typeGift(giver, amount);
    await expectFocus('Giver');
  }

  test('without a network, gifts wait and can be corrected, and are sent once when the network returns', async () => {
    await context.setOffline(true);
    await enter('12', '50');
    await enter('14', '20');
    await expectStates('Waiting', 'Waiting');
    await page.getByText('No answer from the Vestry computer.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Submit', exact: true }).isDisabled()).toBe(true);
    await keys('ArrowUp', 'Tab');
    await type('25');
    await keys('Enter');
    await expectStates('Waiting', 'Waiting');
    await context.setOffline(false);
    await expectStates('Saved', 'Saved');
    await expect.poll(amounts).toEqual([50, 25]);
    await page.getByText('No answer from the Vestry computer.').waitFor({ state: 'detached' });
  });

  test('each gift is stored once, even if the service crashes and restarts during entry', async () => {
    await enter('12', '50');
    await service.stop();
    await enter('14', '20');
    await enter('12', '21');
    await service.start();
    await expectStates('Saved', 'Saved', 'Saved');
    await expect.poll(amounts).toEqual([50, 20, 21]);
  });

  test('after a lost response, a gift is not entered twice, and a deletion made in the meantime is sent', async () => {
    let isLosing = true;
    // Otherwise the page may read from the offering that the first gift is stored.
    await page.route('**/api/offering-sessions/*', (route) => (isLosing ? route.abort() : route.continue()));
    await page.route('**/api/givings', async (route) => {
      const answer = await route.fetch();
      await (isLosing ? route.abort() : route.fulfill({ response: answer }));
    });
    await enter('12', '50');
    await enter('14', '20');
    await expect.poll(() => amounts()).toEqual([50]);
    await expectStates('Waiting', 'Waiting');
    await keys('ArrowUp', 'ArrowUp', 'Tab', 'Delete', 'Enter');
    await expect.poll(() => focusOf(page)).toBe('Delete');
    await keys('Enter');
    isLosing = false;
    await expectStates('Saved');
    await expect.poll(() => amounts()).toEqual([20]);
  });

  test('waiting gifts and a half-typed gift are not lost when the tab is closed', async () => {
    await service.stop();
    await enter('12', '50');
    await expectStates('Waiting');
    await type('14');
    await keys('Enter');
    await type('33');
    await expect.poll(() => halfTyped(page)).toMatch(/"amount":"33"|"typed":"33"/);
    await page.close();
    await service.start();
    await openOffering(await context.newPage());
    await expectStates('Saved');
    await expect.poll(amounts).toEqual([50]);
    await expect.poll(() => grid.amount.inputValue()).toBe('33');
    await expect.poll(() => grid.giver.inputValue()).toBe('Grace Lin');
    await keys('Tab', 'Enter');
    await expectStates('Saved', 'Saved');
    await page.reload();
    await expectStates('Saved', 'Saved');
    await expect.poll(() => grid.amount.inputValue()).toBe('');
  });

  test('a gift in a category that was just disabled is refused with the reason, and the next gift is sent', async () => {
    const [tithe, offering] = await service.categories();
    await disableCategory(service.app, tithe?.id ?? 0);
    try {
      await enter('12', '50');
      await keys('ArrowUp');
      await keys('ArrowDown');
      await expectStates('Refused');
      await expect.poll(async () => (await grid.rows())[0]?.join(' ')).toContain('no longer');
      await expect
        .poll(() => page.locator('[aria-live=assertive]').innerText())
        .toMatch(/^Gift 1 was refused: .*no longer/);
      await type('14');
      await keys('Enter');
      await type('20');
      await keys('Tab');
      await type(offering?.name ?? '');
      await keys('Enter');
      // A refused row is shown last, next to the entry row.
      await expectStates('Saved', 'Refused');
      await grid.row('Huang').click();
      await keys('Tab');
      await type(offering?.name ?? '');
      await keys('Enter');
      await expectStates('Saved', 'Saved');
      await expect.poll(async () => (await amounts()).toSorted((a, b) => a - b)).toEqual([20, 50]);
    } finally {
      await enableCategory(service.app, tithe?.id ?? 0);
    }
  });

  test('each of two laptops shows the rows of the other, with the name of the person who entered them', async () => {
    const other = await signInAt(service, bob, `/offerings/${id}`);
    await enter('12', '50');
    const theirs = gridOf(other.page);
    await expect.poll(() => theirs.rows()).toMatchObject([expect.arrayContaining(['Shu-Fen Huang', '50.00', 'Ann'])]);
    await theirs.giver.click();
    await other.page.keyboard.type('14');
    await other.page.keyboard.press('Enter');
    await other.page.keyboard.type('20');
    await other.page.keyboard.press('Enter');
    await expect.poll(async () => (await grid.rows()).map((row) => row.at(-2))).toEqual(['Bob', 'Ann']);
  });

  test('if two people correct the same gift, the second person sees the change of the first', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await context.setOffline(true);
    await keys('ArrowUp', 'Tab');
    await type('60');
    await keys('Enter');
    await expectStates('Waiting');
    const [{ id: giftId, date, sessionId, memberId, categoryId } = missing()] = (await service.read(id)).givings;
    const changed = { date, sessionId, memberId, categoryId, method: 'Cash', amount: 70 };
    await updateGiving(service.app, giftId, decode(NewGiving, changed));
    await context.setOffline(false);
    await expectStates('Refused');
    await expect
      .poll(async () => (await grid.rows())[0]?.join(' '))
      .toContain('The gift is now: Shu-Fen Huang, 70.00, Cash');
    await keys('ArrowUp', 'Tab');
    await type('61');
    await keys('Enter');
    await expectStates('Saved');
    await expect.poll(amounts).toEqual([61]);
  });

  test('counts from two laptops are both stored, because each laptop changes only its own fields', async () => {
    await page.getByRole('textbox', { name: 'Attendance' }).fill('81');
    await expect.poll(async () => (await service.read(id)).sundayAttendanceCount).toBe(81);
    await updateSession(service.app, id, decode(SessionCounts, { sundayAttendanceCount: 81, countedCash: 5 }));
    await page.getByRole('textbox', { name: 'Control total' }).fill('70');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await service.read(id)).controlTotal).toBe(7000);
    await expect.poll(() => service.read(id)).toMatchObject({ sundayAttendanceCount: 81, countedCash: 500 });
  });

  test('a count is saved later if the service is busy or the sign-in has ended', async () => {
    let isBusy = true;
    await page.route('**/api/offering-sessions/*', async (route) => {
      if (!isBusy || route.request().method() !== 'PUT') return route.fallback();
      isBusy = false;
      const problem = { type: 'about:blank', title: '', status: 503, code: 'busy', detail: 'Busy.', requestId: 'r' };
      await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: problem });
    });
    await page.getByLabel('Counted cash').fill('7');
    await keys('Tab');
    await expect.poll(async () => (await service.read(id)).countedCash).toBe(700);
    await endSignIn();
    await page.getByLabel('Counted checks').fill('9');
    await keys('Tab');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Password').fill(ann.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(async () => (await service.read(id)).countedChecks).toBe(900);
  });

  test('a damaged file is named on every screen in both languages, and a gift waits until it can be stored', async () => {
    const { database } = service.app.paths;
    const damaged = (...faults: string[]) => noteDamage(database, { at: NOW.toISOString(), faults });
    const chinese = await (await contextOf(service, { ...ann, locale: 'zh-TW' })).newPage();
    onTestFinished(() => damaged());
    damaged('Page 7: never used');
    // The service remembers for a second that it was well.
    const isHealthy = async () => (await context.request.get('/api/health')).ok();
    await expect.poll(isHealthy).toBe(false);
    await page.reload();
    await page.getByRole('alert').getByText('The file of the books is damaged.').waitFor();
    await chinese.goto('/giving');
    await chinese.getByRole('alert').getByText('帳冊檔案已損壞。').waitFor();
    await expectFocus('Giver');
    await enter('12', '50');
    await expectStates('Waiting');
    damaged();
    await expectStates('Saved');
    await expect.poll(amounts).toEqual([50]);
  });

  test('only the people who manage users are told that the disk will soon be full', async () => {
    await rememberHugeBackup(service.app);
    onTestFinished(() => rmSync(service.app.paths.backups, { recursive: true }));
    const space = async () => ((await (await context.request.get('/api/health')).json()) as Health).checks.space;
    await expect.poll(space).toBe('low');
    const { page: manages } = await signInAt(service, await service.person('Ada', 'super_admin'));
    const warning = 'not enough room for the next backup';
    await manages.getByText(warning).waitFor();
    const asked = page.waitForResponse('**/api/health');
    await page.reload();
    await asked;
    await expectFocus('Giver');
    await page.getByText(warning).waitFor({ state: 'detached' });
  });

  test('an undo is offered in the chosen language until the offering is submitted', async () => {
    await enter('12', '50');
    await enter('14', '20');
    await expectStates('Saved', 'Saved');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '繁體中文' }).click();
    await page.getByRole('heading', { name: /奉獻/, level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('status').innerText()).toBe('');
    await page.getByRole('button', { name: '語言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await grid.row('Lin').click();
    await grid.open.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByRole('status').getByText('Deleted: Grace Lin').waitFor();
    await expect.poll(() => amounts()).toEqual([50]);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '繁體中文' }).click();
    await page.getByRole('status').getByText('已刪除：Grace Lin').waitFor();
    await page.getByRole('button', { name: '語言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    await submitSession(as(service.app, bob.id, 'treasurer'), id);
    await page.getByText('Somebody submitted this offering.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test('an offering that never existed is not reported as submitted', async () => {
    await page.goto('/offerings/99999');
    await page.getByText('There is no offering at this address').waitFor();
    await expect.poll(() => page.getByText('Somebody submitted').count()).toBe(0);
  });

  test('after another person submits the offering, unsent rows stay, even after a reload, and can be copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await service.stop();
    await enter('12', '50');
    await expectStates('Waiting');
    await type('14');
    await keys('Enter');
    await type('33');
    await expect.poll(() => halfTyped(page)).toContain('"amount":"33"');
    await submitSession(as(service.app, bob.id, 'treasurer'), id);
    await service.start();
    await page.getByText('Somebody submitted this offering.').waitFor();
    await expectStates('Refused', '');
    await page.reload();
    await page.getByText('Somebody submitted this offering.').waitFor();
    await expectStates('Refused', '');
    await page.getByRole('button', { name: 'Copy unsent rows' }).click();
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await expect.poll(copied).toContain('New gift\tCash\tShu-Fen Huang\t\t50\tTithe');
    await expect.poll(copied).toContain('Half-typed gift\tCash\tGrace Lin\t\t33\tTithe');
    await page.getByRole('button', { name: 'Delete unsent rows' }).click();
    await expect.poll(() => states()).toEqual([]);
  });

  const missing = (): never => {
    throw new Error('The gift is not there.');
  };

  let now = NOW.getTime();
  /** Ends the sign-in of this browser: removes the cookie and lets the access token expire. */
  async function endSignIn() {
    await context.clearCookies();
    service.app.setNow(new Date((now += 16 * 60_000)).toISOString());
  }

  /**
   * Enters a gift after the end of the sign-in. The requests that the page sends by itself wait until the gift is typed,
   * because their answers would open the dialog to sign in between the keys.
   */
  async function enterAfterSignIn(giver: string, amount: string) {
    let release = () => {};
    const typed = new Promise<void>((resolve) => (release = resolve));
    const own = '**/api/offering-sessions/**';
    await page.route(own, async (route) => {
      await typed;
      await route.continue().catch(() => {});
    });
    await endSignIn();
    await typeGift(giver, amount);
    release();
    await page.unroute(own);
  }

  test('if the sign-in ends during entry, the user signs in again in a dialog and loses no input', async () => {
    await enterAfterSignIn('12', '50');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(ann.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expectStates('Saved');
    await expect.poll(amounts).toEqual([50]);
    await expectFocus('Giver');
  });

  test('a different user who signs in next sees only the number of waiting gifts and sends none of them', async () => {
    await enterAfterSignIn('12', '50');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    await fillSignIn(page, bob);
    await page.getByRole('link', { name: 'Offerings' }).click();
    await page.getByText('Ann has 1 unsent gift on this computer.').waitFor();
    await expect.poll(() => page.getByText('Huang').count()).toBe(0);
    await openOffering();
    await expect.poll(() => grid.rows()).toEqual([]);
    await page.getByText('Ann has 1 unsent gift on this computer.').waitFor();
    await expect.poll(amounts).toEqual([]);
    await context.clearCookies();
    await page.goto('/');
    await fillSignIn(page, ann);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await openOffering();
    await expectStates('Saved');
  });

  test('signing out asks for confirmation if a gift was not sent, and leaves no gift data in the browser', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await context.setOffline(true);
    await enter('14', '98.76');
    await expectStates('Saved', 'Waiting');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('1 entry on this computer is not in the books yet.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectStates('Saved', 'Waiting');
    await context.setOffline(false);
    await expectStates('Saved', 'Saved');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => keptIn(page)).toEqual({ databases: [], caches: [], session: 0, local: [] });
    await expect.poll(() => context.cookies(`${service.url}/api/auth`)).toEqual([]);
  });

  test('a gift that another person deletes while it is being corrected stays in its row and can be entered again', async () => {
    await enter('12', '50');
    await expectStates('Saved');
    await keys('ArrowUp', 'Tab');
    await type('60');
    const [{ id: giftId } = missing()] = (await service.read(id)).givings;
    await deleteGiving(service.app, giftId);
    await page.getByText('Somebody else deleted this gift.').waitFor();
    await expect.poll(() => grid.group.count()).toBe(0);
    await expect.poll(amounts).toEqual([]);
    await page.getByRole('button', { name: 'Enter again' }).click();
    await expectStates('Saved');
    await expect.poll(amounts).toEqual([60]);
  });

  describe('in two tabs of one browser', () => {
    let second: Page;
    beforeEach(async () => {
      second = await context.newPage();
    });
    const inSecond = async () => {
      await second.goto(`/offerings/${id}`);
      await expect.poll(() => focusOf(second)).toBe('Giver');
    };
    const menu = async (tab: Page, item: string) => {
      await tab.getByRole('button', { name: 'Account', exact: true }).click();
      await tab.getByRole('menuitem', { name: item, exact: true }).click();
    };

    test('each tab has its own half-typed gift, and both gifts are entered', async () => {
      await type('12');
      await keys('Enter');
      await type('66');
      await expect.poll(() => halfTyped(page)).toContain('"amount":"66"');
      await inSecond();
      await expect.poll(() => gridOf(second).amount.inputValue()).toBe('');
      await second.keyboard.type('14');
      await second.keyboard.press('Enter');
      await second.keyboard.type('44');
      await second.keyboard.press('Enter');
      await expect.poll(() => amounts()).toEqual([44]);
      await keys('Enter');
      await expect.poll(() => amounts()).toEqual([44, 66]);
    });

    test('gifts that wait in one tab prevent submission in the other tab, and the other tab sends them once the first is closed', async () => {
      await inSecond();
      await second.route('**/api/givings', (route) => route.abort());
      await second.keyboard.type('14');
      await second.keyboard.press('Enter');
      await second.keyboard.type('44');
      await second.keyboard.press('Enter');
      await page.getByText('1 unsaved gift is in another tab of this browser.').waitFor();
      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await expect.poll(amounts).toEqual([]);
      await second.close();
      await expectStates('Saved');
      await expect.poll(amounts).toEqual([44]);
      await expect.poll(() => submit.isDisabled()).toBe(false);
    });

    test('signing out also asks about half-typed gifts, and clears both tabs without another question', async () => {
      await inSecond();
      await second.keyboard.type('14');
      await second.keyboard.press('Enter');
      await second.keyboard.type('44');
      await expect.poll(() => halfTyped(second)).toContain('"amount":"44"');
      // Without persistent storage, the browser asks before it closes a tab with waiting gifts. The test counts these
      // questions.
      let questions = 0;
      for (const tab of [page, second]) tab.on('dialog', (dialog) => void ((questions += 1), dialog.dismiss()));
      await context.setOffline(true);
      await enter('12', '50');
      await expectStates('Waiting');
      await menu(page, 'Sign out');
      await page.getByText('2 entries on this computer are not in the books yet.').waitFor();
      await context.setOffline(false);
      await service.stop();
      await page.getByRole('button', { name: 'Delete and sign out' }).click();
      await service.start();
      for (const tab of [page, second]) {
        await expect.poll(() => tab.getByText('Grace Lin').count()).toBe(0);
        await expect.poll(() => tab.getByRole('table').count()).toBe(0);
      }
      expect(questions).toBe(0);
    });
  });

  test('a user who signs out without a connection stays signed out when the connection returns', async () => {
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    await expect
      .poll(() => keptIn(page))
      .toEqual({ databases: [], caches: [], session: 0, local: ['vestry-signing-out'] });
    await page.unroute('**/api/**');
    await page.goto('/');
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => keptIn(page)).toMatchObject({ local: [] });
    await expect.poll(() => context.cookies(`${service.url}/api/auth`)).toEqual([]);
  });

  test('a typed name that was not chosen from a list is not stored in IndexedDB, but is shown again after a reload', async () => {
    await type('Zedekiah');
    await keys('Escape', 'Tab');
    await type('75');
    await expect.poll(() => halfTyped(page)).toContain('"amount":"75"');
    await expect.poll(() => halfTyped(page)).not.toContain('Zedekiah');
    await page.reload();
    await expectFocus('Giver');
    await expect.poll(() => grid.giver.inputValue()).toBe('Zedekiah');
    await expect.poll(() => grid.amount.inputValue()).toBe('75');
  });

  /** Returns the incomplete rows that the browser has stored. */
  function halfTyped(tab: Page) {
    return tab.evaluate<string>(`new Promise((resolve) => {
      const opening = indexedDB.open('vestry-entry');
      opening.onsuccess = () => {
        const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
        all.onsuccess = () => {
          opening.result.close();
          resolve(JSON.stringify(all.result));
        };
      };
    })`);
  }

  /** Returns what the page has stored in the browser, by kind of storage. Leaves out the chosen language. */
  function keptIn(tab: Page) {
    return tab.evaluate(`(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      session: sessionStorage.length,
      local: Object.keys(localStorage).filter((name) => name !== 'vestry-language'),
    }))()`);
  }
});
