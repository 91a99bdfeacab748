/**
 * Printed statements: their content, and how they get their number.
 *
 * Reading a statement writes nothing. One that is not issued with its present figures says on every page that it is a
 * preview. Numbers are given once the year is over. The content hash covers the figures alone: a statement with the
 * same figures is a copy, and one with other figures gets a new number, which the statements that it replaces name in
 * `replacedBy`; after a merge these may be several. A number without gifts that nothing replaces is void, which each
 * reading finds out and nothing stores.
 */
import { type App, actorId, inSnapshot, inTransaction, now } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { dateInZone } from '../../../lib/date.ts';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { record } from '../../audit/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { findUnit } from './givers.ts';
import {
  type Giver,
  insertIssued,
  type Issued,
  listReplaced,
  markHandedOut,
  nextNumber,
  replaceIssued,
} from './queries.ts';
import { contentHash, statementNumber, type Year } from './rules.ts';
import type { Contribution } from './schema.ts';
import { getContribution, issuedTo, type Loaded, loadGivers, loadUnit, rangeOf } from './service.ts';

/** A statement ready to be printed. */
export type Statement = {
  year: number;
  giver: Giver;
  figures: Year;
  /** Whether the year is over, so that statements can be issued. */
  isOver: boolean;
  /** Null as long as this version is not issued. It is then a preview. */
  issue: {
    number: string;
    issuedOn: string;
    /** Whether it was issued before. */
    isCopy: boolean;
    replaces: { number: string; issuedOn: string }[];
  } | null;
  today: string;
};

/**
 * Returns the statement with a member's gifts, issued if the year is over. Raises `not_found` for an unknown member or
 * one who gave nothing that year.
 */
export async function issueStatement(app: App, year: number, memberId: number, handsOut = true): Promise<Statement> {
  const { giver } = await loadUnit(app, year, memberId);
  const [statement] = await issueStatements(app, year, [giver.id], handsOut);
  if (!statement) throw notFound('contribution statement');
  return statement;
}

/**
 * Makes the statements of givers. After the end of the year they get numbers. An issued statement keeps its number, and
 * is marked as a copy if it was handed out; with other figures it gets a new number and names those that it replaces.
 * With `handsOut` false, call `handOut` once a statement has reached somebody.
 */
export function issueStatements(
  app: App,
  year: number,
  giverIds: readonly number[],
  handsOut = true,
): Promise<Statement[]> {
  return inTransaction(app, async (app) => {
    const { timeZone, today, isOver } = await dayOf(app, year);
    const loaded = await loadGivers(app, year, giverIds);
    const issues = isOver
      ? await issuesOf(app, year, loaded, { timeZone, handsOut })
      : new Map<number, Statement['issue']>();
    return loaded.map((one) => ({ year, ...one, isOver, issue: issues.get(one.giver.id) ?? null, today }));
  });
}

/**
 * Returns the statement with a member's gifts, with its number if this version is issued. Writes nothing. Raises
 * `not_found` for an unknown member or one who gave nothing that year.
 */
export function readStatement(app: App, year: number, memberId: number): Promise<Statement> {
  return inSnapshot(app, async (app) => {
    const { timeZone, today, isOver } = await dayOf(app, year);
    const loaded = await loadUnit(app, year, memberId);
    const inForce = (await issuedTo(app, year, [loaded])).get(loaded.giver.id) ?? [];
    const [last] = inForce;
    if (!last || !isIssued(inForce, loaded.figures)) return { year, ...loaded, isOver, issue: null, today };
    const replaced = await listReplaced(app.db, year, [last.number]);
    return { year, ...loaded, isOver, issue: describeIssue(year, last, { replaced, timeZone }), today };
  });
}

/**
 * Issues the statement with a member's gifts: it gets a number, or keeps its own. Returns the giver's sums with it.
 * Raises `not_found`, and `period_not_over` before the end of the year in the church's time zone.
 */
