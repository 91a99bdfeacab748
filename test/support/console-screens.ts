/** Every screen of the console, with its role, its address, and the steps to reach it. */
import type { Page } from 'playwright-core';
import type { Role } from '../../src/permissions.ts';
import type { ChurchPage } from './console-church.ts';

export type ScreenOfPage = {
  name: string;
  /** The role of the user. Without a role, nobody is signed in. */
  role?: Role;
  path: string | ((church: ChurchPage) => string | Promise<string>);
  /** Goes from the address to the screen. Texts differ by language, so elements are found by other properties. */
  reach?: (page: Page, church: ChurchPage) => Promise<void>;
  /** A selector that matches when the screen is complete. */
  shows: string;
  /** The status of an expected refusal, which the browser writes to its console. */
  refusal?: number;
};

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
const empty = (pattern: string) => async (page: Page) => {
  await page.route(pattern, (route) =>
    route.fulfill({ json: { items: [], page: 1, pageSize: 50, totalCount: 0, totalIsCapped: false, totalPages: 0 } }),
  );
  await page.reload();
};

export const SCREENS: readonly ScreenOfPage[] = [
  { name: 'sign-in', path: '/sign-in', shows: 'input[name=password]' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    reach: async (page) => {
      await page.locator('input[name=email]').fill('nobody@example.org');
      await page.locator('input[name=password]').fill('not this one');
      await press('button[type=submit]')(page);
    },
    shows: '[role=alert]',
    refusal: 401,
  },
  {
    name: 'invitation',
    path: ({ invite }) => invite(),
    shows: 'input[name=newPassword]',
  },
  { name: 'invitation-gone', path: '/accept-invitation?token=gone', shows: '[role=alert]', refusal: 404 },
  { name: 'home-counter', role: 'offering_counter', path: '/', shows: '.home .button-primary' },
  { name: 'home-treasurer', role: 'treasurer', path: '/', shows: '.home .button-primary' },
  { name: 'home-secretary', role: 'secretary', path: '/', shows: '.home a' },
  { name: 'home-member', role: 'member', path: '/', shows: 'main p' },
  { name: 'offerings', role: 'treasurer', path: '/offerings', shows: 'main table' },
  {
    name: 'offerings-empty',
    role: 'treasurer',
    path: '/offerings',
    reach: empty('**/api/offering-sessions?*'),
    shows: '.empty',
  },
  { name: 'offering-new', role: 'treasurer', path: '/offerings?new', shows: 'main form input' },
  {
    name: 'offering-open',
    role: 'offering_counter',
    path: ({ offerings }) => `/offerings/${offerings.draft}`,
    shows: '.gifts tbody tr',
  },
  {
    name: 'offering-submit',
    role: 'offering_counter',
    path: ({ offerings }) => `/offerings/${offerings.draft}`,
    reach: press('.draft .screen-actions .button-primary'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-submitted',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    shows: '.gifts tbody tr',
  },
  {
    name: 'offering-reconcile',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    reach: press('.draft > .screen-actions .button-primary'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-reopen',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    reach: press('.draft > .screen-actions .button:last-child'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-reconciled',
    role: 'auditor',
    path: ({ offerings }) => `/offerings/${offerings.reconciled}`,
    shows: '.gifts tbody tr',
  },
  { name: 'attendance', role: 'deacon', path: '/attendance', shows: 'main table' },
  { name: 'attendance-read', role: 'elder', path: '/attendance', shows: 'main table' },
  { name: 'people', role: 'secretary', path: '/people', shows: 'main table' },
  { name: 'people-not-found', role: 'secretary', path: '/people?q=qqqq', shows: '.empty' },
  { name: 'people-empty', role: 'secretary', path: '/people', reach: empty('**/api/members?*'), shows: '.empty' },
  { name: 'person', role: 'secretary', path: ({ members }) => `/people/${members.mei}`, shows: '.card-facts' },
  { name: 'person-long-name', role: 'elder', path: ({ members }) => `/people/${members.long}`, shows: '.card-facts' },
  {
    name: 'person-form',
    role: 'secretary',
    path: ({ members }) => `/people/${members.mei}`,
    reach: press('.screen-head button'),
    shows: '.person-form',
  },
  { name: 'person-new', role: 'offering_counter', path: '/people/new', shows: '.person-form' },
  { name: 'account', role: 'pastor', path: '/account', shows: 'main table' },
  { name: 'not-found', role: 'member', path: '/nowhere', shows: 'main h1' },
  {
    name: 'language-menu',
    role: 'admin',
    path: '/',
    reach: press('.shell-tools button:nth-child(1)'),
    shows: '[role=menuitem]',
  },
  {
    name: 'account-menu',
    role: 'admin',
    path: '/',
    reach: press('.shell-tools button:nth-child(2)'),
    shows: '[role=menuitem]',
  },
  {
    name: 'sign-in-over',
    role: 'finance',
    path: '/offerings',
    reach: async (page) => {
      await page.locator('main table').waitFor();
      await page.context().clearCookies();
      // Refuses the access token. Without its cookie, the session cannot be refreshed.
      const refused = {
        type: 'about:blank',
        status: 401,
        code: 'unauthenticated',
        title: 'Refused',
        detail: 'Refused.',
      };
      await page.route('**/api/offering-sessions/**', (route) =>
        route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(refused) }),
      );
      await page.locator('main table a').first().click();
    },
    shows: 'dialog[open] input[name=password]',
    refusal: 401,
  },
];
