/** Makes up realistic names, addresses, telephone numbers and e-mail addresses. */
import { fullName } from '../../../lib/person-name.ts';
import type { Random } from '../../../lib/random.ts';
import type { Gender } from '../../people/members/schema.ts';
import type { Address } from '../../../lib/address.ts';
import type { ChineseName, PeopleLists, Spelling } from './lists.ts';

/** The surname of a family and, if it is Chinese, its characters and its spelling. */
type House = { surname: string; chinese: { name: ChineseName; spelling: Spelling } | null };

type PersonName = { firstName: string; lastName: string; nickname: string | null; chineseName: string | null };

/** The person who needs a name. `marriedInto` is the family whose surname a spouse may have taken. */
type Whose = { house: House; gender: Gender; age: number; marriedInto?: House };

const GROWN_UP = 22;
const OLDER = 58;
const TRIES = 3;
const SPELLINGS = { taiwan: 50, hongKong: 28, mainland: 22 };

export type Namer = ReturnType<typeof makeNamer>;

/** Returns functions that draw names and addresses from the lists. Each e-mail address is drawn only once. */
export function makeNamer(lists: PeopleLists, random: Random) {
  const known = new Set<string>();
  const taken = new Map<string, number>();
  return {
    house: (): House => newHouse(lists, random),
    name: (whose: Whose): PersonName => {
      let name = nameOf(lists, random, whose);
      // If the name is taken, draw again, but only a few times, because even in a church a few people share a name.
      for (let tries = 0; tries < TRIES && namesOf(name).some((one) => known.has(one)); tries++) {
        name = nameOf(lists, random, whose);
      }
      for (const one of namesOf(name)) known.add(one);
      return name;
    },
    address: (): Address => {
      const { city, postalCode } = random.pick(lists.towns);
      const line2 = random.chance(0.12) ? `Apt ${random.between(1, 24)}${random.pick(['', 'A', 'B'])}` : null;
      const line1 = `${random.between(101, 2899)} ${random.pick(lists.streets)}`;
      return { line1, line2, city, state: lists.state, postalCode, country: 'USA' };
    },
    /** The numbers 555-0100 to 555-0199 are reserved for fiction. */
    phone: () => `(${random.pick(lists.areaCodes)}) 555-01${String(random.below(100)).padStart(2, '0')}`,
    /** The domains example.org and example.com are reserved for examples (RFC 2606). */
    email: ({ firstName, lastName }: PersonName): string => {
      const name = `${plain(firstName)}.${plain(lastName)}`;
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      return `${name}${count === 1 ? '' : count}@${random.pick(['example.org', 'example.com'])}`;
    },
  };
}

function newHouse(lists: PeopleLists, random: Random): House {
  if (random.chance(0.22)) return { surname: random.pick(lists.surnames), chinese: null };
  // The first surnames in the list are by far the most common.
  const upTo = random.chance(0.6) ? Math.ceil(lists.chineseSurnames.length / 3) : lists.chineseSurnames.length;
  const name = random.pick(lists.chineseSurnames.slice(0, upTo));
  const spelling = random.weighted(SPELLINGS);
  return { surname: name[spelling], chinese: { name, spelling } };
}

function nameOf(lists: PeopleLists, random: Random, { house, gender, age, marriedInto }: Whose): PersonName {
  const usual = age >= OLDER ? lists.olderNames : age <= GROWN_UP ? lists.childNames : lists.names;
  const english = random.pick(usual[gender]);
  const short = random.chance(0.35) ? (lists.nicknames[english] ?? null) : null;
  const lastName = marriedInto && random.chance(0.6) ? marriedInto.surname : house.surname;
  if (!house.chinese) return { firstName: english, lastName, nickname: short, chineseName: null };
  const { name, spelling } = house.chinese;
  const given = random.pick(inFashion(lists.chineseGivenNames[gender], age));
  const hasChinese = age > GROWN_UP || random.chance(0.7);
  const chineseName = hasChinese ? `${name.characters}${given.characters}` : null;
  // People who came from abroad as adults have a Chinese legal name, and often an English nickname.
  const isFromAbroad = random.chance(age >= OLDER ? 0.65 : age > GROWN_UP ? 0.25 : 0);
  if (!isFromAbroad) return { firstName: english, lastName, nickname: short, chineseName };
  return { firstName: given[spelling], lastName, nickname: random.chance(0.6) ? english : null, chineseName };
}

const namesOf = (name: PersonName) => [fullName(name), ...(name.chineseName === null ? [] : [name.chineseName])];

/** Returns the names that suit an age. The list begins with names of grandparents and ends with names of children. */
function inFashion(names: readonly ChineseName[], age: number): readonly ChineseName[] {
  const half = Math.floor(names.length / 2);
  return age >= OLDER ? names.slice(0, half) : age <= GROWN_UP ? names.slice(half) : names;
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
