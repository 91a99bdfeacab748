import type { Page } from 'playwright-core';
import { empty, press, type ScreenOfPage } from './screen.ts';

const FILE = [
  'First Name,Last Name,中文姓名,E-mail,DOB,Family,T-shirt size',
  'Noa,Levi,,noa@,01/02/1980,Levi,M',
  'Meiling,Lin,,meiling@example.org,,Lin,S',
  ',Wu,吳,wu@example.org,1980-02-30,,',
  'Maximiliana-Theodora,Featherstonehaugh-Cholmondeley,,m@example.org,,,XXL',
].join('\n');

/** Chooses a file of people whose columns are not all known, and says the order of its dates if it is asked to. */
const chooseFile =
  ({ isAnswered }: { isAnswered: boolean }) =>
  async (page: Page) => {
    const file = { name: 'our people of 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
    await page.locator('input[type=file], .import-form').first().waitFor({ state: 'attached' });
    // The file of an earlier screen may still be open.
    const cancel = page.locator('.import-form > .screen-actions button').last();
    if (await cancel.isVisible()) await cancel.click();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.import-form').waitFor();
    if (!isAnswered) return page.locator('.import-form summary').click();
    await page.locator('.import-rows select').selectOption('mdy');
    await page.locator('.import-form [type=submit]').click();
  };

export const PEOPLE: readonly ScreenOfPage[] = [
  { name: 'people', role: 'secretary', path: '/people', shows: 'main table' },
  { name: 'people-not-found', role: 'secretary', path: '/people?q=qqqq', shows: '.empty' },
  { name: 'people-without-email', role: 'secretary', path: '/people?without=email', shows: 'main table' },
  { name: 'people-empty', role: 'secretary', path: '/people', reach: empty('**/api/members?*'), shows: '.empty' },
  { name: 'person', role: 'secretary', path: ({ members }) => `/people/${members.mei}`, shows: '.card-facts' },
  {
    name: 'person-latest',
    role: 'super_admin',
    path: ({ members }) => `/people/${members.mei}`,
    shows: '.table .number',
  },
  { name: 'person-long-name', role: 'elder', path: ({ members }) => `/people/${members.long}`, shows: '.card-facts' },
  {
    name: 'person-form',
    role: 'secretary',
    path: ({ members }) => `/people/${members.mei}`,
    reach: press('.screen-head button'),
    shows: '.person-form',
  },
  { name: 'person-new', role: 'offering_counter', path: '/people/new', shows: '.person-form' },
  {
    name: 'person-new-double',
    role: 'secretary',
    path: '/people/new',
    reach: async (page) => {
      await page.locator('.person-form input').nth(0).fill('Meiling');
      await page.locator('.person-form input').nth(1).fill('Lin');
      await page.locator('.person-form [lang=zh-Hant]').fill('林美玲');
    },
    shows: '.person-form .plain-people',
  },
  { name: 'people-import', role: 'secretary', path: '/people/import', shows: 'main input[type=file]' },
  {
    name: 'people-import-columns',
    role: 'secretary',
    path: '/people/import',
    reach: chooseFile({ isAnswered: false }),
    shows: '.import-form table',
  },
  {
    name: 'people-import-rows',
    role: 'secretary',
    path: '/people/import',
    reach: chooseFile({ isAnswered: true }),
    shows: '.import-rows [type=radio]',
  },
  {
    name: 'person-family-form',
    role: 'secretary',
    path: ({ members }) => `/people/${members.mei}`,
    reach: press('section .screen-actions button:nth-of-type(2)'),
    shows: '[role=dialog] .family-address',
  },
  {
    name: 'person-join-family',
    role: 'secretary',
    path: ({ members }) => `/people/${members.double}`,
    reach: async (page) => {
      await page.locator('section .screen-actions button').first().click();
      await page.locator('[role=dialog] input').fill('lin');
      await page.locator('[role=option]').first().click();
    },
    shows: '[role=dialog] .checkbox',
  },
  {
    name: 'person-leave-family',
    role: 'secretary',
    path: ({ members }) => `/people/${members.mei}`,
    reach: press('section .screen-actions button:nth-of-type(1)'),
    shows: '[role=dialog]',
  },
  { name: 'people-deleted', role: 'super_admin', path: '/people?show=deleted', shows: 'main table' },
  {
    name: 'person-merge',
    role: 'super_admin',
    path: ({ members }) => `/people/${members.double}`,
    reach: async (page) => {
      await page.locator('.screen-head button').nth(1).click();
      await page.locator('[role=dialog] input').fill('林美玲');
      await page.locator('[role=option]').first().click();
    },
    shows: '[role=dialog] li',
  },
];
