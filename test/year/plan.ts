/** What happens in the year: who gives, what is given, and what is spent. All amounts are in dollars. */
import type { TypedExpense, TypedGift, TypedOffering } from './model.js';

export const YEAR = 2027;
export const MONTHS = Array.from({ length: 12 }, (_, index) => `${YEAR}-${String(index + 1).padStart(2, '0')}`);

const DAY_MS = 86_400_000;
const WEEKS = 52;
const FIRST_SUNDAY = Date.UTC(YEAR, 0, 3);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
export const SUNDAYS = Array.from({ length: WEEKS }, (_, week) => dayOf(FIRST_SUNDAY + week * 7 * DAY_MS));

/** Once a quarter, the offering is entered by hand. */
const BY_HAND = new Set([0, 13, 26, 39].map((week) => SUNDAYS[week]));
export const isByHand = (date: string): boolean => BY_HAND.has(date);

export const OPENING = { date: `${YEAR}-01-01`, accounts: { Checking: 12_000.5, 'Petty cash': 80 } };

export const GIVERS = [
  { number: '11', firstName: 'Shu-Fen', lastName: 'Huang', chineseName: '黃淑芬', email: 'shufen@example.org' },
  { number: '12', firstName: 'Wei', lastName: 'Chen', chineseName: '陳偉', email: 'wei@example.org' },
  { number: '13', firstName: 'Mei-Ling', lastName: 'Lin', chineseName: '林美玲', email: '' },
  { number: '14', firstName: 'Chih-Hao', lastName: 'Tsai', chineseName: '蔡志豪', email: 'hao@example.org' },
] as const;

export type Gift = TypedGift & { giver: string; checkNumber?: string };
export type Offering = Omit<TypedOffering, 'gifts'> & { gifts: readonly Gift[] };

/** Returns the offering of a Sunday. The offerings that are entered by hand have the usual category only. */
export function offeringOf(date: string): Offering {
  const week = SUNDAYS.indexOf(date);
  const other = isByHand(date) ? 'Tithe' : 'Missions';
  return {
    date,
    attendance: 60 + (week % 9),
    depositedOn: dayOf(Date.parse(date) + DAY_MS),
    gifts: [
      { giver: '11', amount: 100 + week, category: 'Tithe', method: 'Cash' },
      { giver: '12', amount: 250.25, category: 'Tithe', method: 'Check', checkNumber: String(1000 + week) },
      { giver: '13', amount: 35.5 + (week % 4), category: other, method: 'Cash' },
      { giver: '14', amount: 20.05, category: other, method: 'Check', checkNumber: String(5000 + week) },
    ],
  };
}

export type Expense = TypedExpense & { description: string; vendor: string | undefined };

export const EXPENSES_A_MONTH = 5;
/** The days of the month on which expenses are handed in and approved, and on which they are paid. */
export const APPROVED_ON = '20';
export const PAID_ON = '25';

const KINDS = [
  { category: 'Telephone', ministry: 'Worship', vendor: 'City Phone' },
  { category: 'Music Licenses', ministry: 'Worship', vendor: undefined },
  { category: 'Office Supplies', ministry: 'Administration', vendor: undefined },
  { category: 'Utilities', ministry: 'Administration', vendor: 'City Utilities' },
  { category: 'Telephone', ministry: 'Administration', vendor: 'City Phone' },
] as const;

/** Returns the expenses of a month. Those without a vendor are paid back to the person who handed them in. */
export function expensesOf(month: string): Expense[] {
  const number = Number(month.slice('YYYY-'.length));
  return KINDS.map(({ category, ministry, vendor }, index) => ({
    date: `${month}-${String(10 + index).padStart(2, '0')}`,
    amount: Number((18.4 + number * 1.07 + index * 23.55).toFixed(2)),
    description: `${category} ${month} ${index + 1}`,
    category,
    ministry,
    vendor,
    paidOn: `${month}-${PAID_ON}`,
  }));
}
