/** Plans the people of a demo church: families and single people, when they joined, and when some of them left. */
import { addDays, addYears, type CalendarDate } from '../../../lib/date.ts';
import { generator, type Random } from '../../../lib/random.ts';
import type { NewFamilyUnit } from '../../people/families/schema.ts';
import { decode } from '../../../validate.ts';
import { type FamilyRole, type Gender, type MemberStatus, NewMember } from '../../people/members/schema.ts';
import { dayBetween, earlier, later } from './days.ts';
import type { PeopleLists } from './lists.ts';
import { makeNamer, type Namer } from './names.ts';

/** When and how a person left the church, and where the letters of somebody who died go. */
export type Leaving = { on: CalendarDate; status: MemberStatus; notes: string; estate?: NewMember['estate'] };

export type Person = {
  /** The index of the person's family in `families`; null for a single person. */
  family: number | null;
  input: NewMember;
  age: number;
  /** The day on which the person was added to the records: the first day of the books, or later. */
  enteredOn: CalendarDate;
  leaves: Leaving | null;
};

export type People = { families: { input: NewFamilyUnit; enteredOn: CalendarDate }[]; people: Person[] };

type Wanted = { members: number; from: CalendarDate; today: CalendarDate; seed: string };

type Relative = { role: FamilyRole | null; gender: Gender; age: number };

const KINDS = { family: 40, couple: 15, elders: 8, widowed: 7, single: 17, parent: 5, visitor: 8 };
type Kind = keyof typeof KINDS;

/** The number of people who joined long ago and never leave, so that there are enough people to hold the accounts. */
const SETTLED = 40;

type Making = Wanted & { random: Random; namer: Namer; made: People };

/** Returns `members` people. The same seed and day always give the same people. */
export function planPeople(lists: PeopleLists, wanted: Wanted): People {
  const random = generator(`${wanted.seed} people`);
  const making: Making = { ...wanted, random, namer: makeNamer(lists, random), made: { families: [], people: [] } };
  while (making.made.people.length < wanted.members) addHousehold(making);
  const { people } = making.made;
  people.forEach(giveNumber(generator(`${wanted.seed} numbers`)));
  partings(making);
  return making.made;
}

function addHousehold(making: Making): void {
  const { random, made, members, from } = making;
  const kind = made.people.length < SETTLED ? 'family' : random.weighted(KINDS);
  const relatives = relativesOf(kind, random).slice(0, members - made.people.length);
  // A household joins only after its oldest person has turned 18.
  const grownUpOn = addYears(making.today, 18 - Math.max(...relatives.map(({ age }) => age)));
  const joinedOn = later(arrival(making, kind), grownUpOn);
  const isFamily = relatives.length > 1;
  const house = making.namer.house();
  const about = {
    kind,
    joinedOn,
    house,
    address: making.namer.address(),
    family: isFamily ? made.families.length : null,
  };
  if (isFamily) {
    const enteredOn = joinedOn > from ? joinedOn : from;
    made.families.push({ input: familyOf(about, making), enteredOn });
  }
  for (const relative of relatives) made.people.push(personOf(relative, about, making));
}

type Household = {
  kind: Kind;
  joinedOn: CalendarDate;
  house: ReturnType<Namer['house']>;
  address: ReturnType<Namer['address']>;
  family: number | null;
};

function familyOf({ kind, house, address }: Household, { namer, random }: Making): NewFamilyUnit {
  const name = `${house.surname} family${house.chinese ? ` ${house.chinese.name.characters}家` : ''}`;
  const isCouple = kind === 'family' || kind === 'couple' || kind === 'elders';
  const jointStatement = isCouple && random.chance(0.45);
  return { name, address, phone: namer.phone(), notes: null, jointStatement };
}

function relativesOf(kind: Kind, random: Random): Relative[] {
  const alone = (gender: Gender, age: number): Relative[] => [{ role: null, gender, age }];
  const either = random.pick(['Male', 'Female'] as const);
  if (kind === 'single') return alone(either, random.between(19, 42));
  if (kind === 'widowed') return alone(random.chance(0.8) ? 'Female' : 'Male', random.between(68, 92));
  if (kind === 'visitor' && random.chance(0.6)) return alone(either, random.between(20, 60));
  if (kind === 'parent') {
    const age = random.between(30, 50);
    return [{ role: 'Head', gender: random.chance(0.8) ? 'Female' : 'Male', age }, ...childrenOf(age, random)];
  }
  const [youngest, oldest] = ({ family: [29, 53], couple: [27, 66], elders: [67, 86], visitor: [24, 60] } as const)[
    kind
  ];
  const age = random.between(youngest, oldest);
  const wife = Math.max(22, age - random.between(-2, 5));
  const couple: Relative[] = [
    { role: 'Head', gender: 'Male', age },
    { role: 'Spouse', gender: 'Female', age: wife },
  ];
  if (kind !== 'family') return couple;
  const elder: Relative = {
    role: 'Other',
    gender: random.chance(0.75) ? 'Female' : 'Male',
    age: age + random.between(24, 36),
  };
  return [...couple, ...childrenOf(wife, random), ...(random.chance(0.1) ? [elder] : [])];
}

function childrenOf(parent: number, random: Random): Relative[] {
  const oldest = Math.min(21, parent - random.between(24, 31));
  const ages = [oldest, oldest - random.between(2, 4), oldest - random.between(5, 8)];
  const count = Number(random.weighted({ '1': 30, '2': 50, '3': 20 }));
  return ages
    .slice(0, count)
    .filter((age) => age >= 0)
    .map((age) => ({ role: 'Child', gender: random.pick(['Male', 'Female'] as const), age }));
}

