import { type App, actorId, inSnapshot, inTransaction, now } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { type DateRange, dateInZone } from '../../lib/date.ts';
import { inChunks } from '../../lib/chunks.ts';
import { type Minor, toDecimal } from '../../lib/money.ts';
import { toPage } from '../../lib/page.ts';
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
  listInForce,
  listReplaced,
  markHandedOut,
  moveIssued,
  nextNumber,
  replaceIssued,
} from './queries.ts';
import { contentHash, printedName, statementNumber, type Year, yearOf } from './rules.ts';
import type { Contribution, ContributionPage, ContributionQuery, VoidStatement } from './schema.ts';

/** A statement ready to be printed. */
export type Statement = {
  year: number;
  giver: Giver;
  figures: Year;
  /** Null as long as the year is not over: then it is an interim one. */
  issue: {
    number: string;
    issuedOn: string;
    /** Whether it was issued before. */
    isCopy: boolean;
    replaces: { number: string; issuedOn: string }[];
  } | null;
  today: string;
};

const rangeOf = (year: number): DateRange => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A page of the givers of a calendar year with their sums, by name; with the statements that became void, if any did. */
export function listContributions(app: App, year: number, query: ContributionQuery): Promise<ContributionPage> {
  return inSnapshot(app, async (app) => {
    const ids = await listGiverIds(app.db, rangeOf(year));
    const ordered = query.sort.descending ? ids.toReversed() : ids;
    const start = (query.page - 1) * query.pageSize;
    const shown = await load(app, year, ordered.slice(start, start + query.pageSize));
    const issued = await issuedTo(app, year, shown);
    const items = shown.map(({ giver, figures }) => toContribution(year, giver, figures, issued.get(giver.id)?.at(-1)));
    const voidStatements = await findVoid(app, year, ids);
    return { ...toPage(items, ids.length, query), ...(voidStatements.length > 0 && { voidStatements }) };
  });
}

/** The numbers of a year that no gifts stand behind any more: those were deleted, or given a giver with another statement. */
export function listVoid(app: App, year: number): Promise<VoidStatement[]> {
  return inSnapshot(app, async (app) => findVoid(app, year, await listGiverIds(app.db, rangeOf(year))));
}

async function findVoid(app: App, year: number, giverIds: readonly number[]): Promise<VoidStatement[]> {
  const givers = new Set(giverIds);
  const inForce = await listInForce(app.db, year, rangeOf(year));
  return inForce
    .filter(({ unitId }) => !givers.has(unitId))
    .map(({ number, issuedAt, memberId, ...named }) => ({
      statementNumber: statementNumber(year, number),
      issuedAt,
      memberId,
      memberName: printedName(named),
    }));
}

/** The givers of a calendar year, for printing one part of them after another. */
export function giversOf(app: App, year: number): Promise<number[]> {
  return inSnapshot(app, ({ db }) => listGiverIds(db, rangeOf(year)));
}

/** The people on each statement of a calendar year, the head first. */
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

/** The statement on which a member's gifts stand. Raises `not_found` for one who is not there or gave nothing that year. */
export async function issueStatement(app: App, year: number, memberId: number, handsOut = true): Promise<Statement> {
  const unit = await findUnit(app.db, memberId, rangeOf(year));
  const [statement] = unit === undefined ? [] : await issueStatements(app, year, [unit], handsOut);
  if (!statement) throw notFound('contribution statement');
  return statement;
}

/** Issues nothing: raises `not_found` where `issueStatement` would. */
export async function refuseWithoutGifts(app: App, year: number, memberId: number): Promise<void> {
  const unit = await findUnit(app.db, memberId, rangeOf(year));
  if (unit === undefined || (await loadGivers(app, year, [unit])).length === 0)
    throw notFound('contribution statement');
}

/**
 * Makes the statements of givers. Once the year is over they get numbers: what was issued before keeps its number, and is
 * marked as a copy if it was handed out; with other figures it gets a new one and names those that it replaces. `handsOut` is
 * false where it shows only later whether they reach anybody; `handOut` says so then.
 */
export function issueStatements(
  app: App,
  year: number,
  giverIds: readonly number[],
  handsOut = true,
): Promise<Statement[]> {
  return inTransaction(app, async (app) => {
    const { timeZone } = await getChurch(app);
    const day = dateInZone(app.clock.now(), timeZone);
    const loaded = await loadGivers(app, year, giverIds);
    const isOver = day > rangeOf(year).to;
    const issues = isOver
      ? await issuesOf(app, year, loaded, { timeZone, handsOut })
      : new Map<number, Statement['issue']>();
    return loaded.map(({ giver, figures }) => {
      return { year, giver, figures, issue: issues.get(giver.id) ?? null, today: day };
    });
  });
}

