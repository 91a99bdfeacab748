import { fullName } from '../../../lib/person-name.ts';
import { type App, inSnapshot } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import type { DateRange } from '../../../lib/date.ts';
import { ZERO } from '../../../lib/money.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { type Page, placesOf, toPage } from '../../../lib/page.ts';
import { findContacts } from '../../people/members/contacts.ts';
import { findUnit, listGiverIds, listOfCompanies, listWithoutGifts, pickGivers, type Void } from './givers.ts';
import {
  countIssuedAfter,
  findGivers,
  findIssued,
  type Gift,
  type Giver,
  type Issued,
  listGifts,
  nextNumber,
} from './queries.ts';
import { byCompany, givenIn, hasGifts, type Paper, paperKey } from './papers.ts';
import { contentHash, isOfEstate, isWanted, printedName, statementNumber, type Year, yearOf } from './rules.ts';
import type { Contribution, ContributionPage, ContributionQuery, StatementSums, VoidStatement } from './schema.ts';

/** Returns the first and the last day of a calendar year. */
export const rangeOf = (year: number): DateRange => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** Returns a page of a calendar year's givers with their sums, ordered by name, and the year's void statements. */
export function listContributions(app: App, year: number, query: ContributionQuery): Promise<ContributionPage> {
  return inSnapshot(app, async (app) => {
    if (query.state !== undefined || query.hasEmail !== undefined) return listFiltered(app, year, query);
    const { total, ids } = await pickGivers(app.db, rangeOf(year), (total) => placesOf(query, total));
    const items = await contributionsOf(app, year, query.sort.descending ? ids.toReversed() : ids);
    return withVoid(app, year, toPage(items, total, query));
  });
}

async function withVoid(app: App, year: number, page: Page<Contribution>): Promise<ContributionPage> {
  const voidStatements = await findVoid(app, year);
  return { ...page, ...(voidStatements.length > 0 && { voidStatements }) };
}

async function listFiltered(app: App, year: number, query: ContributionQuery): Promise<ContributionPage> {
  const all = (await allContributions(app, year)).filter((one) => isWanted(one, query));
  const { from, to } = placesOf(query, all.length);
  const items = all.slice(from, to);
  return withVoid(app, year, toPage(query.sort.descending ? items.toReversed() : items, all.length, query));
}

/** Returns the sums of all givers of a calendar year, ordered by name. */
export function allContributions(app: App, year: number): Promise<Contribution[]> {
  return inSnapshot(app, async (app) => contributionsOf(app, year, await listGiverIds(app.db, rangeOf(year))));
}

async function contributionsOf(app: App, year: number, giverIds: readonly number[]): Promise<Contribution[]> {
  const items: Contribution[] = [];
  await inChunks(giverIds, async (part) => {
    items.push(...(await toContributions(app, year, await load(app, year, part))));
  });
  return items;
}

/**
 * Returns the sums of a giver for a calendar year. The giver is the member or couple on whose statement this member's
 * gifts are listed. Raises `not_found` if the giver gave nothing that year.
 */
export function getContribution(app: App, year: number, memberId: number): Promise<Contribution> {
  return inSnapshot(app, async (app) => {
    const [{ giver }] = await loadUnit(app, year, memberId);
    const [contribution] = await contributionsOf(app, year, [giver.id]);
    if (!contribution) throw notFound('contribution statement');
    return contribution;
  });
}

/**
 * Returns the void statements of a year. All gifts of a void statement have been deleted, or moved to another
 * statement.
 */
export function listVoid(app: App, year: number): Promise<VoidStatement[]> {
  return inSnapshot(app, (app) => findVoid(app, year));
}

/** Returns how many statements of a calendar year were issued after an instant. */
export function countIssuedSince(app: App, year: number, instant: string): Promise<number> {
  return countIssuedAfter(app.db, year, instant);
}

async function findVoid(app: App, year: number): Promise<VoidStatement[]> {
  const last = (await nextNumber(app.db, year)) - 1;
  const withoutGifts = [
    ...(await listWithoutGifts(app.db, year, last, rangeOf(year))),
    ...(await companiesWithoutGifts(app, year)),
  ];
  return withoutGifts
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, issuedAt, memberId, companyName, ...named }) => ({
      statementNumber: statementNumber(year, number),
      issuedAt,
      memberId,
      memberName: printedName(named),
      companyName,
    }));
}

/** Returns the statements to companies that were not replaced, and whose company no longer has gifts in the year. */
async function companiesWithoutGifts(app: App, year: number): Promise<Void[]> {
  const issued = await listOfCompanies(app.db, year, rangeOf(year));
  const keys = new Set<string>();
  await inChunks([...new Set(issued.map(({ unitId }) => unitId))], async (ids) => {
    for (const { giver, companyName } of await loadPapers(app, year, ids)) keys.add(paperKey(giver.id, companyName));
  });
  return issued
    .filter(({ unitId, companyName }) => !keys.has(paperKey(unitId, companyName)))
    .map(({ unitId: _unitId, ...one }) => one);
}

/** Returns the ids of the givers of a calendar year, in the order of their names. */
export function giversOf(app: App, year: number): Promise<number[]> {
  return inSnapshot(app, ({ db }) => listGiverIds(db, rangeOf(year)));
}

/**
 * Returns one list for each statement of a calendar year: the ids of the people on it, with the head of the family
 * first.
 */
export function peopleOfGivers(app: App, year: number): Promise<number[][]> {
  return inSnapshot(app, async ({ db }) => {
    const found: number[][] = [];
    await inChunks(await listGiverIds(db, rangeOf(year)), async (ids) => {
      const givers = await findGivers(db, ids, rangeOf(year));
      for (const id of ids) found.push((givers.get(id)?.people ?? []).map((person) => person.id));
    });
    return found;
  });
}

