/** A church on a database of its own with the console, an account for each role, and browsers. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { MealCounts } from '../../src/features/people/meals/schema.ts';
import { putMeal } from '../../src/features/people/meals/service.ts';
import { NewSession, Reconciliation } from '../../src/features/giving/offerings/schema.ts';
import { createSession, reconcileSession, submitSession } from '../../src/features/giving/offerings/service.ts';
import { addUser, newPassword } from '../../src/features/access/users/service.ts';
import { ROLES, type Role } from '../../src/permissions.ts';
import { decode } from '../../src/validate.ts';
import { as, type TestApp } from './app.ts';
import { CLOSED_MONTH, fillMonths } from './console-church-month.ts';
import { type ConsoleService, contextOf, openConsole, PASSWORD, type Person } from './console.ts';
import { fillBank } from './console-church-bank.ts';
import { fillSpending } from './console-church-spending.ts';
import { createFamily } from '../../src/features/people/families/service.ts';
import { NewFamilyUnit } from '../../src/features/people/families/schema.ts';
import { deleteMember } from '../../src/features/people/members/service.ts';
import { addMember } from './office.ts';

export type Language = 'en' | 'zh-TW';

/** A name that is longer than any column. */
export const LONG_NAME = 'Maximiliana-Theodora Featherstonehaugh-Cholmondeley';

export type ChurchPage = Omit<ConsoleService, 'offering' | 'person'> & {
  offerings: { draft: number; submitted: number; reconciled: number };
  closedMonth: string;
  members: { mei: number; long: number; double: number };
  expenses: Awaited<ReturnType<typeof fillSpending>>;
  bank: Awaited<ReturnType<typeof fillBank>>;
  /** Creates an account and returns the address of its open invitation. */
  invite: () => Promise<string>;
  /** Creates an account of this role that no other test uses. */
  newAccount: (role: Role) => Promise<Person>;
};

/** Returns the e-mail address of the account of a role. */
export const emailOf = (role: Role): string => `${role.replaceAll('_', '-')}@example.org`;

/** Fills a church with data and serves it. The caller must close it. */
export async function openChurch(): Promise<ChurchPage> {
  const service = await openConsole();
  const { app } = service;
  const secret = await newPassword(PASSWORD);
  const add = async (email: string, displayName: string, role: Role) => {
    const account = { email, displayName, roles: [role], memberId: null };
    const { user, invitation } = await addUser(app, account, { ...secret, generated: null });
    return { person: { id: user.id, name: displayName, email, password: PASSWORD }, invitation };
  };
  const ids = new Map<Role, number>();
  for (const role of ROLES) ids.set(role, (await add(emailOf(role), `Ann ${role}`, role)).person.id);
  const members = await fillPeople(app);
  const offerings = await fillOfferings(app, members.mei);
  const expenses = await fillSpending(app, Object.fromEntries(ids) as Record<Role, number>);
  await fillMonths(app);
  const bank = await fillBank(app);
  let made = 0;
  const newAccount = (role: Role) => add(`new${(made += 1)}@example.org`, 'Bo Chen', role);
  return {
    ...service,
    offerings,
    closedMonth: CLOSED_MONTH,
    members,
    expenses,
    bank,
    newAccount: async (role) => (await newAccount(role)).person,
    invite: async () => {
      const { pathname, search } = new URL((await newAccount('offering_counter')).invitation.url ?? '');
      return pathname + search;
    },
  };
}

async function fillPeople(app: TestApp) {
  const { id: familyUnitId } = await createFamily(
    app,
    decode(NewFamilyUnit, { name: 'Lin 林', phone: '+1 626 555 0100', jointStatement: true }),
  );
  const mei = await addMember(app, {
    familyUnitId,
    familyRole: 'Spouse',
    firstName: 'Mei-Ling',
    lastName: 'Lin',
    chineseName: '林美玲',
    offeringNumber: '12',
    phone: '+1 626 555 0101',
    email: 'mei@example.org',
    address: { line1: '12 Elm Street', city: 'Alhambra', state: 'CA', postalCode: '91801', country: 'US' },
    birthDate: '1970-04-02',
    notes: 'Sings in the choir.\nPrefers letters to e-mail.',
  });
  await addMember(app, { firstName: 'Chih-Wei', chineseName: '林志偉', familyUnitId, familyRole: 'Head' });
  await addMember(app, { firstName: 'Joy', nickname: 'JoJo', familyUnitId, familyRole: 'Child' });
  const long = await addMember(app, {
    firstName: LONG_NAME.split(' ')[0],
    lastName: LONG_NAME.split(' ')[1],
    email: 'maximiliana.theodora.featherstonehaugh.cholmondeley@a-long-domain-name.example.org',
    offeringNumber: '1234567890',
    status: 'Transferred',
  });
  const double = await addMember(app, { firstName: 'Wei', lastName: 'Chen', chineseName: '陳偉' });
  for (const number of Array(60).keys()) await addMember(app, { lastName: `Wang${number + 10}` });
  for (const firstName of ['Tom', 'Uma'])
    await deleteMember(app, await addMember(app, { firstName, lastName: 'Gone', chineseName: '葛恩' }));
  return { mei, long, double };
}

async function fillOfferings(app: TestApp, mei: number) {
  const treasurer = as(app, 1, 'super_admin');
  const gift = (fields: object) => ({ categoryId: 1, amount: 50, method: 'Cash', ...fields });
  const givings = [
    gift({ memberId: mei }),
    gift({ memberId: mei, method: 'Check', checkNumber: '1001', amount: 1250.5, note: 'For the new roof' }),
    gift({ isAnonymous: true, amount: 20, categoryId: 2 }),
    gift({ amount: 112.35, method: 'Zelle', zelleReference: 'Z-88121', memberId: mei }),
  ];
  const counts = { sundayAttendanceCount: 84, controlTotal: 1432.85, countedBy: ['Ann Lee', 'Bo Chen'] };
  const open = (date: string, fields: object = {}) =>
    createSession(treasurer, decode(NewSession, { date, givings, ...fields }));
  const reconciled = await open('2026-11-01', counts);
  await submitSession(treasurer, reconciled.id);
  await reconcileSession(treasurer, reconciled.id, decode(Reconciliation, { depositedOn: '2026-11-03' }));
  const submitted = await open('2026-11-08', counts);
  await submitSession(treasurer, submitted.id);
  const draft = await open('2026-11-15');
  for (const date of ['2026-11-01', '2026-11-08']) {
    await putMeal(treasurer, date, decode(MealCounts, { adultCount: 52, youthCount: 11, childCount: 17 }));
  }
  return { draft: draft.id, submitted: submitted.id, reconciled: reconciled.id };
}

/** Opens a church before the tests of a file, and closes it after them. Closes the browsers after each test. */
export function churchOfFile(): ChurchPage {
  const church = {} as ChurchPage;
  beforeAll(async () => {
    Object.assign(church, await openChurch());
  });
  afterAll(() => church.close());
  afterEach(async () => {
    await Promise.all(church.browser.contexts().map((context) => context.close()));
  });
  return church;
}

/** Opens a separate browser context that may use the clipboard. Signs in if an e-mail address is given. */
export async function browserOf(
  church: ChurchPage,
  { email, language = 'en' }: { email?: string; language?: Language } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await contextOf(church, { locale: language, ...(email !== undefined && { email }) });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: church.url });
  return { context, page: await context.newPage() };
}
