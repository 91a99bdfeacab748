/**
 * Plans the Sundays of a demo church: two people count the offering, it is submitted and deposited, and people stay for
 * a meal.
 */
import type { App } from '../../../app.ts';
import { addDays, type CalendarDate, dateInZone, sundaysOf } from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { generator, type Random } from '../../../lib/random.ts';
import { reverseGiving } from '../../giving/givings/reversal.ts';
import type { Giving, SessionGiving } from '../../giving/givings/schema.ts';
import type { Method } from '../../../books/payment-methods.ts';
import { putMeal } from '../../people/meals/service.ts';
import type { NewSession } from '../../giving/offerings/schema.ts';
import { createSession, reconcileSession, submitSession } from '../../giving/offerings/service.ts';
import { earlier, seasonOf } from './days.ts';
import type { Diary } from './diary.ts';
import { type Categories, giftOf, giftsOn, giversOf, isAround, moneyOf } from './givers.ts';
import type { Funds } from './payments.ts';
import type { People, Person } from './people.ts';

export type Congregation = {
  people: People;
  seed: string;
  from: CalendarDate;
  /** The names of the counters. Two of them count each offering. */
  counters: readonly string[];
  categories: Categories;
  idOf: (person: Person) => number;
  funds: Funds;
};

/** The number of Sundays from one bounced check, gift in kind or missions dinner to the next. */
const EVERY = { bounce: 33, thing: 41, dinner: 48 };
const MOST_GIVINGS = 1000;

/** Plans all Sundays. The offering of the last Sunday in the open month is still being counted. */
export function noteSundays(diary: Diary, congregation: Congregation): void {
  const { people, seed, from } = congregation;
  const givers = giversOf(people, generator(`${seed} givers`));
  const sundays = sundaysOf({ from, to: diary.today });
  const last = sundays.at(-1);
  const isLastOpen = last !== undefined && last >= diary.openFrom;
  for (const [index, sunday] of sundays.entries()) {
    const random = generator(`${seed} ${sunday}`);
    const attended = attendance(people, sunday, random);
    const gifts = () => [
      ...giftsOn(sunday, givers, { ...congregation, random }),
      ...specialGifts(index, givers.filter(isAround(sunday)), { ...congregation, random }),
      ...looseGifts(attended.all, { ...congregation, random }),
    ];
    const isDraft = isLastOpen && sunday === last;
    noteOffering(diary, congregation, { sunday, index, gifts, attended: attended.all, isDraft });
    noteMeal(diary, sunday, attended);
  }
  if (!isLastOpen) noteMail(diary, congregation);
}

type Offering = {
  sunday: CalendarDate;
  index: number;
  gifts: () => SessionGiving[];
  attended: number;
  isDraft: boolean;
};

function noteOffering(diary: Diary, congregation: Congregation, offering: Offering): void {
  const { sunday, index, gifts, attended, isDraft } = offering;
  const { counters } = congregation;
  // Only these two ids of a session are remembered, because there are hundreds of sessions.
  let session: { id: number; tithedByCheck: number | undefined } | undefined;
  const about = sunday;
  const counting = index % 3;
  const countedBy = [counters[counting], counters[(counting + 1) % counters.length]].filter(
    (name) => name !== undefined,
  );
  diary.note({ on: sunday, time: '13:10', about, isSure: true }, `counter${counting + 1}`, async (app) => {
    const givings = gifts().slice(0, MOST_GIVINGS);
    const made = await createSession(app, countOf(sunday, givings, { attended, countedBy, isDraft }));
    session = { id: made.id, tithedByCheck: made.givings.find(mayBounce(congregation))?.id };
  });
  if (isDraft) return;
  diary.note({ on: sunday, time: '13:40', about }, `counter${counting + 1}`, async (app) => {
    if (session) await submitSession(app, session.id);
  });
  diary.note({ on: addDays(sunday, 2), time: '10:15', about }, 'treasurer', async (app) => {
    const depositedOn = dateInZone(app.clock.now(), diary.timeZone);
    const bankReference = `DEP ${sunday.slice(2).replaceAll('-', '')}`;
    if (!session) return;
    const { totals } = await reconcileSession(app, session.id, { bankReference, depositedOn, accountId: null });
    for (const { categoryId, amount } of totals.byCategory) congregation.funds.give(categoryId, amount);
  });
  if (index % EVERY.bounce === 12) noteBounce(diary, addDays(sunday, 9), () => session?.tithedByCheck);
}

/** Plans the reversal of a gift whose check the bank returned. */
function noteBounce(diary: Diary, date: CalendarDate, giving: () => number | undefined): void {
  diary.note({ on: date, time: '11:20' }, 'treasurer', async (app) => {
    const bounced = giving();
    const reason = 'Check returned by the bank: insufficient funds';
    if (bounced !== undefined) await reverseGiving(app, bounced, { date, amount: null, reason, kind: 'Returned' });
  });
}

const mayBounce =
  ({ categories }: Congregation) =>
  ({ method, amount, categoryId }: Giving): boolean =>
    method === 'Check' && amount <= 50_000 && categoryId === categories('tithe');

