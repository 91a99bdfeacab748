import { type App, actorId, inSnapshot, inTransaction, now } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { type DateRange, dateInZone } from '../../lib/date.ts';
import { toDecimal } from '../../lib/money.ts';
import { type Page, toPage } from '../../lib/page.ts';
import { record } from '../audit/service.ts';
import { getChurch } from '../profile/service.ts';
import {
  findGivers,
  findIssued,
  findUnit,
  type Gift,
  type Giver,
  insertIssued,
  type Issued,
  listGifts,
  listGiverIds,
  listNumbers,
  moveIssued,
  nextNumber,
} from './queries.ts';
import { contentHash, statementNumber, type Year, yearOf } from './rules.ts';
import type { Contribution, ContributionQuery } from './schema.ts';

/** A statement ready to be printed. */
export type Statement = {
  year: number;
  giver: Giver;
  figures: Year;
  /** Null as long as the year is not over: then it is an interim one. */
  issue: {
    number: string;
    issuedOn: string;
    isCopy: boolean;
    replaces: { number: string; issuedOn: string } | null;
  } | null;
  today: string;
};

const rangeOf = (year: number): DateRange => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A page of the givers of a calendar year with their sums, by name. */
export function listContributions(app: App, year: number, query: ContributionQuery): Promise<Page<Contribution>> {
  return inSnapshot(app, async (app) => {
    const ids = await listGiverIds(app.db, rangeOf(year));
    const ordered = query.sort.descending ? ids.toReversed() : ids;
    const start = (query.page - 1) * query.pageSize;
    const shown = await load(app, year, ordered.slice(start, start + query.pageSize));
    const issued = await findIssued(
      app.db,
      year,
      shown.map(({ giver }) => giver.id),
    );
    const items = shown.map(({ giver, figures }) => toContribution(year, giver, figures, issued.get(giver.id)));
    return toPage(items, ids.length, query);
  });
}

/** The givers of a calendar year, for printing one part of them after another. */
export function giversOf(app: App, year: number): Promise<number[]> {
  return inSnapshot(app, ({ db }) => listGiverIds(db, rangeOf(year)));
}

/** The statement on which a member's gifts stand. Raises `not_found` for one who is not there or gave nothing that year. */
export async function issueStatement(app: App, year: number, memberId: number): Promise<Statement> {
  const unit = await findUnit(app.db, memberId, rangeOf(year));
  const [statement] = unit === undefined ? [] : await issueStatements(app, year, [unit]);
  if (!statement) throw notFound('contribution statement');
  return statement;
}

/**
 * Makes the statements of givers. Once the year is over they get numbers: what was issued before keeps its number and is
 * marked as a copy from the next day on; with other figures it gets a new one and names the one it corrects.
 */
export function issueStatements(app: App, year: number, giverIds: readonly number[]): Promise<Statement[]> {
  return inTransaction(app, async (app) => {
    const { timeZone } = await getChurch(app);
    const day = dateInZone(app.clock.now(), timeZone);
    const loaded = (await load(app, year, giverIds)).filter(
      ({ figures }) => figures.gifts.length + figures.inKind.length > 0,
    );
    const isOver = day > rangeOf(year).to;
    const issued = isOver ? await numbered(app, year, loaded) : new Map<number, Issued>();
    const replaced = [...issued.values()].flatMap(({ replaces }) => replaces ?? []);
    const earlier = await listNumbers(app.db, year, replaced);
    return loaded.map(({ giver, figures }) => {
      const one = issued.get(giver.id);
      return { year, giver, figures, issue: one ? issueOf(year, one, { day, timeZone, earlier }) : null, today: day };
    });
  });
}

/** Puts the statements that one member got under another, when the two are merged. */
export function reassignStatements(app: App, from: number, to: number): Promise<void> {
  return moveIssued(app.db, from, to);
}

type Loaded = { giver: Giver; figures: Year };

async function load(app: App, year: number, giverIds: readonly number[]): Promise<Loaded[]> {
  if (giverIds.length === 0) return [];
  const givers = await findGivers(app.db, giverIds, rangeOf(year));
  const people = [...givers.values()].flatMap((giver) => giver.people.map(({ id }) => id));
  const gifts = new Map<number, Gift[]>(people.map((id) => [id, []]));
  for (const gift of await listGifts(app.db, people, rangeOf(year))) gifts.get(gift.memberId)?.push(gift);
  return giverIds.flatMap((id) => {
    const giver = givers.get(id);
    if (!giver) return [];
    const own = giver.people.flatMap((person) => gifts.get(person.id) ?? []);
    return [{ giver, figures: yearOf(own.toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id)) }];
  });
}

/** Gives a number to every statement that was not issued as it is now; returns them all. */
async function numbered(app: App, year: number, loaded: readonly Loaded[]): Promise<Map<number, Issued>> {
  const ids = loaded.map(({ giver }) => giver.id);
  const issued = await findIssued(app.db, year, ids);
  const first = await nextNumber(app.db, year);
  const hashes = loaded.map(({ giver, figures }) => ({ id: giver.id, hash: contentHash(figures), figures }));
  const changed = hashes.filter(({ id, hash }) => issued.get(id)?.contentHash !== hash);
  const fresh = changed.map(({ id, hash }, index) => ({
    memberId: id,
    number: first + index,
    contentHash: hash,
    issuedAt: now(app),
    replaces: issued.get(id)?.number ?? null,
  }));
  const issuedBy = actorId(app);
  await insertIssued(
    app.db,
    fresh.map((one) => ({ ...one, year, issuedBy })),
  );
  const facts = changed.map(({ id, figures }, index) => ({
    action: 'ContributionStatementIssued',
    entityType: 'ContributionStatement',
    entityId: statementNumber(year, first + index),
    changes: {
      memberId: change(id),
      total: change(toDecimal(figures.total)),
      replaces: change(fresh[index]?.replaces),
    },
  }));
  await record(app, ...facts);
  for (const one of fresh) issued.set(one.memberId, one);
  return issued;
}

const change = (value: unknown): [unknown, unknown] => [null, value ?? null];

type Dates = { day: string; timeZone: string; earlier: ReadonlyMap<number, string> };

function issueOf(year: number, issued: Issued, { day, timeZone, earlier }: Dates): Statement['issue'] {
  const dayOf = (instant: string) => dateInZone(new Date(instant), timeZone);
  const issuedOn = dayOf(issued.issuedAt);
  const before = issued.replaces === null ? undefined : earlier.get(issued.replaces);
  return {
    number: statementNumber(year, issued.number),
    issuedOn,
    isCopy: issuedOn < day,
    replaces:
      issued.replaces === null || before === undefined
        ? null
        : { number: statementNumber(year, issued.replaces), issuedOn: dayOf(before) },
  };
}

function toContribution(year: number, giver: Giver, figures: Year, issued: Issued | undefined): Contribution {
  const { gifts, inKind, total, benefit, deductible, notDeductible } = figures;
  return {
    memberId: giver.id,
    memberName: `${giver.firstName} ${giver.lastName}`,
    chineseName: giver.chineseName,
    memberIds: giver.people.map(({ id }) => id),
    count: gifts.length + inKind.length,
    total,
    benefit,
    deductible,
    notDeductible,
    giftsInKind: inKind.length,
    statementNumber: issued ? statementNumber(year, issued.number) : null,
    issuedAt: issued?.issuedAt ?? null,
  };
}
