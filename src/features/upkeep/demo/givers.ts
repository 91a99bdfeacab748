/** Plans the giving in a demo church: who gives, how often, how much, for what purpose and by which method. */
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, addTo, type Minor, parseMoney, ZERO } from '../../../lib/money.ts';
import type { Random } from '../../../lib/random.ts';
import type { SessionGiving } from '../../giving/givings/schema.ts';
import type { Method } from '../../../books/payment-methods.ts';
import { isThanksgiving, seasonOf } from './days.ts';
import type { People, Person } from './people.ts';

/** Returns the id of a giving category from its key in the shipped catalog. */
export type Categories = (key: string) => number;

type Giver = {
  person: Person;
  /** The probability of a gift on a Sunday. */
  rate: number;
  dollars: number;
  method: Method;
  category: 'tithe' | 'general-offering';
  missions: number | null;
  building: number | null;
  nextCheck: number;
};

const RATES = { weekly: 32, fortnightly: 26, monthly: 26, seldom: 16 };
const CHANCE = { weekly: 0.86, fortnightly: 0.47, monthly: 0.23, seldom: 0.07 };
/** The size of a gift, compared with that of a weekly giver. */
const PORTION = { weekly: 1, fortnightly: 1.9, monthly: 3.8, seldom: 1.2 };
const METHODS = { Check: 42, Cash: 17, Zelle: 24, PayPal: 9, BankTransfer: 5, Card: 3 };

/** Returns the givers: mostly heads of families and single people. */
export function giversOf({ people }: People, random: Random): Giver[] {
  return people.flatMap((person) => {
    const { age, input } = person;
    const isSettled = input.status === 'Active' && age >= 19;
    const shares = { Head: 0.95, Spouse: 0.2, Child: 0, Other: 0.4 };
    const share = input.familyRole === null ? 0.85 : shares[input.familyRole];
    return isSettled && random.chance(share) ? [giverOf(person, random)] : [];
  });
}

function giverOf(person: Person, random: Random): Giver {
  const rhythm = random.weighted(RATES);
  const earning = person.age < 25 ? 0.35 : person.age > 70 ? 0.6 : 1;
  const week = random.pick([20, 30, 40, 50, 50, 60, 75, 80, 100, 100, 120, 150, 200, 300]);
  return {
    person,
    rate: CHANCE[rhythm],
    dollars: Math.max(5, Math.round((week * earning * PORTION[rhythm]) / 5) * 5),
    method: person.age > 75 ? random.pick(['Check', 'Check', 'Cash'] as const) : random.weighted(METHODS),
    category: random.chance(0.72) ? 'tithe' : 'general-offering',
    missions: random.chance(0.44) ? random.pick([25, 30, 50, 50, 100, 100]) : null,
    building: random.chance(0.2) ? random.pick([50, 100, 100, 150, 200]) : null,
    nextCheck: random.between(1001, 8200),
  };
}

/** On Sundays with a giving factor above this, some people give an extra gift. */
const FEAST = 1.4;

type Gift = { category: string; dollars: number };

/** Returns the gifts of all givers on a Sunday. `idOf` returns the member id of a person. */
export function giftsOn(
  sunday: CalendarDate,
  givers: readonly Giver[],
  { random, categories, idOf }: { random: Random; categories: Categories; idOf: (person: Person) => number },
): SessionGiving[] {
  const season = seasonOf(sunday);
  return givers.filter(isAround(sunday)).flatMap((giver): SessionGiving[] => {
    const gifts = giftsOf(giver, sunday, { random, season });
    if (gifts.length === 0) return [];
    const way = wayOf(giver, random);
    const memberId = idOf(giver.person);
    const lines = gifts.map(({ category, dollars }) => ({
      categoryId: categories(category),
      amount: moneyOf(dollars),
    }));
    const parts = sumsOf(lines);
    // A check for more than one purpose is one gift with parts.
    if (way.method === 'Check' && parts.length > 1) {
      const amount = addMoney(...parts.map((part) => part.amount));
      return [giftOf({ ...way, categoryId: null, parts, amount, memberId })];
    }
    return lines.map((line) => giftOf({ ...way, ...line, memberId }));
  });
}

