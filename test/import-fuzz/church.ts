/** Makes up the church of a fuzz of imports, and lists of gifts that its members gave. */
import { putProfile } from '../../src/features/church/profile/service.ts';
import { ChurchProfileUpdate } from '../../src/features/church/profile/schema.ts';
import { createCategory } from '../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../src/features/giving/categories/schema.ts';
import { listCategories } from '../../src/features/giving/categories/service.ts';
import { createFamily } from '../../src/features/people/families/service.ts';
import { NewFamilyUnit } from '../../src/features/people/families/schema.ts';
import { createMember } from '../../src/features/people/members/service.ts';
import { NewMember } from '../../src/features/people/members/schema.ts';
import { generator, type Random } from '../../src/lib/random.ts';
import { decode } from '../../src/validate.ts';
import { fileApp, type TestApp } from '../support/app.ts';
import { FAMILIAR, HAN_FIRST, HAN_LAST, LATIN_FIRST, LATIN_LAST, METHODS, type PaidBy } from './words.ts';

export type Person = {
  id: number;
  first: string;
  last: string;
  chinese: string | null;
  email: string | null;
  envelope: string | null;
  person: string;
};
export type Fund = { name: string; isDeductible: boolean };
export type Church = {
  app: TestApp;
  close: () => Promise<void>;
  currency: 'USD' | 'TWD';
  people: Person[];
  funds: Fund[];
};

/** A gift of the known list. `cents` is its amount; `benefit` what the giver received for it, in cents. */
export type Gift = {
  day: string;
  cents: number;
  fund: string;
  isDeductible: boolean;
  giver: Person | null;
  method: PaidBy | null;
  check: string | null;
  benefit: number | null;
};

/** Opens a church of 20 to 40 made-up members. The same seed makes the same church. */
export async function openChurch(seed: string, currency: Church['currency']): Promise<Church> {
  const random = generator(seed);
  const { app, close } = await fileApp();
  await putProfile(
    app,
    decode(ChurchProfileUpdate, {
      name: 'Church of the Fuzz',
      currency,
      timeZone: 'America/Chicago',
      locale: 'en-US',
      aiProvider: 'OpenAI',
    }),
  );
  await createCategory(app, decode(NewGivingCategory, { name: 'Camp Fees', isTaxDeductible: false }));
  const funds = (await listCategories(app, false)).items.map((one) => ({
    name: one.name,
    isDeductible: one.isTaxDeductible,
  }));
  const people: Person[] = [];
  const size = random.between(20, 40);
  while (people.length < size) await addFamily(app, random, people);
  return { app, close, currency, people, funds };
}

async function addFamily(app: TestApp, random: Random, people: Person[]): Promise<void> {
  const isHan = random.chance(0.5);
  const han = random.pick(Object.keys(HAN_LAST));
  const last = isHan ? (HAN_LAST[han] ?? '') : random.pick(LATIN_LAST);
  const family = await createFamily(app, decode(NewFamilyUnit, { name: last }));
  for (const familyRole of ['Head', 'Spouse', 'Child'].slice(0, random.between(1, 3))) {
    const given = random.pick(Object.keys(HAN_FIRST));
    const latin = random.chance(0.2) ? random.pick(Object.keys(FAMILIAR)) : random.pick(LATIN_FIRST);
    const number = people.length + 1;
    const person = {
      first: isHan ? (HAN_FIRST[given] ?? '') : latin,
      last,
      chinese: isHan ? `${han}${given}` : null,
      email: random.chance(0.6) ? `person${number}@example.org` : null,
      envelope: random.chance(0.6) ? String(200 + number) : null,
      person: String(70_000 + number * 13),
    };
    // Two people of one name are rare, but there are such.
    if (people.some((one) => one.first === person.first && one.last === last) && !random.chance(0.1)) continue;
    const { id } = await createMember(
      app,
      decode(NewMember, {
        firstName: person.first,
        lastName: person.last,
        chineseName: person.chinese,
        email: person.email,
        offeringNumber: person.envelope,
        externalId: person.person,
        familyUnitId: family.id,
        familyRole,
      }),
    );
    people.push({ id, ...person });
  }
}

/** Makes up 5 to 60 gifts, of the year before the day on which the tests are. */
export function giftsOf({ people, funds, currency }: Church, random: Random): Gift[] {
  const givers = Array.from({ length: random.between(1, 12) }, () => random.pick(people));
  const days = Array.from({ length: random.between(1, 12) }, () => dayBefore(random.between(2, 340)));
  const named = random.chance(0.6) ? 1 : 0.85;
  return Array.from({ length: random.between(5, 60) }, () => {
    const method = random.pick(Object.keys(METHODS) as PaidBy[]);
    const { name, isDeductible } = random.pick(funds);
    return {
      day: random.pick(days),
      cents: random.chance(0.5) || currency === 'TWD' ? random.between(1, 3000) * 100 : random.between(101, 300_000),
      fund: name,
      isDeductible,
      giver: random.chance(named) ? random.pick(givers) : null,
      method,
      check: method === 'Check' ? String(random.between(101, 9999)) : null,
      benefit: null,
    };
  });
}

/** Returns the day this many days before the 18th of November 2026. */
function dayBefore(days: number): string {
  return new Date(Date.UTC(2026, 10, 18 - days)).toISOString().slice(0, 10);
}