/**
 * Returns the statements that list a member's gifts, the giver's own first. Raises `not_found` if the giver gave nothing
 * that year.
 */
export async function loadUnit(app: App, year: number, memberId: number): Promise<[Paper, ...Paper[]]> {
  const unit = await findUnit(app.db, memberId, rangeOf(year));
  const [first, ...others] = unit === undefined ? [] : await loadPapers(app, year, [unit]);
  if (!first) throw notFound('contribution statement');
  return [first, ...others];
}

/** Returns the statements of the givers with these ids for a year. A statement without gifts is left out. */
export async function loadPapers(app: App, year: number, giverIds: readonly number[]): Promise<Paper[]> {
  return (await load(app, year, giverIds)).flat().filter(hasGifts);
}

/** Returns the statements of each giver. A giver's own comes first, even if it has no gifts. */
async function load(app: App, year: number, giverIds: readonly number[]): Promise<Paper[][]> {
  if (giverIds.length === 0) return [];
  const givers = await findGivers(app.db, giverIds, rangeOf(year));
  const people = [...givers.values()].flatMap((giver) => giver.people.map(({ id }) => id));
  const gifts = new Map<number, Gift[]>(people.map((id) => [id, []]));
  for (const gift of await listGifts(app.db, people, rangeOf(year))) gifts.get(gift.memberId)?.push(gift);
  return giverIds.flatMap((id) => {
    const giver = givers.get(id);
    if (!giver) return [];
    return [papersOf(giver, gifts)];
  });
}

/**
 * Returns the statements of a giver, the giver's own first. What a person gave after the death belongs to the estate, but
 * a company's gift stays the company's.
 */
function papersOf(giver: Giver, gifts: ReadonlyMap<number, readonly Gift[]>): Paper[] {
  const all = giver.people.flatMap((person) =>
    (gifts.get(person.id) ?? []).map((gift) => ({ gift, isLate: isOfEstate(gift, person) })),
  );
  const late = new Set(all.flatMap(({ gift, isLate }) => (isLate ? gift : [])));
  const sorted = all.map(({ gift }) => gift).toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
  return byCompany(sorted).map(({ companyName, gifts: some }, place) => {
    const isEstates = (gift: Gift) => companyName === null && late.has(gift);
    const figures = yearOf(
      some.filter((gift) => !isEstates(gift)),
      some.filter(isEstates),
    );
    return { giver, companyName, place, figures };
  });
}

/**
 * Returns the statements of a year that are in force, by the key of the statement. A statement is in force if it was
 * issued to a person on it, for the same company if it is a company's, and was not replaced.
 */
export async function issuedTo(app: App, year: number, papers: readonly Paper[]): Promise<Map<string, Issued[]>> {
  const giverOf = new Map(papers.flatMap(({ giver }) => giver.people.map(({ id }) => [id, giver.id])));
  const found = new Map<string, Issued[]>();
  for (const one of await findIssued(app.db, year, [...giverOf.keys()])) {
    const key = paperKey(giverOf.get(one.memberId ?? 0) ?? 0, one.companyName);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

async function toContributions(app: App, year: number, loaded: readonly Paper[][]): Promise<Contribution[]> {
  const issued = await issuedTo(app, year, loaded.flat());
  const contacts = await findContacts(
    app,
    loaded.flatMap(([own]) => own?.giver.people.map(({ id }) => id) ?? []),
  );
  return loaded.flatMap(([own, ...companies]) => {
    if (!own) return [];
    const { giver, figures } = own;
    const people = giver.people.flatMap(({ id }) => contacts.get(id) ?? []);
    const { kind, names, careOf, address, lacks } = giver.addressee;
    return {
      memberId: giver.id,
      memberName: fullName(giver),
      chineseName: giver.chineseName,
      memberIds: giver.people.map(({ id }) => id),
      ira: figures.ira,
      ofEstate: figures.ofEstate?.total ?? ZERO,
      ...sumsOf(year, own, issued),
      companies: companies.map((one) => ({ companyName: one.companyName ?? '', ...sumsOf(year, one, issued) })),
      hasEmail: people.some(({ email, isDeleted, isDeceased }) => email !== null && !isDeleted && !isDeceased),
      // The addresses of members are not part of a list of givers.
      addressee: { kind, names, careOf, address: kind === 'Estate' ? address : null, lacks },
    };
  });
}

/** Returns the sums of a statement, and its latest issue. A statement that has no gifts any more is void. */
function sumsOf(year: number, paper: Paper, all: ReadonlyMap<string, readonly Issued[]>): StatementSums {
  const { giver, companyName, figures } = paper;
  const inForce = hasGifts(paper) ? (all.get(paperKey(giver.id, companyName)) ?? []) : [];
  const issued = inForce.at(-1);
  const { total, benefit, deductible, notDeductible } = figures;
  const given = givenIn(figures);
  return {
    count: new Set(given.map(({ id }) => id)).size,
    total,
    benefit,
    deductible,
    notDeductible,
    // Reversals are not gifts.
    giftsInKind: given.filter(isInKind).length,
    statementNumber: issued ? statementNumber(year, issued.number) : null,
    issuedAt: issued?.issuedAt ?? null,
    hasChanged: issued !== undefined && !isIssued(inForce, figures),
    handedOutAt: issued?.handedOutAt ?? null,
  };
}

const isInKind = ({ nonCashDescription, reversalOf }: Gift) => nonCashDescription !== null && reversalOf === null;

/** True if exactly one statement is in force (the list has only one entry) and it was issued with these figures. */
export function isIssued([last, ...more]: readonly Issued[], figures: Year): boolean {
  return last?.contentHash === contentHash(figures) && more.length === 0;
}