/** Keeps that the statement on which a member's gifts stand has reached somebody, as it was issued last. */
export function handOut(app: App, year: number, memberId: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const unit = await findUnit(app.db, memberId, rangeOf(year));
    if (unit === undefined) return;
    const issued = await issuedTo(app, year, await loadGivers(app, year, [unit]));
    const numbers = [...issued.values()].flatMap((all) => all.map(({ number }) => number));
    await markHandedOut(app.db, year, numbers, now(app));
  });
}

/** Puts the statements that one member got under another, when the two are merged. */
export function reassignStatements(app: App, from: number, to: number): Promise<void> {
  return moveIssued(app.db, from, to);
}

type Loaded = { giver: Giver; figures: Year };

/** Those of the givers who gave that year. */
async function loadGivers(app: App, year: number, giverIds: readonly number[]): Promise<Loaded[]> {
  const loaded = await load(app, year, giverIds);
  return loaded.filter(({ figures }) => figures.gifts.length + figures.inKind.length > 0);
}

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

/** What the people of each giver's statement got and nothing replaced since, under the giver's id. */
async function issuedTo(app: App, year: number, loaded: readonly Loaded[]): Promise<Map<number, Issued[]>> {
  const giverOf = new Map(loaded.flatMap(({ giver }) => giver.people.map(({ id }) => [id, giver.id])));
  const found = new Map<number, Issued[]>();
  for (const one of await findIssued(app.db, year, [...giverOf.keys()])) {
    const giver = giverOf.get(one.memberId ?? 0) ?? 0;
    found.set(giver, [...(found.get(giver) ?? []), one]);
  }
  return found;
}

type Issuing = { timeZone: string; handsOut: boolean };

type Fresh = Issued & { memberId: number; total: Minor; replaces: number[] };

/** Gives a number to every statement that was not issued as it is now; returns how they all were issued. */
async function issuesOf(app: App, year: number, loaded: readonly Loaded[], { timeZone, handsOut }: Issuing) {
  const before = await issuedTo(app, year, loaded);
  const first = await nextNumber(app.db, year);
  const fresh: Fresh[] = [];
  const issued = loaded.map(({ giver: { id: memberId }, figures }): Issued & { memberId: number; isCopy: boolean } => {
    const hash = contentHash(figures);
    const [last, ...more] = before.get(memberId) ?? [];
    if (last?.contentHash === hash && more.length === 0) {
      return { ...last, memberId, isCopy: last.handedOutAt !== null };
    }
    const number = first + fresh.length;
    const one = { memberId, number, contentHash: hash, issuedAt: now(app), handedOutAt: null };
    fresh.push({ ...one, total: figures.total, replaces: (before.get(memberId) ?? []).map(({ number }) => number) });
    return { ...one, isCopy: false };
  });
  await keep(app, year, fresh);
  const dayOf = (instant: string) => dateInZone(new Date(instant), timeZone);
  const named = ({ number, issuedAt }: { number: number; issuedAt: string }) => {
    return { number: statementNumber(year, number), issuedOn: dayOf(issuedAt) };
  };
  const numbers = issued.map(({ number }) => number);
  if (handsOut) await markHandedOut(app.db, year, numbers, now(app));
  const replaced = await listReplaced(app.db, year, numbers);
  return new Map(
    issued.map((one): [number, Statement['issue']] => {
      const { memberId, number, isCopy } = one;
      const replaces = replaced.filter(({ replacedBy }) => replacedBy === number).map(named);
      return [memberId, { ...named(one), isCopy, replaces }];
    }),
  );
}

async function keep(app: App, year: number, fresh: readonly Fresh[]): Promise<void> {
  const issuedBy = actorId(app);
  const rows = fresh.map(({ total: _total, replaces: _replaces, ...one }) => {
    return { ...one, year, replacedBy: null, issuedBy };
  });
  await insertIssued(app.db, rows);
  for (const { number, replaces } of fresh) {
    if (replaces.length > 0) await replaceIssued(app.db, year, replaces, number);
  }
  const facts = fresh.map(({ memberId, number, total, replaces }) => ({
    action: 'ContributionStatementIssued',
    entityType: 'ContributionStatement',
    entityId: statementNumber(year, number),
    changes: {
      memberId: change(memberId),
      total: change(toDecimal(total)),
      replaces: change(replaces.length > 0 ? replaces : null),
    },
  }));
  await record(app, ...facts);
}

const change = (value: unknown): [unknown, unknown] => [null, value];

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
