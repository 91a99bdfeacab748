/** Access to the console: sign-in, first password, change of password, other sign-ins, sign-out. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../src/features/access/users/service.ts';
import { NOW } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  fillSignIn,
  focusOf,
  openConsole,
  PASSWORD,
  type Person,
  signInAt,
} from '../support/console.ts';

const NEW_PASSWORD = 'four quiet words here';
const WEEKS = 8 * 7 * 86_400_000;

/** A script that returns all data of the console that scripts can read in the browser. */
const EVERYTHING_KEPT = `(async () => {
  const answered = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const stored = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await answered(indexedDB.open(name));
    for (const store of db.objectStoreNames) stored.push(await answered(db.transaction(store).objectStore(store).getAll()));
    db.close();
  }
  return JSON.stringify({
    cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, caches: await caches.keys(), stored,
  });
})()`;

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let made = 0;
  beforeAll(async () => {
    service = await openConsole();
  });
  afterAll(() => service.close());
  afterEach(async () => {
    service.app.setNow(NOW.toISOString());
    await Promise.all(service.browser.contexts().map((context) => context.close()));
  });

  const person = () => service.person(`Ann${(made += 1)}`, 'deacon');

  async function opened(path: string): Promise<{ context: BrowserContext; page: Page }> {
    const context = await service.browser.newContext({ locale: 'en-US', baseURL: service.url });
    const page = await context.newPage();
    await page.goto(path);
    return { context, page };
  }

  async function invitation(): Promise<{ path: string; email: string }> {
    const email = `new${(made += 1)}@example.org`;
    const account = { email, displayName: 'Bo Chen', roles: ['deacon' as const], memberId: null };
    const { pathname, search } = new URL((await createUser(service.app, account)).invitation.url ?? '');
    return { path: pathname + search, email };
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
  const menu = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  describe('signing in', () => {
    test('works with the keyboard alone and ends at the requested address', async () => {
      const { email } = await person();
      const { page } = await opened('/people');
      await heading(page, 'Sign in').waitFor();
      await expect.poll(() => page.title()).toBe('Sign in · Vestry');
      await expect.poll(() => focusOf(page)).toBe('E-mail');
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await expect.poll(() => focusOf(page)).toBe('Password');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, 'People').waitFor();
      expect(new URL(page.url()).pathname).toBe('/people');
      await expect.poll(() => page.title()).toBe('People · Vestry');
    });

    test('with a wrong password shows an error, keeps the e-mail address, and selects the password', async () => {
      const { email } = await person();
      const { page } = await opened('/sign-in');
      await fillSignIn(page, { email, password: 'not this one' });
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toBe('The e-mail address or the password is wrong.');
      await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
      await expect.poll(() => focusOf(page)).toBe('Password');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    });

    test('after too many attempts shows how many minutes to wait', async () => {
      const { page } = await opened('/sign-in');
      const login = { email: 'many@example.org', password: 'not this one' };
      await expect
        .poll(async () => {
          const answer = await fetch(`${service.url}/api/auth/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(login),
          });
          return answer.status;
        })
        .toBe(429);
      await fillSignIn(page, login);
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toMatch(/^Too many attempts\. Wait \d+ minutes?, then try again\.$/);
    });

    test('without a connection shows that the Vestry computer does not answer, and works when the connection is back', async () => {
      const { email } = await person();
      const { context, page } = await opened('/sign-in');
      await heading(page, 'Sign in').waitFor();
      await context.setOffline(true);
      await fillSignIn(page, { email, password: PASSWORD });
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('No answer from the Vestry computer.');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    });

    test('keeps the access token only in memory, not in readable cookies or browser storage', async () => {
      const { page } = await signInAt(service, await person());
      await page.getByRole('link', { name: 'People' }).click();
      await heading(page, 'People').waitFor();
      const kept = await page.evaluate<string>(EVERYTHING_KEPT);
      // Every JSON Web Token begins with `eyJ`.
      expect(kept).not.toMatch(/eyJ|Bearer/);
      expect(JSON.parse(kept)).toMatchObject({ cookie: '', local: {}, session: {}, caches: [] });
    });
  });

  describe('an invitation', () => {
    test('accepts a first password and signs the user in', async () => {
      const { path, email } = await invitation();
      const { page } = await opened(path);
      await page.getByText(`For Bo Chen, ${email}.`).waitFor();
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, 'Welcome, Bo Chen').waitFor();
      expect(page.url()).toBe(`${service.url}/`);
      await page.reload();
      await heading(page, 'Welcome, Bo Chen').waitFor();
    });

    test.each([
      ['that has expired', WEEKS],
      ['that was used', 0],
    ])('%s shows a message that says to ask for a new invitation', async (_what, wait) => {
      const { path } = await invitation();
      if (wait === 0) {
        const token = new URLSearchParams(path.split('?')[1]).get('token');
        await fetch(`${service.url}/api/auth/accept-invitation`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, newPassword: NEW_PASSWORD }),
        });
      }
      service.app.setNow(new Date(NOW.getTime() + wait).toISOString());
      const { page } = await opened(path);
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toBe('This invitation has expired or was replaced. Ask for a new one.');
    });

    test('refuses the e-mail address as the password, and shows the error at the field', async () => {
      const { path, email } = await invitation();
      const { page } = await opened(path);
      const field = page.getByLabel('New password');
      await field.fill(email);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('The password must not be the e-mail address.').waitFor();
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    });
  });

  describe('the account page', () => {
    const account = async (who: Person) => {
      const { page, context } = await signInAt(service, who);
      await menu(page, 'Account', `${who.name}: password and sign-ins`);
      await heading(page, 'Account').waitFor();
      return { page, context };
    };
    const change = async (page: Page, current: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
    };

    test('changes the password, which ends the other sign-ins, and the next sign-in needs the new password', async () => {
      const ann = await person();
      const elsewhere = await signInAt(service, ann);
      const { page } = await account(ann);
      await change(page, 'not this one');
      await page.getByText('This is not your current password.').waitFor();
      await change(page, PASSWORD);
      await expect.poll(() => page.getByRole('status').textContent()).toContain('Your password was changed.');
      await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('');
      await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
      await elsewhere.page.getByRole('link', { name: 'People' }).click();
      await elsewhere.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
      await signInAt(service, { ...ann, password: NEW_PASSWORD });
    });

    test('lists the sign-ins of the user, and can end a sign-in elsewhere', async () => {
      const ann = await person();
      const elsewhere = await signInAt(service, ann);
      const { page } = await account(ann);
      const rows = page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row');
      await expect.poll(() => rows.count()).toBe(3);
      await expect.poll(() => rows.filter({ hasText: 'this sign-in' }).count()).toBe(1);
      await page.getByRole('button', { name: 'End' }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await expect.poll(() => page.getByRole('status').textContent()).toBe('The sign-in has ended.');
      await elsewhere.page.getByRole('link', { name: 'People' }).click();
      await elsewhere.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    });

    test('asks for a new password after a sign-in with a temporary password', async () => {
      const email = `made${(made += 1)}@example.org`;
      const { temporaryPassword } = await createUser(service.app, {
        email,
        displayName: 'Cy',
        roles: ['deacon'],
        memberId: null,
      });
      const { page } = await signInAt(service, { id: 0, name: 'Cy', email, password: temporaryPassword ?? '' });
      await page.getByRole('link', { name: 'Set a password' }).click();
      const asked = page.getByText('Your password was generated for you. Please set your own password.');
      await asked.waitFor();
      await change(page, temporaryPassword ?? '');
      await expect.poll(() => asked.count()).toBe(0);
    });
  });

  describe('signing out', () => {
    test('leads to the sign-in page in every tab, and a reload does not sign the user in again', async () => {
      const { context, page } = await signInAt(service, await person());
      const other = await context.newPage();
      await other.goto(`${service.url}/people`);
      await heading(other, 'People').waitFor();
      await menu(page, 'Account', 'Sign out');
      await heading(page, 'Sign in').waitFor();
      await heading(other, 'Sign in').waitFor();
      await expect.poll(() => context.cookies(`${service.url}/api/auth`)).toEqual([]);
      await other.reload();
      await heading(other, 'Sign in').waitFor();
    });

    test('works with the keyboard alone, and Escape closes the menu and returns the focus', async () => {
      const { page } = await signInAt(service, await person());
      const button = page.getByRole('button', { name: 'Account', exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => focusOf(page)).toBe('Account');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitem').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await heading(page, 'Sign in').waitFor();
    });
  });

  test('the language can be changed before and after the sign-in, takes effect at once, and is remembered', async () => {
    const { email } = await person();
    const { page } = await opened('/people');
    await menu(page, 'Language', '繁體中文');
    await heading(page, '登入').waitFor();
    await expect.poll(() => page.title()).toBe('登入 · Vestry');
    await page.reload();
    await fillSignIn(page, { email, password: PASSWORD }, 'zh-TW');
    await heading(page, '會友').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-Hant');
    await menu(page, '語言', 'English');
    await heading(page, 'People').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  });
});