/** Returns a session as the counters enter it. A draft does not have the counted totals yet. */
function countOf(
  date: CalendarDate,
  givings: SessionGiving[],
  { attended, countedBy, isDraft }: { attended: number; countedBy: string[]; isDraft: boolean },
): NewSession {
  const money = givings.filter(({ nonCashDescription }) => nonCashDescription === null);
  const sumOf = (of: readonly SessionGiving[]) => of.reduce<Minor>((sum, { amount }) => addMoney(sum, amount), ZERO);
  const by = (method: Method) => sumOf(money.filter((one) => one.method === method));
  const counts = { controlTotal: sumOf(money), countedCash: by('Cash'), countedChecks: by('Check') };
  const unknown = { controlTotal: null, countedCash: null, countedChecks: null };
  const notes = isDraft ? 'Envelopes still to be counted.' : null;
  return { date, sundayAttendanceCount: attended, ...(isDraft ? unknown : counts), countedBy, notes, givings };
}

type Drawing = Pick<Congregation, 'categories' | 'idOf'> & { random: Random };

/** Returns the anonymous gifts: the loose cash, and sometimes an unmarked envelope or the income of the book table. */
function looseGifts(attended: number, { random, categories }: Drawing): SessionGiving[] {
  const categoryId = categories('general-offering');
  const loose = Math.max(1, Math.round(attended * (0.5 + random.next() * 0.6))) + random.pick([0, 0, 0.25, 0.5, 0.75]);
  const gifts = [giftOf({ categoryId, amount: moneyOf(loose), method: 'Cash', isAnonymous: true })];
  if (random.chance(0.18)) {
    const amount = moneyOf(random.pick([20, 50, 100, 200]));
    gifts.push(giftOf({ categoryId, amount, method: 'Cash', isAnonymous: true, note: 'Unmarked envelope' }));
  }
  if (random.chance(0.06)) {
    const amount = moneyOf(random.pick([15, 24, 40, 65]));
    gifts.push(
      giftOf({ categoryId: categories('other'), amount, method: 'Cash', isAnonymous: true, note: 'Book table' }),
    );
  }
  return gifts;
}

const THINGS = [
  ['Upright piano, used, in good condition', 1800],
  ['Twelve folding tables', 660],
  ['Laptop, two years old', 420],
  ['Sewing machine for the craft group', 180],
] as const;

/** Returns rare gifts: gifts in kind, and payments for a missions dinner, for which the giver receives a meal. */
function specialGifts(
  index: number,
  givers: ReturnType<typeof giversOf>,
  { random, categories, idOf }: Drawing,
): SessionGiving[] {
  const [first, ...others] = givers;
  if (!first) return [];
  const gifts: SessionGiving[] = [];
  if (index % EVERY.thing === 9) {
    const [nonCashDescription, worth] = random.pick(THINGS);
    const [memberId, amount] = [idOf(random.pick([first, ...others]).person), moneyOf(worth)];
    gifts.push(giftOf({ categoryId: categories('other'), amount, method: 'Other', memberId, nonCashDescription }));
  }
  if (index % EVERY.dinner === 16) {
    for (const { person } of [first, ...others].slice(0, 6)) {
      const dinner = { amount: moneyOf(150), benefitAmount: moneyOf(35), note: 'Place at the missions dinner' };
      gifts.push(giftOf({ categoryId: categories('missions'), method: 'Cash', memberId: idOf(person), ...dinner }));
    }
  }
  return gifts;
}

/** Plans a session with a gift that came by mail, for an open month that has had no Sunday yet. */
function noteMail(diary: Diary, { counters, categories }: Congregation): void {
  const date = diary.today;
  diary.note({ on: date, time: '09:30', isSure: true }, 'counter1', async (app: App) => {
    const amount = moneyOf(100);
    const gift = giftOf({ categoryId: categories('general-offering'), amount, method: 'Check', checkNumber: '4417' });
    const session = countOf(date, [gift], { attended: 0, countedBy: counters.slice(0, 2), isDraft: true });
    await createSession(app, { ...session, sundayAttendanceCount: null, notes: 'Gifts that came by mail.' });
  });
}

type Attendance = { all: number; adults: number; youths: number; children: number };

/**
 * Returns the attendance of a Sunday: about two thirds of the people, fewer in summer, and more at Easter and
 * Christmas.
 */
function attendance({ people }: People, sunday: CalendarDate, random: Random): Attendance {
  const { attendance: share } = seasonOf(sunday);
  const year = Number(sunday.slice(0, 4));
  const counts = { adults: 0, youths: 0, children: 0 };
  for (const { enteredOn, leaves, input } of people) {
    if (enteredOn > sunday || (leaves !== null && leaves.on <= sunday) || input.status === 'Inactive') continue;
    const age = input.birthDate === null ? 30 : year - Number(input.birthDate.slice(0, 4));
    counts[age >= 18 ? 'adults' : age >= 12 ? 'youths' : 'children'] += 1;
  }
  const part = (count: number) => Math.round(count * share * (0.62 + random.next() * 0.1));
  const [adults, youths, children] = [part(counts.adults), part(counts.youths), part(counts.children)];
  return { all: adults + youths + children, adults, youths, children };
}

function noteMeal(diary: Diary, sunday: CalendarDate, { adults, youths, children }: Attendance): void {
  const isPotluck = Number(sunday.slice(8)) <= 7;
  const part = (count: number) => Math.round(count * (isPotluck ? 0.78 : 0.56));
  const counts = { adultCount: part(adults), youthCount: part(youths), childCount: part(children) };
  diary.note({ on: sunday, time: '14:05', about: earlier(sunday, diary.today) }, 'deacon', async (app) => {
    await putMeal(app, sunday, counts);
  });
}
