/** The second factor on the page: setting it up, signing in with it, and requiring it by role. */
import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NOW } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { withAuthenticator } from '../support/console-passkeys.ts';
import {
  type ConsoleService,
  contextOf,
  fillSignIn,
  focusOf,
  openConsole,
  PASSWORD,
  type Person,
  signInAt,
} from '../support/console.ts';
import { as } from '../support/app.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';
import { inviteUser } from '../../src/features/access/users/service.ts';
import { getProfile } from '../../src/features/church/profile/service.ts';
import { getSecondFactorRules, putSecondFactorRules } from '../../src/features/access/second-factor/required.ts';

const WORDS = {
  'en-US': {
    account: 'Account',
    addPasskey: 'Add a passkey',
    makePasskey: 'Make the passkey',
    currentPassword: 'Current password',
    kept: 'I have kept them',
    usePasskey: 'Use a passkey',
    home: 'Home',
    noPasskey: 'No passkey was used',
    help: 'Show your passkey',
  },
  'zh-TW': {
    account: '帳號',
    addPasskey: '新增通行密鑰',
    makePasskey: '建立通行密鑰',
    currentPassword: '目前的密碼',
    kept: '我已保存',
    usePasskey: '使用通行密鑰',
    home: '首頁',
    noPasskey: '沒有使用通行密鑰',
    help: '請使用您的通行密鑰',
  },
} as const;

