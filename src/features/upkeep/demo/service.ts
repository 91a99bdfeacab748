/**
 * Makes a church to try Vestry with. It is believable and entirely made up. The same seed and day always give the same
 * church.
 *
 * First, pure functions of size, seed and day plan the people (`people.ts`), their giving (`givers.ts`) and the
 * spending (`bills.ts`). Each has its own random generator, so a change in one of them does not affect the others.
 *
 * The plan becomes a diary of events (`diary.ts`), which the services carry out in one transaction. Events after today
 * are left out, so the open month has drafts and bills that are not paid yet. The people who are members when the books
 * begin are not added by events, but all at once by the functions of the imports. Receipts are stored before the
 * transaction, and removed if it fails. The last audit entry, `DemoSeeded`, has the real time and actor.
 */
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { type App, inTransaction } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import {
  addMonths,
  dateInZone,
  type DateRange,
  formatMonth,
  monthOf,
  monthRange,
  monthsOf,
} from '../../../lib/date.ts';
import { countRecords } from '../../../books/record-counts.ts';
import { decode } from '../../../validate.ts';
import { changesOf } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, isFounded, putProfile } from '../../church/profile/service.ts';
import { finalizeStatement } from '../../reports/statements/finalize.ts';
import { countPeople } from '../../people/record-counts.ts';
import { countReceipts } from '../../spending/receipts/service.ts';
import { type Account, addStaff, planAccounts, type Staff } from './accounts.ts';
import { noteBank } from './bank.ts';
import { type Bill, planBills } from './bills.ts';
import { noteBudgets } from './budget.ts';
import { type Diary, live, openDiary } from './diary.ts';
import { noteLedger } from './ledger.ts';
import { churchLists, peopleLists } from './lists.ts';
import { enrol, noteMembers, type Register } from './membership.ts';
import { noteOpening } from './opening.ts';
import { emptyFunds, type Funds, noteBills, type Office } from './payments.ts';
import { type People, planPeople } from './people.ts';
import { listCatalogRows } from './queries.ts';
import { discardAll, keepReceipts } from './receipt-files.ts';
import { DemoOptions, type DemoSummary } from './schema.ts';
import { noteSundays } from './sundays.ts';
import { noteVendors } from './vendors.ts';

type Progress = { progress?: (done: number, total: number) => void };

/**
 * Fills empty books with a demo church, completely or not at all. The catalogs must have been applied. If there is
 * already a church profile, it stays. Throws `validation_failed`, or `conflict` if there are already records.
 */
export async function seedDemo(
  app: App,
  { progress, ...wanted }: Partial<DemoOptions> & Progress,
): Promise<DemoSummary> {
  const options = decode(DemoOptions, wanted);
  await refuseOwnRecords(app);
  const plan = await planDemo(app, options);
  const accounts = await planAccounts(plan.people.people);
  const receipts = await keepReceipts(app, plan.bills);
  try {
    return await inTransaction(app, async (app) => {
      await refuseOwnRecords(app);
      const staff = await carryOut(app, plan, { accounts, receipts, progress });
      return summarize(app, plan, staff);
    });
  } catch (error) {
    await discardAll(app, receipts);
    throw error;
  }
}

async function refuseOwnRecords(app: App): Promise<void> {
  const found = await listRecorded(app);
  if (found.length === 0) return;
  throw new AppError(
    'conflict',
    `There are already ${found.join(', ')} in ${app.config.dataDir}, and a demo church would mix with them. ` +
      'Name an empty directory with --data-dir.',
  );
}

/** Returns the kinds of records that the church already has, including deleted records. */
async function listRecorded(app: App): Promise<string[]> {
  const { members, families, mealCounts } = await countPeople(app);
  const { givings, offeringSessions, expenses, monthlyStatements } = await countRecords(app.db);
  const counts: [string, number][] = [
    ['members', members],
    ['families', families],
    ['givings', givings.count],
    ['offering sessions', offeringSessions],
    ['meal counts', mealCounts],
    ['expenses', expenses.count],
    ['monthly statements', monthlyStatements],
  ];
  return counts.flatMap(([name, count]) => (count > 0 ? [name] : []));
}

type Plan = { options: DemoOptions; diary: Diary; range: DateRange; people: People; bills: Bill[] };

/** Plans everything before the first write. */
async function planDemo(app: App, options: DemoOptions): Promise<Plan> {
  const { timeZone } = (await isFounded(app)) ? await getChurch(app) : churchLists().church;
  const diary = openDiary(dateInZone(app.clock.now(), timeZone), timeZone);
  const { today, openFrom } = diary;
  const { from } = monthRange(addMonths(monthOf(today), -12 * options.years));
  const { members, seed } = options;
  const people = planPeople(peopleLists(), { members, seed, from, today });
  const bills = planBills({ members, seed, from, to: today, openFrom });
  return { options, diary, range: { from, to: today }, people, bills };
}