export function issueContribution(app: App, year: number, memberId: number): Promise<Contribution> {
  return inTransaction(app, async (app) => {
    const { giver } = await loadUnit(app, year, memberId);
    app.about?.(giver.people.map(({ id }) => ({ entityType: 'Member', entityId: id })));
    const { isOver } = await dayOf(app, year);
    if (!isOver) {
      const { to } = rangeOf(year);
      throw new AppError('period_not_over', `${year} ends on ${to}. Statements can be issued after that day.`);
    }
    // The next print is the original.
    await issueStatements(app, year, [giver.id], false);
    return getContribution(app, year, memberId);
  });
}

async function dayOf(app: App, year: number) {
  const { timeZone } = await getChurch(app);
  const today = dateInZone(app.clock.now(), timeZone);
  return { timeZone, today, isOver: today > rangeOf(year).to };
}

/** Records that the latest issued statement with a member's gifts has reached somebody. */
export function handOut(app: App, year: number, memberId: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const unit = await findUnit(app.db, memberId, rangeOf(year));
    if (unit === undefined) return;
    const issued = await issuedTo(app, year, await loadGivers(app, year, [unit]));
    const numbers = [...issued.values()].flatMap((all) => all.map(({ number }) => number));
    await markHandedOut(app.db, year, numbers, now(app));
  });
}

type Issuing = { timeZone: string; handsOut: boolean };

type Fresh = Issued & { memberId: number; total: Minor; replaces: number[] };

/** Numbers every statement whose present version is not issued; returns how each was issued. */
async function issuesOf(app: App, year: number, loaded: readonly Loaded[], { timeZone, handsOut }: Issuing) {
  const before = await issuedTo(app, year, loaded);
  const first = await nextNumber(app.db, year);
  const fresh: Fresh[] = [];
  const issued = loaded.map(({ giver: { id: memberId }, figures }): Issued & { memberId: number } => {
    const inForce = before.get(memberId) ?? [];
    const [last] = inForce;
    if (last && isIssued(inForce, figures)) return { ...last, memberId };
    const number = first + fresh.length;
    const one = { memberId, number, contentHash: contentHash(figures), issuedAt: now(app), handedOutAt: null };
    fresh.push({ ...one, total: figures.total, replaces: inForce.map(({ number }) => number) });
    return one;
  });
  await keep(app, year, fresh);
  const numbers = issued.map(({ number }) => number);
  if (handsOut) await markHandedOut(app.db, year, numbers, now(app));
  const replaced = await listReplaced(app.db, year, numbers);
  return new Map(issued.map((one) => [one.memberId, describeIssue(year, one, { replaced, timeZone })] as const));
}

/** Whether the only valid statement has exactly these figures. */
function isIssued([last, ...more]: readonly Issued[], figures: Year): boolean {
  return last?.contentHash === contentHash(figures) && more.length === 0;
}

type Described = { replaced: Awaited<ReturnType<typeof listReplaced>>; timeZone: string };

/** Describes how a statement was issued. It is a copy if it was handed out before. */
function describeIssue(year: number, one: Issued, { replaced, timeZone }: Described): NonNullable<Statement['issue']> {
  const named = ({ number, issuedAt }: { number: number; issuedAt: string }) => {
    return { number: statementNumber(year, number), issuedOn: dateInZone(new Date(issuedAt), timeZone) };
  };
  const replaces = replaced.filter(({ replacedBy }) => replacedBy === one.number).map(named);
  return { ...named(one), isCopy: one.handedOutAt !== null, replaces };
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
  const facts = fresh.map(({ memberId, number, total, replaces, contentHash, issuedAt }) => ({
    action: 'ContributionStatementIssued',
    entityType: 'ContributionStatement',
    entityId: statementNumber(year, number),
    changes: {
      memberId: change(memberId),
      total: change(toDecimal(total)),
      replaces: change(replaces.length > 0 ? replaces : null),
      contentHash: change(contentHash),
      issuedAt: change(issuedAt),
      issuedBy: change(issuedBy),
    },
  }));
  await record(app, ...facts);
}

const change = (value: unknown): [unknown, unknown] => [null, value];
