/** Plans the expenses of a demo church: regular bills, occasional bills, and bills that are still open. */
import {
  addDays,
  type CalendarDate,
  formatMonth,
  type Month,
  monthOf,
  monthRange,
  monthsOf,
} from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import { generator, type Random } from '../../../lib/random.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { later } from './days.ts';
import { moneyOf } from './givers.ts';
import { type IrregularItem, type RegularItem, spendingLists } from './lists.ts';

/** What happens to a bill. `usual`, `corrected` and `refunded` bills are paid; the others are still open. */
export type Course = 'usual' | 'corrected' | 'refunded' | 'draft' | 'pending' | 'approved' | 'returned';

export type Bill = {
  /** `category`, `ministry` and `fund` are keys in the shipped catalogs. */
  category: string;
  ministry: string;
  fund: string | null;
  functionalClass: FunctionalClass | null;
  date: CalendarDate;
  amount: Minor;
  vendor: string | null;
  description: string;
  by: string;
  isReimbursed: boolean;
  /** Whether the bill is in the list of regular bills. These are submitted, approved and paid without delay. */
  isRegular: boolean;
  method: Method;
  course: Course;
  receipt: 'pdf' | { photo: string } | null;
};

type Wanted = { members: number; from: CalendarDate; to: CalendarDate; openFrom: CalendarDate; seed: string };

/** The amounts in the lists are for a church with this number of members. */
const USUAL_MEMBERS = 300;
/**
 * In dollars. Regular bills that would be smaller than this are left out, because a tiny church has no such contract.
 */
const LEAST_REGULAR = 10;

/** Returns all bills up to today: first those that are finished, ordered by day, and then those that are open. */
export function planBills(wanted: Wanted): Bill[] {
  const { regular, irregular } = spendingLists();
  const size = wanted.members / USUAL_MEMBERS;
  const bills: Bill[] = [];
  for (const { from } of monthsOf(wanted)) {
    const month = monthOf(from);
    const random = generator(`${wanted.seed} bills ${formatMonth(month)}`);
    const isDue = ({ months }: RegularItem | IrregularItem) => months?.includes(month.month) ?? true;
    const comes = (item: RegularItem) => isDue(item) && item.amount * size >= LEAST_REGULAR;
    for (const item of regular) if (comes(item)) bills.push(regularBill(item, month, { random, size }));
    for (const item of irregular) if (isDue(item)) bills.push(...irregularBills(item, month, { random, size }));
  }
  const past = bills.filter(({ date }) => date <= wanted.to).toSorted((a, b) => a.date.localeCompare(b.date));
  return [...past.map(detour(generator(`${wanted.seed} detours`))), ...openBills(wanted, size)];
}

type Measure = { random: Random; size: number };

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];
const monthName = (month: number) => [...MONTHS, 'November', 'December'][month - 1] ?? '';

/** The relative cost of heating and cooling, from January to December. */
const WINTER = [2.1, 1.9, 1.4, 0.9, 0.5, 0.3, 0.3, 0.3, 0.3, 0.6, 1.1, 1.8];
const SUMMER = [0.8, 0.8, 0.8, 0.8, 0.9, 1.2, 1.5, 1.5, 1.2, 0.9, 0.8, 0.8];

function regularBill(item: RegularItem, { year, month }: Month, { random, size }: Measure): Bill {
  const { category, ministry, fund = null, functionalClass = null, vendor, description, by, method, day, swing } = item;
  const season = swing === undefined ? 1 : ((swing === 'winter' ? WINTER : SUMMER)[month - 1] ?? 1);
  const amount = item.amount * size * season * (swing === undefined ? 1 : 0.92 + random.next() * 0.16);
  return {
    category,
    ministry,
    fund,
    functionalClass,
    date: `${formatMonth({ year, month })}-${String(day).padStart(2, '0')}`,
    amount: moneyOf(Math.max(1, amount)),
    vendor,
    description: description.replace('{month}', `${monthName(month)} ${year}`),
    by,
    isReimbursed: false,
    isRegular: true,
    method,
    course: 'usual',
    receipt: null,
  };
}

function irregularBills(item: IrregularItem, month: Month, { random, size }: Measure): Bill[] {
  // A large church buys more often, and more at a time.
  const often = Math.min(4, Math.max(0.2, Math.sqrt(size)));
  const expected = (item.perYear / (item.months?.length ?? 12)) * often;
  const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
  return Array.from({ length: count }, () => irregularBill(item, month, { random, size: size / often }));
}

function irregularBill(item: IrregularItem, month: Month, { random, size }: Measure): Bill {
  const { category, ministry, fund = null, functionalClass = null, purchases, by, method, photo } = item;
  const spread = item.from + (item.to - item.from) * random.next() ** 2;
  const amount = photo === undefined ? spread * size : item.from;
  const { from, to } = monthRange(month);
  return {
    category,
    ministry,
    fund,
    functionalClass,
    date: addDays(from, random.below(Number(to.slice(8)))),
    amount: moneyOf(Math.max(1, amount)),
    ...random.pick(purchases),
    by,
    isReimbursed: item.isReimbursed ?? false,
    isRegular: false,
    method,
    course: 'usual',
    receipt: photo === undefined ? null : { photo },
  };
}

/**
 * Returns a function that changes the course of a few occasional bills: they are returned for correction, or refunded
 * in part. Only a few bills get a PDF receipt, because files would otherwise take most of the space.
 */
function detour(random: Random): (bill: Bill, index: number) => Bill {
  return (bill, index) => {
    if (bill.isRegular) return bill;
    const isShopping = bill.method === 'Card' || bill.isReimbursed;
    const isScanned = isShopping && bill.receipt === null && index % 37 === 5;
    const detours = { corrected: 3, refunded: isShopping ? 2 : 0, usual: 95 };
    return { ...bill, course: random.weighted(detours), receipt: isScanned ? 'pdf' : bill.receipt };
  };
}

/** Returns four open bills from the last days of the books, each at a different stage. */
function openBills({ to, openFrom }: Wanted, size: number): Bill[] {
  const usual = {
    fund: null,
    functionalClass: null,
    isReimbursed: true,
    isRegular: false,
    method: 'Check' as const,
    receipt: null,
  };
  const open = (days: number, dollars: number) => ({
    ...usual,
    date: later(openFrom, addDays(to, -days)),
    amount: moneyOf(Math.max(1, dollars * size)),
  });
  const meals = { category: 'fellowship-care/fellowship-meals', ministry: 'fellowship', by: 'deacon' };
  const crafts = { category: 'christian-education/children-youth-activities', ministry: 'children', by: 'children' };
  const music = { category: 'worship/sound-instruments', ministry: 'worship', by: 'worship' };
  const tracts = { category: 'missions-outreach/outreach-events', ministry: 'missions-outreach', by: 'missions' };
  return [
    { ...open(0, 64.3), ...meals, vendor: 'Costco', description: 'Fruit for Sunday', course: 'draft' },
    { ...open(1, 118.75), ...crafts, vendor: 'Michaels', description: 'Crafts', course: 'pending', receipt: 'pdf' },
    { ...open(2, 239), ...music, vendor: 'Sweetwater', description: 'Microphone', course: 'approved', receipt: 'pdf' },
    { ...open(3, 87.2), ...tracts, vendor: null, description: 'Things for the booth', course: 'returned' },
  ];
}