/** Returns a function that is true for a giver who belongs to the church on this Sunday. */
export const isAround =
  (sunday: CalendarDate) =>
  ({ person: { enteredOn, leaves } }: Giver): boolean =>
    enteredOn <= sunday && (leaves === null || leaves.on > sunday);

function giftsOf(
  { rate, dollars, category, missions, building }: Giver,
  sunday: CalendarDate,
  { random, season }: { random: Random; season: ReturnType<typeof seasonOf> },
): Gift[] {
  const day = Number(sunday.slice(8));
  const isSecond = day > 7 && day <= 14;
  const gifts: Gift[] = [];
  const isUsual = random.chance(0.8);
  if (random.chance(Math.min(0.97, rate * season.giving))) {
    gifts.push({ category, dollars: isUsual ? dollars : Math.max(5, dollars + random.between(-4, 6) * 5) });
  }
  // These numbers are drawn for everybody, so that one person's habits do not change the gifts of others.
  const [forMissions, forBuilding, forThanks, forNeed, forFeast] = [0.85, 0.75, 0.4, 0.055, 0.3].map(random.chance);
  if (isSecond && missions !== null && forMissions) gifts.push({ category: 'missions', dollars: missions });
  if (isSecond && building !== null && forBuilding && [3, 6, 9, 12].includes(Number(sunday.slice(5, 7)))) {
    gifts.push({ category: 'building-fund', dollars: building });
  }
  if (season.giving > FEAST && forFeast) gifts.push({ category: 'general-offering', dollars: Math.max(25, dollars) });
  if (isThanksgiving(sunday) && forThanks) gifts.push({ category: 'thanksgiving', dollars: Math.max(20, dollars) });
  if (day <= 7 && forNeed) gifts.push({ category: 'benevolence', dollars: Math.max(10, Math.min(100, dollars / 2)) });
  return gifts;
}

type Line = { categoryId: number; amount: Minor };

/** Adds up the lines of each category. Returns one line for each category. */
function sumsOf(lines: readonly Line[]): Line[] {
  const sums = new Map<number, Minor>();
  for (const { categoryId, amount } of lines) addTo(sums, categoryId, amount);
  return [...sums].map(([categoryId, amount]) => ({ categoryId, amount }));
}

/** Returns a payment method for a giver, mostly the usual one, with its reference. */
function wayOf(giver: Giver, random: Random) {
  const method = random.chance(0.93) ? giver.method : random.pick(['Cash', 'Check', 'Zelle'] as const);
  return referencesOf(method, giver, random);
}

function referencesOf(method: Method, giver: Giver, random: Random): Partial<SessionGiving> & { method: Method } {
  if (method === 'Check') {
    giver.nextCheck += random.between(1, 7);
    return { method, checkNumber: String(giver.nextCheck) };
  }
  if (method === 'Zelle') return { method, zelleReference: `ZL${codeOf(random, 10)}` };
  if (method === 'PayPal') return { method, payPalReference: codeOf(random, 17) };
  return { method };
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const codeOf = (random: Random, length: number) =>
  Array.from({ length }, () => LETTERS.charAt(random.below(LETTERS.length))).join('');

type Needed = Pick<SessionGiving, 'categoryId' | 'amount' | 'method'>;

const MONEY = { nonCashDescription: null, nonCashKind: null, source: 'Personal', companyName: null } as const;

/** Returns a gift with these fields. All other fields are empty. */
export function giftOf(gift: Needed & Partial<SessionGiving>): SessionGiving {
  const without = { memberId: null, offeringNumber: null, isAnonymous: false, note: null, giftDate: null };
  const references = { checkNumber: null, zelleReference: null, payPalReference: null, entryKey: null };
  return { ...without, ...references, parts: null, benefitAmount: null, ...MONEY, ...gift };
}

/** Returns an amount in dollars, rounded to cents. */
export function moneyOf(dollars: number): Minor {
  return parseMoney(dollars.toFixed(2)) ?? ZERO;
}