/** Returns the day on which a household joined, usually before the books begin. */
function arrival({ random, made, from, today }: Making, kind: Kind): CalendarDate {
  const isNew = kind === 'visitor' || (made.people.length >= SETTLED && random.chance(0.1));
  if (!isNew) return addDays(from, -random.between(60, 6500));
  const first = kind === 'visitor' ? addDays(today, -200) : addDays(from, 10);
  return dayBetween(random, first < from ? from : first, today);
}

function personOf(relative: Relative, about: Household, making: Making): Person {
  const { random, namer, from, today } = making;
  const { role, gender, age } = relative;
  const { kind, house, joinedOn, family, address } = about;
  const isMarriedIn = role === 'Spouse' && house.chinese !== null;
  const own = isMarriedIn ? chineseHouse(namer) : house;
  const name = namer.name({ house: own, gender, age, ...(own !== house && { marriedInto: house }) });
  const birthDate = addDays(addYears(today, -age), -random.below(360));
  const came = birthDate > joinedOn ? earlier(addDays(birthDate, 20), today) : joinedOn;
  const enteredOn = later(came, from);
  const isAdult = age >= 18;
  const isVisitor = kind === 'visitor';
  const status = isVisitor ? 'Visitor' : isAdult && random.chance(0.03) ? 'Inactive' : 'Active';
  const input: NewMember = {
    // Decoding with the schema leaves empty every field that is not set below.
    ...decode(NewMember, name),
    gender,
    birthDate: isVisitor && random.chance(0.7) ? null : birthDate,
    email: isAdult && random.chance(age > 75 ? 0.4 : 0.85) ? namer.email(name) : null,
    phone: isAdult && random.chance(0.9) ? namer.phone() : null,
    address: family === null ? address : null,
    status,
    joinedOn: isVisitor || !isAdult ? null : came,
    baptizedOn: isVisitor ? null : baptism(random, { birthDate, age, joinedOn, until: enteredOn }),
    familyRole: family === null ? null : role,
    notes: isVisitor && random.chance(0.5) ? random.pick(VISITOR_NOTES) : null,
  };
  return { family, input, age, enteredOn, leaves: null };
}

const VISITOR_NOTES = [
  'Came with a colleague.',
  'New to the area.',
  'Found us online.',
  'Wants to join a small group.',
];

function chineseHouse(namer: Namer): ReturnType<Namer['house']> {
  let house = namer.house();
  while (!house.chinese) house = namer.house();
  return house;
}

type Life = { birthDate: CalendarDate; age: number; joinedOn: CalendarDate; until: CalendarDate };

/** Returns the day of baptism, at the age of twelve or later, or null. Most adults and some teenagers are baptized. */
function baptism(random: Random, { birthDate, age, joinedOn, until }: Life): CalendarDate | null {
  const isBaptized = random.chance(age >= 18 ? 0.85 : 0.4);
  const first = addYears(birthDate, 12);
  if (!isBaptized || first >= until) return null;
  const near = addDays(joinedOn, random.between(-900, 900));
  if (near > first && near <= until) return near;
  return dayBetween(random, first, earlier(addYears(birthDate, 40), until));
}

const FIRST_NUMBER = 101;

/** Returns a function that gives an envelope number to most of the people who may give. */
function giveNumber(random: Random): (person: Person) => void {
  let next = FIRST_NUMBER;
  return ({ input, age }) => {
    const mayGive = age >= 20 && input.status === 'Active' && input.familyRole !== 'Child';
    const share = input.familyRole === 'Spouse' ? 0.2 : 0.75;
    if (mayGive && random.chance(share)) input.offeringNumber = String(next++);
  };
}

/**
 * Plans the deaths of some elderly people and the moves of some households. The first `SETTLED` people stay, because
 * some of them hold accounts.
 */
function partings(making: Making): void {
  const { made, from, today, seed, members } = making;
  const { people } = made;
  const random = generator(`${seed} partings`);
  const [first, last] = [addDays(from, 30), addDays(today, -20)];
  const staying = people
    .slice(SETTLED)
    .filter(({ input, enteredOn }) => input.status === 'Active' && enteredOn === from);
  const elderly = staying.filter(({ age }) => age >= 74);
  for (const person of take(elderly, Math.ceil(members / 90))) {
    const on = dayBetween(random, first, last);
    const notes = `Went home to the Lord on ${on}.`;
    person.leaves = { on, status: 'Deceased', notes, estate: estateOf(person, making) };
  }
  const heads = staying.filter(({ input, leaves, age }) => leaves === null && age < 60 && input.familyRole === 'Head');
  for (const head of take(heads, Math.ceil(members / 120))) {
    const on = dayBetween(random, first, last);
    const notes = `Moved to ${random.pick(['Dallas', 'Seattle', 'San Jose', 'Atlanta'])}; letter of transfer sent.`;
    for (const person of people) {
      const goesAlong = person.family === head.family && person.leaves === null && person.enteredOn <= on;
      if (goesAlong) person.leaves = { on, status: 'Transferred', notes };
    }
  }
}

/** Returns the estate of a person: in care of the family, or of a relative elsewhere. */
function estateOf({ family, input: { lastName } }: Person, { made, namer }: Making): NewMember['estate'] {
  const home = family === null ? undefined : made.families[family]?.input;
  if (home) return { name: null, careOf: home.name, address: home.address };
  const { firstName } = namer.name({ house: { surname: lastName, chinese: null }, gender: 'Female', age: 50 });
  return { name: null, careOf: `${firstName} ${lastName}`, address: namer.address() };
}

/** Returns `count` entries, spread evenly over the list, or all of a shorter list. */
function take<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, index) => index % step === 0).slice(0, count);
}
