/**
 * Finds members by the words of a term, each of which may be in their own names, in the name of their family, or in their
 * telephone number, and families by their own name and those of their members. Lists that search for names only use `search.ts`.
 */
import { sql } from 'kysely';
import { wordsOf } from '../lib/fold.ts';
import type { Db } from './connect.ts';
import { CANDIDATES, type Hits, hitsOf, type Kinds, listed, newEffort } from './search-hits.ts';
import { digitsOf } from './search-texts.ts';

const NAMES: Kinds = { first: 'member', last: 'member' };
const FAMILIES: Kinds = { first: 'familyUnit', last: 'familyUnit' };
const PHONES: Kinds = { first: 'memberPhone', last: 'memberPhone' };
/** The most words that are looked up one by one. If a term has more, all of them must be in the names of the member. */
const MOST_WORDS = 6;

/** A telephone number as people type it, with at least four digits. */
const PHONE = /(?<!\S)\+?\(?\d(?:[\s()./-]*\d){3,}/;

/** Returns the members that a term finds, in the order of entry. Returns undefined for a term without words. */
export async function peopleHits(db: Db, term: string): Promise<Hits | undefined> {
  const words = wordsOf(term);
  if (words.length === 0) return undefined;
  const effort = newEffort();
  const own = await hitsOf(db, words, NAMES, effort);
  const [phone] = PHONE.exec(term.normalize('NFKC')) ?? [];
  const others = phone === undefined ? words : wordsOf(term.normalize('NFKC').replace(phone, ' '));
  if (others.length > MOST_WORDS) return own;
  const families: Hits[] = [];
  for (const word of others) families.push(await hitsOf(db, [word], FAMILIES, effort));
  if (phone === undefined && families.every(({ count }) => count === 0)) return own;
  const parts: Part[] = phone === undefined ? [] : [await hitsOf(db, [phoneOf(phone)], PHONES, effort)];
  for (const [at, word] of others.entries()) {
    parts.push(eitherOf(await hitsOf(db, [word], NAMES, effort), families[at] ?? listed([], false)));
  }
  return eachOrAll(db, own, parts);
}

/** Returns the families that have all of these words in their name, or in the names of one of their members. */
export async function familyHits(db: Db, words: readonly string[]): Promise<Hits> {
  const effort = newEffort();
  const [own, people] = [await hitsOf(db, words, FAMILIES, effort), await hitsOf(db, words, NAMES, effort)];
  if (people.count === 0) return own;
  const { rows } = await sql<{ hit: number }>`
    select hit from (${own.window(ALL)})
    union
    select members."familyUnitId" as hit from (${people.window(ALL)}) as people
      cross join members on members.id = people.hit
    where members."familyUnitId" is not null
    order by hit limit ${ALL.limit}`.execute(db);
  const isCut = own.isCut || people.isCut || people.count > CANDIDATES;
  return listed(
    rows.map(({ hit }) => hit),
    isCut,
  );
}

/** The members that are found by one part of a term: a word or a telephone number. */
type Part = Pick<Hits, 'window' | 'isCut'>;

/** Returns the digits to look for: without the country code, and without the zero that replaces it. */
function phoneOf(typed: string): string {
  const digits = digitsOf(typed);
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  if (digits.length >= 10 && typed.startsWith('+')) return digits.slice(3);
  return digits.length >= 9 && digits.startsWith('0') ? digits.slice(1) : digits;
}

const ALL = { limit: CANDIDATES + 1, offset: 0 };

/** Selects the members that were found by name, and the members of the families that were found. */
function eitherOf(own: Hits, families: Hits): Part {
  const window: Hits['window'] = ({ limit, offset }) => sql<{ hit: number }>`
    select hit from (${own.window(ALL)})
    union
    select members.id as hit from (${families.window(ALL)}) as families
      cross join members on members."familyUnitId" = families.hit
    where members."deletedAt" is null
    order by hit limit ${limit} offset ${offset}`;
  return { window, isCut: own.isCut || families.isCut || own.count > CANDIDATES };
}

/** Selects the hits for all words together, and the members who are hits of every part. */
async function eachOrAll(db: Db, own: Hits, parts: readonly Part[]): Promise<Hits> {
  const each = sql.join(
    parts.map((part) => sql`select hit from (${part.window(ALL)})`),
    sql` intersect `,
  );
  const window: Hits['window'] = ({ limit, offset }) => sql<{ hit: number }>`
    select hit from (${own.window(ALL)}) union select hit from (select hit from (${each})) order by hit limit ${limit} offset ${offset}`;
  const { rows } = await sql<{ hit: number }>`${window(ALL)}`.execute(db);
  const isCut = own.isCut || parts.some((part) => part.isCut);
  return listed(
    rows.map(({ hit }) => hit),
    isCut,
  );
}
