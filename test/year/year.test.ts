/**
 * `npm run year`: a church's year as six people live it on the page, on computers and phones, in both languages, without
 * a command line. Four offerings are entered by hand, the others over HTTP. At the end of each month and of the year,
 * the books must equal those of the independent model.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSetup } from '../../src/features/access/setup/service.ts';
import { getOpening } from '../../src/features/accounting/opening/service.ts';
import { getProfile } from '../../src/features/church/profile/service.ts';
import { PICTURES } from '../contract/receipt-files.ts';
import { type ConsoleService, openConsole, PASSWORD } from '../support/console.ts';
import { withMail } from '../support/office.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';
import { Desk } from './desk.ts';
import { YearModel } from './model.js';
import {
  APPROVED_ON,
  EXPENSES_A_MONTH,
  expensesOf,
  type Expense,
  GIVERS,
  isByHand,
  MONTHS,
  type Offering,
  offeringOf,
  OPENING,
  PAID_ON,
  SUNDAYS,
  YEAR,
} from './plan.ts';

const STAFF = {
  tess: { name: 'Tess Lin', role: 'Treasurer', language: 'en', device: 'desktop' },
  mei: { name: 'Mei Wu', role: 'Offering counter', language: 'zh-TW', device: 'desktop' },
  eli: { name: 'Eli Chang', role: 'Elder', language: 'zh-TW', device: 'phone' },
  sue: { name: 'Sue Ho', role: 'Secretary', language: 'en', device: 'desktop' },
  lea: { name: 'Lea Kuo', role: 'Ministry leader', language: 'en', device: 'phone' },
} as const;
type Name = keyof typeof STAFF;

let service: ConsoleService;
let smtp: Smtp;
let model: YearModel;
/** The id of the account Checking. */
let checking: number;
let ann: Desk;
const desks = {} as Record<Name, Desk>;