/** The languages of the page in the tests of passkeys. Only `npm run nightly` tries both. */
const LOCALES = IS_NIGHTLY ? (['en-US', 'zh-TW'] as const) : (['en-US'] as const);

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let made = 0;
  beforeAll(async () => {
    service = await openConsole();
  });
  afterAll(() => service.close());
  afterEach(async () => {
    service.app.setNow(NOW.toISOString());
    await putSecondFactorRules(as(service.app, 1, 'super_admin'), { requiredRoles: [] });
    await Promise.all(service.browser.contexts().map((context) => context.close()));
  });

  const person = (...roles: Parameters<ConsoleService['person']>[1][]) =>
    service.person(`Fay${(made += 1)}`, ...(roles.length > 0 ? roles : (['deacon'] as const)));
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
  const alert = (page: Page) => page.getByRole('alert');

  /** Returns the code that an app shows, some seconds from the time of the service. */
  const codeOf = (secret: string, seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: service.app.clock.now().getTime() + seconds * 1000,
    });

  /** Sets up an app on the page, and returns its secret and the recovery codes. */
  async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
    const made = await showCodes(page);
    await press(page, 'I have kept them');
    return made;
  }

  /** Sets up an app, and leaves the recovery codes on the page. */
  async function showCodes(page: Page): Promise<{ secret: string; codes: string[] }> {
    await press(page, 'Set up an app');
    await page.getByRole('form', { name: 'Show the QR code' }).getByLabel('Current password').fill(PASSWORD);
    await press(page, 'Show the QR code');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await page.locator('.app-secret').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('Code that the app shows now').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(10);
    const codes = await list.getByRole('listitem').allTextContents();
    return { secret, codes };
  }

  async function signInPage(locale = 'en-US'): Promise<{ context: BrowserContext; page: Page }> {
    const context = await contextOf(service, { locale });
    const page = await context.newPage();
    await page.goto('/sign-in');
    return { context, page };
  }

  const giveCode = async (page: Page, code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await press(page, 'Continue');
  };

  describe('an authenticator app', () => {
    test('is set up with a QR code and a first code, and then signs in with the keyboard alone', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { secret } = await setUpApp(page);
      await page.getByText('10 recovery codes are left').waitFor();
      service.app.setNow('2026-11-18T18:01:00.000Z');
      const other = await signInPage();
      await other.page.getByLabel('E-mail').fill(ann.email);
      await other.page.keyboard.press('Tab');
      await other.page.keyboard.type(PASSWORD);
      await other.page.keyboard.press('Enter');
      await other.page.getByLabel('Code', { exact: true }).waitFor();
      await other.page.keyboard.type(codeOf(secret));
      await other.page.keyboard.press('Enter');
      await expect.poll(() => title(other.page)).toContain(ann.name);
    });

    test('that shows a wrong code says so, and the right one is accepted after it', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { secret } = await setUpApp(page);
      service.app.setNow('2026-11-18T18:01:00.000Z');
      const other = await signInPage();
      await fillSignIn(other.page, ann);
      await giveCode(other.page, '000000');
      await expect.poll(() => alert(other.page).textContent()).toContain('not the right code');
      await press(other.page, 'Use a recovery code');
      await expect.poll(() => alert(other.page).count()).toBe(0);
      await press(other.page, 'Use the app or passkey');
      await giveCode(other.page, codeOf(secret));
      await expect.poll(() => title(other.page)).toContain(ann.name);
    });

    test.runIf(IS_NIGHTLY)('whose clock is two minutes wrong is asked for the next code', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { secret } = await setUpApp(page);
      service.app.setNow('2026-11-18T18:05:00.000Z');
      const other = await signInPage();
      await fillSignIn(other.page, ann);
      await giveCode(other.page, codeOf(secret, -120));
      await expect.poll(() => alert(other.page).textContent()).toContain('next code');
      await giveCode(other.page, codeOf(secret, -90));
      await expect.poll(() => title(other.page)).toContain(ann.name);
    });

    test('gives way to a recovery code, and the browser that is remembered needs neither', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { codes } = await setUpApp(page);
      const other = await signInPage();
      await fillSignIn(other.page, ann);
      await press(other.page, 'Use a recovery code');
      await other.page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
      await other.page.getByLabel('Remember this browser for 30 days').check();
      await press(other.page, 'Continue');
      await expect.poll(() => title(other.page)).toContain(ann.name);
      await press(other.page, 'Account');
      await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(other.page, 'Sign in').waitFor();
      await fillSignIn(other.page, ann);
      await expect.poll(() => title(other.page)).toContain(ann.name);
      await page.reload();
      await page.getByText('9 recovery codes are left').waitFor();
      const devices = page.getByRole('table', { name: 'Remembered browsers' });
      await devices.getByRole('button', { name: 'Forget' }).click();
      await expect.poll(() => devices.count()).toBe(0);
    });

    test('is removed with the password', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      await setUpApp(page);
      await press(page, 'Remove the app');
      const form = page.getByRole('form', { name: 'Remove the app' });
      await form.getByText('You have no other second factor.').waitFor();
      await form.getByLabel('Current password').fill('not this one');
      await form.getByRole('button', { name: 'Remove the app' }).click();
      await form.getByText('not your current password').waitFor();
      await form.getByLabel('Current password').fill(PASSWORD);
      await form.getByRole('button', { name: 'Remove the app' }).click();
      await page.getByRole('button', { name: 'Set up an app' }).waitFor();
      await expect.poll(() => focusOf(page)).toMatch(/^(Set up an app|Authenticator app)$/);
    });

    test.runIf(IS_NIGHTLY)('asks for the password again when the second step took too long', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { secret } = await setUpApp(page);
      const other = await signInPage();
      await fillSignIn(other.page, ann);
      await other.page.getByLabel('Code', { exact: true }).waitFor();
      service.app.setNow('2026-11-18T18:06:00.000Z');
      await giveCode(other.page, codeOf(secret));
      await expect.poll(() => alert(other.page).textContent()).toContain('took too long');
      await other.page.getByLabel('Password', { exact: true }).waitFor();
      await expect.poll(() => other.page.getByLabel('E-mail').inputValue()).toBe(ann.email);
    });

    test.runIf(IS_NIGHTLY)(
      'that comes too late after an invitation leads to the sign-in, and says that the password is set',
      async () => {
        const ann = await person();
        const { page } = await signInAt(service, ann, '/account');
        const { secret } = await setUpApp(page);
        const admin = as(service.app, 1, 'super_admin');
        const { pathname, search } = new URL((await inviteUser(admin, ann.id)).url ?? '');
        const other = await signInPage();
        await other.page.goto(pathname + search);
        await other.page.getByLabel('New password').fill('four quiet words here');
        await press(other.page, 'Set password');
        await other.page.getByLabel('Code', { exact: true }).waitFor();
        await heading(other.page, 'Second factor').waitFor();
        const again = await other.context.newPage();
        await again.goto(pathname + search);
        await expect.poll(() => alert(again).textContent()).toContain('expired or was replaced');
        await expect.poll(() => again.getByRole('link', { name: 'Sign in' }).count()).toBe(1);
        service.app.setNow('2026-11-18T18:06:00.000Z');
        await giveCode(other.page, codeOf(secret));
        await expect.poll(() => alert(other.page).textContent()).toContain('Your password is set.');
        await other.page.getByRole('link', { name: 'Sign in' }).click();
        await fillSignIn(other.page, { email: ann.email, password: 'four quiet words here' });
        await other.page.getByLabel('Code', { exact: true }).waitFor();
      },
    );
  });

  describe.each(LOCALES)('a passkey, in %s', (locale) => {
    const words = WORDS[locale];

    async function withPasskey(): Promise<{
      ann: Person;
      context: BrowserContext;
      page: Page;
      empty: () => Promise<void>;
    }> {
      const ann = await person();
      const context = await contextOf(service, { email: ann.email, locale });
      const page = await context.newPage();
      const { empty } = await withAuthenticator(context, page);
      await page.goto('/account');
      await press(page, words.addPasskey);
      const form = page.getByRole('form', { name: words.makePasskey });
      await form.getByLabel(words.currentPassword).fill(PASSWORD);
      await form.getByRole('button', { name: words.makePasskey }).click();
      await press(page, words.kept);
      await context.clearCookies();
      await page.goto('/sign-in');
      return { ann, context, page, empty };
    }

    test('signs in without a password', async () => {
      const { ann, page } = await withPasskey();
      await press(page, words.usePasskey);
      await expect.poll(() => title(page)).toContain(ann.name);
    });

    test('is the second factor after the password', async () => {
      const { ann, page } = await withPasskey();
      await fillSignIn(page, ann, locale);
      await page.getByText(words.help).waitFor();
      await press(page, words.usePasskey);
      await expect.poll(() => title(page)).toContain(ann.name);
    });

    test('that this device does not have is said in plain words, and the form stays', async () => {
      const { ann, page, empty } = await withPasskey();
      await fillSignIn(page, ann, locale);
      await empty();
      await press(page, words.usePasskey);
      await expect.poll(() => alert(page).textContent()).toContain(words.noPasskey);
      await page.getByRole('button', { name: words.usePasskey, exact: true }).waitFor();
    });
  });

  test.each(IS_NIGHTLY ? ['Set up an app', 'Add a passkey', 'Make a key'] : ['Make a key'])(
    '%s, cancelled, gives the focus back',
    async (name) => {
      const { page } = await signInAt(service, await person('secretary'), '/account');
      await press(page, name);
      await press(page, 'Cancel');
      await expect.poll(() => focusOf(page)).toBe(name);
    },
  );

  test('recovery codes stand without the advice to get them, and the focus goes on when they are kept', async () => {
    const { page } = await signInAt(service, await person('treasurer'), '/account');
    await page.getByText('Your account can do a lot.').waitFor();
    await showCodes(page);
    await expect.poll(() => page.getByText('Your account can do a lot.').count()).toBe(0);
    await press(page, 'I have kept them');
    await expect.poll(() => focusOf(page)).toBe('Second factor');
  });

  test.runIf(IS_NIGHTLY)(
    'recovery codes are printed alone, with the church, the person, the address and the date',
    async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      const { codes } = await showCodes(page);
      await page.emulateMedia({ media: 'print' });
      const paper = () => page.evaluate<string>('document.body.innerText');
      const { name } = await getProfile(service.app);
      for (const text of [name, ann.name, ann.email, service.url, 'Nov 18, 2026', ...codes]) {
        await expect.poll(paper).toContain(text);
      }
      for (const text of ['Change password', 'Authenticator app', 'Save as a file', 'Keys for programs', 'Home']) {
        await expect.poll(paper).not.toContain(text);
      }
    },
  );

  test.runIf(IS_NIGHTLY)(
    'a key that the browser will not copy is selected, and is gone from the page when it was ended',
    async () => {
      const { page } = await signInAt(service, await person('secretary'), '/account');
      await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))");
      await press(page, 'Make a key');
      const form = page.getByRole('form', { name: 'Make the key' });
      await form.getByLabel('Name of the program').fill('Website');
      await form.getByLabel('sees the people').check();
      await form.getByLabel('Current password').fill(PASSWORD);
      await form.getByRole('button', { name: 'Make the key' }).click();
      const shown = page.getByRole('group', { name: 'Key of Website' });
      const status = () => page.getByRole('status').textContent();
      await expect.poll(status).toContain('The key of Website was made.');
      await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Key of Website');
      await press(page, 'Copy');
      await expect.poll(status).toContain('copy it by hand');
      const selected = await shown.locator('code').textContent();
      await expect.poll(() => page.evaluate('getSelection().toString()')).toBe(selected);
      await press(page, 'End key: Website');
      await page.getByRole('dialog').getByRole('button', { name: 'End key' }).click();
      await expect.poll(() => shown.count()).toBe(0);
      await expect.poll(() => focusOf(page)).toBe('Keys for programs');
    },
  );

  test('a sign-in that was ended gives the focus to the heading of the list', async () => {
    const ann = await person();
    await signInAt(service, ann);
    const { page } = await signInAt(service, ann, '/account');
    await page.getByRole('button', { name: /^End: Chrome, Linux/ }).click();
    await expect.poll(() => focusOf(page)).toBe('Where you are signed in');
  });

  test('a key for a program is made, shown once, used, and ended by a super_admin', async () => {
    const ann = await person('secretary');
    const { page } = await signInAt(service, ann, '/account');
    await press(page, 'Make a key');
    const form = page.getByRole('form', { name: 'Make the key' });
    await form.getByLabel('Name of the program').fill('Website');
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Make the key' }).click();
    await form.getByText('Tick at least one.').waitFor();
    const first = await form.locator('.choices label').first().textContent();
    await expect.poll(() => focusOf(page)).toBe(first);
    await form.getByLabel('sees the people').check();
    await form.getByRole('button', { name: 'Make the key' }).click();
    const token = (await page.locator('.shown-once code').textContent()) ?? '';
    const members = () =>
      fetch(`${service.url}/api/members`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    await expect.poll(members).toBe(200);
    await page.getByRole('table', { name: 'Keys for programs' }).getByText('Website').waitFor();
    const admin = await person('super_admin');
    const office = (await signInAt(service, admin, `/settings/users/${ann.id}`)).page;
    await press(office, 'End key: Website');
    await office.getByRole('dialog', { name: 'End key' }).getByRole('button', { name: 'End key' }).click();
    await expect.poll(members).toBe(401);
    await page.reload();
    await page.getByRole('button', { name: 'Make a key' }).waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Keys for programs' }).count()).toBe(0);
  });

  describe('a role that needs a second factor', () => {
    test('shows only how to set it up, and then the page', async () => {
      await putSecondFactorRules(as(service.app, 1, 'super_admin'), { requiredRoles: ['secretary'] });
      const ann = await person('secretary');
      const { page } = await signInAt(service, ann, '/people');
      await heading(page, 'Set up a second factor').waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'People', exact: true }).count()).toBe(0);
      await setUpApp(page);
      await heading(page, 'People').waitFor();
    });

    test('asks a person in the middle of their work, when the rule is set meanwhile', async () => {
      const ann = await person('secretary');
      const { page } = await signInAt(service, ann, '/');
      await heading(page, `Welcome, ${ann.name}`).waitFor();
      await putSecondFactorRules(as(service.app, 1, 'super_admin'), { requiredRoles: ['secretary'] });
      // A request that the home screen still sends may meet the rule before this click, and the link is then gone.
      await page.evaluate(`document.querySelector('a[href="/people"]')?.click()`);
      await expect.poll(() => title(page)).toBe('Set up a second factor');
    });

    test('is chosen under Settings, and a super_admin removes the second factor of somebody who lost it', async () => {
      const ann = await person();
      const { page } = await signInAt(service, ann, '/account');
      await setUpApp(page);
      const admin = await person('super_admin');
      const office = (await signInAt(service, admin, '/settings/secondFactor')).page;
      await office.getByLabel('Pastor', { exact: true }).check();
      await press(office, 'Save');
      await expect.poll(() => office.getByRole('status').textContent()).toContain('Saved');
      await office.getByLabel('Member', { exact: true }).check();
      await press(office, 'Save');
      await expect
        .poll(async () => (await getSecondFactorRules(service.app)).requiredRoles)
        .toEqual(expect.arrayContaining(['pastor', 'member']));
      await office.goto(`/settings/users/${ann.id}`);
      await press(office, 'Remove the second factor');
      const dialog = office.getByRole('dialog', { name: 'Remove the second factor' });
      await dialog.getByRole('button', { name: 'Remove the second factor' }).click();
      await expect.poll(() => office.getByRole('status').textContent()).toContain(`of ${ann.name} was removed`);
      const other = await signInPage();
      await fillSignIn(other.page, ann);
      await expect.poll(() => title(other.page)).toContain(ann.name);
    });

    test.runIf(IS_NIGHTLY)('is advised on the home screen, until the person puts it off', async () => {
      const ann = await person('treasurer');
      const { page } = await signInAt(service, ann, '/');
      await page.getByRole('link', { name: 'Set up a second factor' }).waitFor();
      await press(page, 'Not now');
      await expect.poll(() => page.getByRole('link', { name: 'Set up a second factor' }).count()).toBe(0);
    });
  });
});
