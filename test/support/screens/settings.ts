import type { Page } from 'playwright-core';
import { fillFunds } from '../console-church-funds.ts';
import { press, type ScreenOfPage } from './screen.ts';

const ENDPOINT = {
  id: 1,
  url: 'https://hooks.example.org/a/long/path/of/a/program/that/follows/members',
  description: null,
  events: ['member.created', 'member.changed'],
  includesDetails: false,
  isActive: false,
  switchedOffReason: 'Failing',
  createdAt: '2026-11-01T18:00:00.000Z',
  modifiedAt: '2026-11-01T18:00:00.000Z',
  createdBy: 1,
  modifiedBy: 1,
};
const DELIVERY = {
  id: 7,
  eventId: 'msg_1',
  event: 'member.created',
  subjectType: 'Member',
  subjectId: '214',
  occurredAt: '2026-11-10T18:00:00.000Z',
  state: 'Pending',
  attempts: 3,
  nextAttemptAt: '2026-11-10T20:35:00.000Z',
  deliveredAt: null,
  lastAttemptAt: '2026-11-10T18:35:00.000Z',
  lastStatus: 500,
  lastError: 'The endpoint answered 500.',
  lastDurationMs: 310,
};

/** Lets the service answer as for a webhook that fails. */
const withWebhook = async (page: Page) => {
  const listed = { ...ENDPOINT, pending: 2, failingSince: DELIVERY.occurredAt, lastDeliveredAt: null };
  const items = [DELIVERY, { ...DELIVERY, id: 6, state: 'Failed', attempts: 8, nextAttemptAt: null }];
  await page.route('**/api/webhook-endpoints', (route) => route.fulfill({ json: { items: [listed] } }));
  await page.route('**/api/webhook-endpoints/1', (route) =>
    route.fulfill({ json: ENDPOINT, headers: { etag: '"1"' } }),
  );
  await page.route('**/deliveries?*', (route) =>
    route.fulfill({ json: { items, page: 1, pageSize: 20, totalCount: 2, totalPages: 1 } }),
  );
  await page.reload();
};

export const SETTINGS: readonly ScreenOfPage[] = [
  { name: 'settings-church', role: 'admin', path: '/settings', shows: '.record-form' },
  { name: 'settings-church-read', role: 'pastor', path: '/settings', shows: '.settings-facts' },
  { name: 'settings-users', role: 'super_admin', path: '/settings/users', shows: 'main table' },
  { name: 'settings-user-new', role: 'super_admin', path: '/settings/users/new', shows: '.record-choices .checkbox' },
  { name: 'settings-roles', role: 'super_admin', path: '/settings/roles', shows: '.role-list li' },
  {
    name: 'settings-second-factor',
    role: 'super_admin',
    path: '/settings/secondFactor',
    shows: '.record-choices .checkbox',
  },
  {
    name: 'settings-fund',
    role: 'treasurer',
    path: '/settings/funds?fund=2',
    reach: async (page, { app }) => {
      await fillFunds(app);
      await page.reload();
    },
    shows: '.record-form .choices',
  },
  { name: 'settings-accounts', role: 'treasurer', path: '/settings/accounts', shows: '.record-form' },
  { name: 'settings-opening', role: 'treasurer', path: '/settings/opening', shows: '.record-form' },
  {
    name: 'settings-opening-rows',
    role: 'treasurer',
    path: '/settings/opening',
    reach: async (page) => {
      await page.locator('.record-form').waitFor();
      for (const button of await page.locator('.opening-all .button').all()) await button.click();
    },
    shows: '.opening-row select',
  },
  { name: 'settings-prior', role: 'treasurer', path: '/settings/priorFigures', shows: '.record-form input' },
  { name: 'settings-kinds', role: 'treasurer', path: '/settings/expenseKinds', shows: 'main table' },
  {
    name: 'settings-webhook-new',
    role: 'super_admin',
    path: '/settings/webhooks?endpoint=new',
    shows: '.record-choices .checkbox',
  },
  {
    name: 'settings-webhook',
    role: 'super_admin',
    path: '/settings/webhooks?endpoint=1',
    reach: withWebhook,
    shows: 'main td .passage',
    refusal: 404,
  },
  {
    name: 'settings-audit',
    role: 'auditor',
    path: '/settings/audit',
    reach: press('main summary'),
    shows: '.changes',
  },
];