beforeAll(async () => {
  smtp = await startSmtp();
  service = await openConsole((app) => withMail(app, smtp.url));
  clock(`${YEAR}-01-02`);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

/** Sets the clock of the service to noon in the church's time zone. */
function clock(day: string): void {
  service.app.setNow(`${day}T18:00:00.000Z`);
}

/** Sends a request with the account of a person, and returns the body of the response. */
async function ask<T>(who: Name, method: string, path: string, body?: object): Promise<T> {
  const { email } = desks[who].who ?? {};
  const { accessToken } = await send<{ accessToken: string }>('POST', '/api/auth/login', { email, password: PASSWORD });
  return send<T>(method, path, body, accessToken);
}

async function send<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${said}`);
  return JSON.parse(said) as T;
}

describe('in January, the church is set up', () => {
  test('by its first account, with the one-time link', async () => {
    ann = await Desk.open(service, { language: 'en', device: 'desktop' });
    await ann.go((await openSetup(service.app)) ?? '');
    await ann.fill('setup:ask_church_name', 'Grace Church 恩典堂');
    await ann.press('setup:next');
    await ann.fill('setup:ask_church_ein', '12-3456789');
    await ann.fill('setup:ask_church_address_line1', '12 Elm Street');
    await ann.fill('setup:ask_church_address_city', 'Alhambra');
    await ann.fill('setup:ask_church_address_state', 'CA');
    await ann.fill('setup:ask_church_address_postalCode', '91801');
    await ann.press('setup:next');
    await ann.fill('setup:ask_user_displayName', 'Ann Lee');
    await ann.fill('setup:ask_user_email', 'ann@example.org');
    await ann.fill('setup:ask_user_password', PASSWORD);
    await ann.press('setup:finish');
    await ann.page.getByRole('heading', { name: 'Welcome, Ann Lee' }).waitFor();
    expect(await getProfile(service.app)).toMatchObject({ name: 'Grace Church 恩典堂', ein: '12-3456789' });
  });

  test.each(Object.entries(STAFF))('%s is invited, and chooses a password', async (name, { role, ...staff }) => {
    const email = `${name}@example.org`;
    await ann.go('/settings/users/new');
    await ann.fill('settings:displayName', staff.name);
    await ann.fill('settings:email', email);
    await ann.page.getByRole('checkbox', { name: role, exact: true }).check();
    await ann.press('kit:save');
    const link = await ann.page
      .getByText(/\/accept-invitation\?token=/)
      .first()
      .textContent();
    const { pathname, search } = new URL(link ?? '');
    const desk = await Desk.open(service, staff);
    await desk.go(pathname + search);
    await desk.fill('session:newPassword', PASSWORD);
    await desk.press('session:setPassword');
    await desk.page.getByRole('navigation').first().waitFor();
    desk.who = { id: 0, name: staff.name, email, password: PASSWORD };
    desks[name as Name] = desk;
    const { displayName } = await ask<{ displayName: string }>(name as Name, 'GET', '/api/auth/me');
    expect(displayName).toBe(staff.name);
  });

  test('the treasurer enters the balances', async () => {
    const { tess } = desks;
    await tess.go('/settings/opening');
    await tess.fill('settings:openingDate', OPENING.date);
    for (const [account, balance] of Object.entries(OPENING.accounts))
      await tess.page.getByLabel(account, { exact: true }).fill(String(balance));
    await tess.press('kit:save');
    await tess.page.getByRole('status').getByText(tess.say('settings:saved')).waitFor();
    const items = async (path: string) => (await ask<{ items: object[] }>('tess', 'GET', path)).items;
    model = new YearModel({
      funds: await items('/api/funds'),
      accounts: await items('/api/accounts'),
      categories: await items('/api/giving-categories'),
      groups: await items('/api/expense-categories'),
      ministries: await items('/api/ministries'),
      firstMonth: MONTHS[0] ?? '',
      today: `${YEAR}-01-02`,
    });
    checking = model.accountOf('Checking');
    model.open(OPENING.date, OPENING.accounts);
    expect((await getOpening(service.app)).date).toBe(OPENING.date);
  });

  test('the secretary adds the people', async () => {
    const { sue } = desks;
    for (const { number, firstName, lastName, chineseName, email } of GIVERS) {
      await sue.go('/people/new');
      await sue.fill('offerings:firstName', firstName);
      await sue.fill('offerings:lastName', lastName);
      await sue.fill('offerings:chineseName', chineseName);
      await sue.fill('offerings:envelopeNumber', number);
      if (email !== '') await sue.fill('session:email', email);
      await sue.press('kit:save');
      await sue.page.getByRole('heading', { level: 1, name: `${firstName} ${lastName} ${chineseName}` }).waitFor();
    }
    const { items } = await ask<{ items: { offeringNumber: string }[] }>('sue', 'GET', '/api/members');
    expect(items.map(({ offeringNumber }) => offeringNumber).toSorted()).toEqual(GIVERS.map(({ number }) => number));
  });
});

describe.each(MONTHS)('in %s', (month) => {
  test.each(SUNDAYS.filter((date) => date.startsWith(month)))('the offering of %s is entered', async (date) => {
    const offering = offeringOf(date);
    clock(date);
    const id = isByHand(date) ? await typeOffering(offering) : await sendOffering(offering);
    clock(offering.depositedOn);
    if (isByHand(date)) await depositByHand(id);
    else await ask('tess', 'POST', `/api/offering-sessions/${id}/reconcile`, { depositedOn: offering.depositedOn });
    expect(await service.read(id)).toMatchObject({ status: 'Reconciled', depositedOn: offering.depositedOn });
    model.offer(offering);
  });

  test('expenses are handed in with a phone, approved on a phone, and paid', async () => {
    clock(`${month}-${APPROVED_ON}`);
    const expenses = expensesOf(month);
    for (const expense of expenses) await handIn(expense);
    await approveAll();
    clock(`${month}-${PAID_ON}`);
    await payAll();
    for (const expense of expenses) model.spend(expense);
    const path = `/api/expenses?from=${month}-01&to=${month}-28&pageSize=200`;
    const { items } = await ask<{ items: { status: string }[] }>('tess', 'GET', path);
    expect(items.map(({ status }) => status)).toEqual(expenses.map(() => 'Paid'));
  });

  test('the account is reconciled with the bank statement, and an elder reviews it on a phone', async () => {
    clock(`${nextMonth(month)}-02`);
    const lastDay = lastDayOf(month);
    await reconcile(lastDay, model.balances(lastDay).accounts['Checking'] ?? 0);
    const { items } = await ask<{ items: object[] }>('eli', 'GET', `/api/accounts/${checking}/reconciliations`);
    expect(items).toContainEqual(
      expect.objectContaining({ endDate: lastDay, status: 'Finished', reviewedAt: expect.any(String) }),
    );
  });

  test('the treasurer closes the month, and its statement equals the model', async () => {
    clock(`${nextMonth(month)}-03`);
    const { tess } = desks;
    await tess.go(`/month-end/${month}`);
    await tess.press('month-end:finalize');
    await tess.press('month-end:finalizeMonth');
    await tess.button('month-end:reopen').waitFor();
    const path = `/api/monthly-statements/${month.slice(0, 4)}/${Number(month.slice(5))}`;
    const found = await ask<Record<string, unknown>>('eli', 'GET', path);
    expect(found['status']).toBe('Finalized');
    expect(ordered(found)).toMatchObject(ordered(model.statement(month)));
  });
});

describe('after the year', () => {
  test('the balances of all accounts and funds equal the model', async () => {
    const { accounts, funds } = model.balances(`${YEAR}-12-31`);
    const read = async (path: string) =>
      (await ask<{ items: { name: string; balance: number }[] }>('tess', 'GET', path)).items;
    const found = await read('/api/accounts');
    expect(Object.fromEntries(found.map(({ name, balance }) => [name, balance]))).toEqual(accounts);
    const report = await ask<{ funds: { name: string; closing: number }[] }>(
      'tess',
      'GET',
      `/api/reports/fund-balances?from=${YEAR}-01-01&to=${YEAR}-12-31`,
    );
    for (const { name, closing } of report.funds) expect([name, closing]).toEqual([name, funds[name]]);
  });

  test('the treasurer closes the year', async () => {
    const { tess } = desks;
    await tess.go(`/reports/fiscal-years/${YEAR}`);
    await tess.press('reports:closeYear');
    await tess.button('reports:reopenYear').waitFor();
    expect(await ask('eli', 'GET', `/api/fiscal-years/${YEAR}`)).toMatchObject({ status: 'Closed' });
  });

  test('the statements of the givers are issued, and sent to those who have an e-mail address', async () => {
    const { tess } = desks;
    const byMail = GIVERS.filter(({ email }) => email !== '');
    await tess.go(`/giving/statements?year=${YEAR}`);
    await tess.press('giving:issueAll');
    await tess.sees('giving:allIssued');
    await tess.press('giving:sendAll', { count: byMail.length });
    await tess.press('giving:send');
    await tess.sees('giving:sentAll', { sent: byMail.length, failed: 0 });
    expect(smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual(byMail.map(({ email }) => email).toSorted());
  });
});

/** Enters an offering by keyboard, in Chinese, and submits it with a second counter. Returns its id. */
async function typeOffering({ date, attendance, gifts }: Offering): Promise<number> {
  const { mei } = desks;
  const { page } = mei;
  await mei.go('/offerings');
  await mei.press('offerings:newOffering');
  await mei.fill('offerings:date', date);
  await mei.press('offerings:start');
  const box = (name: string) => page.getByRole('combobox', { name: mei.say(name), exact: true });
  const focused = async (name: string) => {
    await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toBe(mei.say(name));
  };
  await focused('offerings:giver');
  for (const [index, { amount, method, giver, checkNumber }] of gifts.entries()) {
    await box('offerings:method').first().focus();
    await page.keyboard.type(mei.say(`offerings:kinds_${method}`));
    await mei.keys('Enter');
    await focused('offerings:giver');
    await page.keyboard.type(giver);
    await mei.keys('Enter');
    if (checkNumber !== undefined) {
      await focused('offerings:checkNumber');
      await page.keyboard.type(checkNumber);
      await mei.keys('Enter');
    }
    await focused('offerings:amount');
    await page.keyboard.type(String(amount));
    await mei.keys('Enter');
    await expect.poll(() => page.locator('.gift-saved').count()).toBe(index + 1);
  }
  const sumOf = (wanted: string) =>
    gifts.filter(({ method }) => method === wanted).reduce((sum, { amount }) => sum + amount, 0);
  await mei.fill('offerings:attendance', String(attendance));
  await mei.fill('offerings:countedCash', String(sumOf('Cash')));
  await mei.fill('offerings:countedChecks', String(sumOf('Check')));
  await mei.press('offerings:submit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(mei.say('offerings:countedBy')).fill('王弟兄');
  await mei.button('offerings:submitOffering', {}, dialog).click();
  await mei.button('offerings:slip').waitFor();
  return Number(page.url().split('/').at(-1));
}

async function depositByHand(id: number): Promise<void> {
  const { tess } = desks;
  await tess.go(`/offerings/${id}`);
  await tess.press('offerings:reconcile');
  await tess.fill('offerings:bankReference', `D-${id}`);
  await tess.keys('Enter');
  await expect.poll(async () => (await service.read(id)).status).toBe('Reconciled');
}

/** Enters an offering over HTTP, and returns its id. */
async function sendOffering({ date, attendance, gifts }: Offering): Promise<number> {
  const members = await ask<{ items: { id: number; offeringNumber: string }[] }>('tess', 'GET', '/api/members');
  const { items: categories } = await ask<{ items: { id: number; name: string }[] }>(
    'tess',
    'GET',
    '/api/giving-categories',
  );
  const givings = gifts.map(({ amount, category, method, giver, checkNumber }) => ({
    amount,
    method,
    memberId: members.items.find(({ offeringNumber }) => offeringNumber === giver)?.id,
    categoryId: categories.find(({ name }) => name === category)?.id,
    ...(checkNumber !== undefined && { checkNumber }),
  }));
  const body = { date, sundayAttendanceCount: attendance, givings };
  const { id } = await ask<{ id: number }>('mei', 'POST', '/api/offering-sessions', body);
  await ask('mei', 'POST', `/api/offering-sessions/${id}/submit`);
  return id;
}

/** Hands in an expense on a phone, with a photo of the receipt. */
async function handIn({ date, amount, description, vendor, category, ministry }: Expense): Promise<void> {
  const { lea } = desks;
  await lea.go('/expenses/new');
  await lea
    .field('expenses:receipt')
    .setInputFiles([{ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: PICTURES.jpeg }]);
  await lea.button('kit:removeNamed', { name: 'receipt.jpg' }).waitFor();
  await lea.fill('expenses:amount', String(amount));
  await lea.fill('expenses:date', date);
  await lea.fill('expenses:description', description);
  await lea.fill('expenses:category', category);
  await lea.field('expenses:category').press('Enter');
  await lea.field('expenses:ministry').selectOption({ label: ministry });
  if (vendor !== undefined) {
    await lea.fill('expenses:vendor', vendor);
    await lea.page.getByLabel(lea.say('expenses:payer_nobody')).check();
  }
  await lea.press('expenses:submit');
  await lea.page.getByRole('heading', { level: 1, name: description }).waitFor();
}

async function approveAll(): Promise<void> {
  const { eli } = desks;
  await eli.go('/approvals');
  const cards = eli.page.getByRole('article');
  for (let left = EXPENSES_A_MONTH; left > 0; left -= 1) {
    await expect.poll(() => cards.count()).toBe(left);
    await cards
      .first()
      .getByRole('button', { name: eli.say('expenses:approve') })
      .first()
      .click();
  }
  await expect.poll(() => cards.count()).toBe(0);
}

async function payAll(): Promise<void> {
  const { tess } = desks;
  await tess.go('/expenses/to-pay');
  await tess.field('expenses:chooseAll').check();
  await tess.press('expenses:markAsPaid');
  await tess.sees('expenses:nothingToPay');
}

/** Ticks everything on a paper statement of the bank, and finishes at a difference of 0. */
async function reconcile(lastDay: string, balance: number): Promise<void> {
  const { tess, eli } = desks;
  await tess.go(`/bank/${checking}/reconciliations`);
  await tess.fill('bank:endDate', lastDay);
  await tess.fill('bank:endBalance', String(balance));
  await tess.press('bank:start');
  const boxes = tess.page.getByRole('checkbox', { checked: false });
  await boxes.first().waitFor();
  for (let left = await boxes.count(); left > 0; left -= 1) {
    await boxes.first().check();
    await expect.poll(() => boxes.count()).toBe(left - 1);
  }
  await tess.press('bank:finish');
  await tess.sees('bank:notReviewed');
  await eli.go(new URL(tess.page.url()).pathname);
  await eli.press('bank:review');
  await eli.button('bank:review').waitFor({ state: 'detached' });
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 'YYYY-MM'.length);
}

const lastDayOf = (month: string): string =>
  new Date(Date.parse(`${nextMonth(month)}-01`) - 1).toISOString().slice(0, 'YYYY-MM-DD'.length);

type Rows = Record<string, unknown>[];

/** Returns the figures of a statement with its rows ordered by id. */
function ordered(statement: Record<string, unknown>): Record<string, unknown> {
  const by = (name: string, key: string) =>
    (statement[name] as Rows).toSorted((a, b) => Number(a[key]) - Number(b[key]));
  return {
    ...statement,
    givingByCategory: by('givingByCategory', 'categoryId'),
    expensesByGroup: by('expensesByGroup', 'groupId').map((group) => ({
      ...group,
      subCategories: (group['subCategories'] as Rows).toSorted(
        (a, b) => Number(a['subCategoryId']) - Number(b['subCategoryId']),
      ),
    })),
    funds: by('funds', 'fundId'),
  };
}