type Means = {
  accounts: readonly Account[];
  receipts: Awaited<ReturnType<typeof keepReceipts>>;
  progress: Progress['progress'];
};

/** Writes the planned church to the database, and returns its staff. */
async function carryOut(app: App, plan: Plan, { accounts, receipts, progress = () => {} }: Means): Promise<Staff> {
  const { diary, range, people, options } = plan;
  const { from } = range;
  const begin = { ...app, clock: { now: () => diary.instantOf({ on: from, time: '00:30' }) } };
  await profileUnlessFounded(begin);
  const staff = await addStaff(begin, accounts);
  const register = await enrol(begin, people, { from, userIds: staff.userIds });
  noteMembers(diary, people, { from, register });
  const rows = await listCatalogRows(app.db);
  const counters = accounts.filter(({ name }) => name.startsWith('counter')).map(({ displayName }) => displayName);
  const categories = (key: string) => catalogRow(rows, 'GivingCategory', key);
  const { items } = await listCategories(app, true);
  const fundIds = new Map(items.map(({ id, fundId }) => [id, fundId]));
  const funds = emptyFunds((categoryId) => fundIds.get(categoryId) ?? GENERAL_FUND);
  noteSundays(diary, { people, seed: options.seed, from, counters, categories, idOf: memberIn(register), funds });
  const vendors = noteVendors(diary, from);
  noteBills(diary, plan.bills, officeOf(plan, { rows, accounts, register, receipts, funds, vendors }));
  noteLedger(diary, { seed: options.seed, range, funds, idOf: (catalog, key) => catalogRow(rows, catalog, key) });
  noteOpening(diary, { from, members: options.members, idOf: (catalog, key) => catalogRow(rows, catalog, key) });
  const { fiscalYearStartMonth: startMonth } = await getChurch(app);
  const idOf = (catalog: string, key: string) => catalogRow(rows, catalog, key);
  noteBudgets(diary, { range, members: options.members, startMonth, idOf });
  noteBank(diary, range, idOf);
  noteMonths(diary, plan);
  await live(app, diary, { actors: staff.actors, progress });
  const { members, years, seed } = options;
  await record(app, {
    action: 'DemoSeeded',
    entityType: 'ChurchProfile',
    entityId: 1,
    changes: changesOf({ members, years, seed, ...range }),
  });
  return staff;
}

async function profileUnlessFounded(app: App): Promise<void> {
  if (await isFounded(app)) return;
  const { church } = churchLists();
  const ai = { aiProvider: 'OpenAI' as const, aiModel: null, aiBaseUrl: null };
  await putProfile(app, { ...church, ...ai, currency: 'USD', fiscalYearStartMonth: 1 });
}

function catalogRow(rows: ReadonlyMap<string, number>, catalog: string, key: string): number {
  const id = rows.get(`${catalog} ${key}`);
  if (id === undefined) throw new AppError('conflict', 'The catalogs are incomplete. Apply them first: vestry seed');
  return id;
}

const memberIn =
  ({ members }: Register) =>
  (person: People['people'][number]): number => {
    const id = members.get(person);
    if (id === undefined) throw new Error('A giver is missing from the members of the demo church.');
    return id;
  };

type Desk = Omit<Means, 'progress'> & {
  rows: ReadonlyMap<string, number>;
  register: Register;
  funds: Funds;
  vendors: ReturnType<typeof noteVendors>;
};

function officeOf({ options }: Plan, { rows, accounts, register, receipts, funds, vendors }: Desk): Office {
  return {
    seed: options.seed,
    categoryOf: ({ category }) => catalogRow(rows, 'ExpenseSubCategory', category),
    ministryOf: ({ ministry }) => catalogRow(rows, 'Ministry', ministry),
    fundOf: ({ fund }) => (fund === null ? null : catalogRow(rows, 'Fund', fund)),
    memberOf: (account) => {
      const person = accounts.find(({ name }) => name === account)?.person;
      return (person && register.members.get(person)) ?? null;
    },
    funds,
    vendorOf: ({ vendor }) => vendors(vendor),
    receiptOf: (bill) => receipts.get(bill),
  };
}

function noteMonths(diary: Diary, { range }: Plan): void {
  for (const { from } of monthsOf(range)) {
    const month = monthOf(from);
    if (formatMonth(month) === formatMonth(monthOf(diary.today))) continue;
    diary.close(from, 'treasurer', async (app) => {
      await finalizeStatement(app, month, false);
    });
  }
}

async function summarize(app: App, { options, range }: Plan, { emails }: Staff): Promise<DemoSummary> {
  const { givings, offeringSessions, expenses, finalizedMonths } = await countRecords(app.db);
  return {
    church: (await getChurch(app)).name,
    seed: options.seed,
    ...range,
    ...(await countPeople(app)),
    offeringSessions,
    receipts: await countReceipts(app),
    finalizedMonths,
    accounts: emails,
    givings: givings.count,
    totalGiving: givings.amount,
    expenses: expenses.count,
    totalExpenses: expenses.amount,
  };
}
