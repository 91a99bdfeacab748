/**
 * Prepares contribution statements for printing, and issues them. An issued statement has a number.
 *
 * Reading a statement writes nothing. Until a statement is issued with its current figures, every page of the print is
 * marked as a preview. Statements are issued only after the end of the year.
 *
 * The content hash covers only the figures. A statement with the same figures as before keeps its number. If it was
 * handed out before, its next print is a copy. A statement with other figures gets a new number. The statements that it
 * replaces store this number in `replacedBy`. After two members have been merged, one statement may replace several.
 *
 * An issued statement is void if it no longer has any gifts and no other statement replaces it. Void statements are not
 * marked in the database, but searched for whenever they are listed.
 */
import { type App, actorId, inSnapshot, inTransaction, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { dateInZone } from '../../../lib/date.ts';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { record } from '../../audit/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { findUnit } from './givers.ts';
import { insertIssued, type Issued, listReplaced, markHandedOut, nextNumber, replaceIssued } from './queries.ts';
import { type Paper, paperKey } from './papers.ts';
import { contentHash, statementNumber } from './rules.ts';
import type { Contribution } from './schema.ts';
import { getContribution, isIssued, issuedTo, loadPapers, loadUnit, rangeOf } from './service.ts';

/** A statement ready to be printed. */
export type Statement = Paper & {
  year: number;
  /** Whether the year is over, so that statements can be issued. */
  isOver: boolean;
  /** The issued statement that has these figures. If this is null, there is none, and the print is a preview. */
  issue: {
    number: string;
    issuedOn: string;
    /** Whether the statement was handed out before. If so, the print is marked as a copy. */
    isCopy: boolean;
    replaces: { number: string; issuedOn: string }[];
  } | null;
  today: string;
};

/**
 * Returns the statements that list a member's gifts, the giver's own first, and issues them if the year is over. For
 * `handsOut`, see `issueStatements`. Raises `not_found` for an unknown member, or if the giver gave nothing that year.
 */
export async function issueStatementsOf(
  app: App,
  year: number,
  memberId: number,
  handsOut = true,
): Promise<Statement[]> {
  const [{ giver }] = await loadUnit(app, year, memberId);
  return issueStatements(app, year, [giver.id], handsOut);
}

/**
 * Returns the statements of givers who gave something that year, and issues them if the year is over. A statement with
 * the same figures as before keeps its number, and is marked as a copy if it was handed out. A statement with other
 * figures gets a new number and names the statements that it replaces.
 *
 * If `handsOut` is true, the issued statements are recorded as handed out. If it is false, call `handOut` once a
 * statement has reached its giver.
 */
export function issueStatements(
  app: App,
  year: number,
  giverIds: readonly number[],
  handsOut = true,
): Promise<Statement[]> {
  return inTransaction(app, async (app) => {
    const { timeZone, today, isOver } = await dayOf(app, year);
    const papers = await loadPapers(app, year, giverIds);
    const issues = isOver
      ? await issuesOf(app, year, papers, { timeZone, handsOut })
      : new Map<string, Statement['issue']>();
    return papers.map((one) => ({ year, ...one, isOver, issue: issues.get(keyOf(one)) ?? null, today }));
  });
}

/**
 * Returns the statements that list a member's gifts, the giver's own first, each with its number if it was issued with
 * these figures. Writes nothing. Raises `not_found` for an unknown member, or if the giver gave nothing that year.
 */
export function readStatementsOf(app: App, year: number, memberId: number): Promise<Statement[]> {
  return inSnapshot(app, async (app) => statementsOf(app, year, await loadUnit(app, year, memberId)));
}

/** Returns the statements of givers who gave something that year, like `readStatementsOf`. */
export function readStatements(app: App, year: number, giverIds: readonly number[]): Promise<Statement[]> {
  return inSnapshot(app, async (app) => statementsOf(app, year, await loadPapers(app, year, giverIds)));
}

const keyOf = ({ giver, companyName }: Pick<Paper, 'giver' | 'companyName'>) => paperKey(giver.id, companyName);

async function statementsOf(app: App, year: number, papers: readonly Paper[]): Promise<Statement[]> {
  const { timeZone, today, isOver } = await dayOf(app, year);
  const issued = await issuedTo(app, year, papers);
  const current = new Map(
    papers.flatMap((one) => {
      const inForce = issued.get(keyOf(one)) ?? [];
      const [last] = inForce;
      return last && isIssued(inForce, one.figures) ? [[keyOf(one), last]] : [];
    }),
  );
  const numbers = Array.from(current.values(), ({ number }) => number);
  const replaced = numbers.length === 0 ? [] : await listReplaced(app.db, year, numbers);
  return papers.map((one) => {
    const last = current.get(keyOf(one));
    return { year, ...one, isOver, issue: last ? describeIssue(year, last, { replaced, timeZone }) : null, today };
  });
}

/**
 * Issues the statements that list a member's gifts, and returns the giver's sums with the numbers of the statements. A
 * statement keeps its number if its figures have not changed. Raises `not_found`, and `period_not_over` before the end
 * of the year in the church's time zone.
 */
export function issueContribution(app: App, year: number, memberId: number): Promise<Contribution> {
  return inTransaction(app, async (app) => {
    const [{ giver }] = await loadUnit(app, year, memberId);
    app.about?.(giver.people.map(({ id }) => ({ entityType: 'Member', entityId: id })));
    await refuseEarly(app, year);
    // Issuing does not hand the statement out, so the next print is still the original.
    await issueStatements(app, year, [giver.id], false);
    return getContribution(app, year, memberId);
  });
}

/** Raises `period_not_over` before the end of a year in the church's time zone. */
export async function refuseEarly(app: App, year: number): Promise<void> {
  const { isOver } = await dayOf(app, year);
  if (isOver) return;
  const { to } = rangeOf(year);
  throw new AppError('period_not_over', `${year} ends on ${to}. Statements can be issued after that day.`);
}

async function dayOf(app: App, year: number) {
  const { timeZone } = await getChurch(app);
  const today = dateInZone(app.clock.now(), timeZone);
  return { timeZone, today, isOver: today > rangeOf(year).to };
}

/** Records that the statements that list a member's gifts were handed out. Does nothing if none was issued. */
export function handOut(app: App, year: number, memberId: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const unit = await findUnit(app.db, memberId, rangeOf(year));
    if (unit === undefined) return;
    const issued = await issuedTo(app, year, await loadPapers(app, year, [unit]));
    const numbers = [...issued.values()].flatMap((all) => all.map(({ number }) => number));
    await markHandedOut(app.db, year, numbers, now(app));
  });
}

type Issuing = { timeZone: string; handsOut: boolean };

type Fresh = Issued & { memberId: number; total: Minor; replaces: number[] };

/**
 * Gives a number to every statement that was not issued with its current figures. Returns what is printed about the
 * issue of each statement, by its key.
 */
async function issuesOf(app: App, year: number, papers: readonly Paper[], { timeZone, handsOut }: Issuing) {
  const before = await issuedTo(app, year, papers);
  const first = await nextNumber(app.db, year);
  const fresh: Fresh[] = [];
  const issued = papers.map((paper): Issued & { key: string } => {
    const { giver, companyName, figures } = paper;
    const key = keyOf(paper);
    const inForce = before.get(key) ?? [];
    const [last] = inForce;
    if (last && isIssued(inForce, figures)) return { ...last, key };
    const number = first + fresh.length;
    const given = { number, contentHash: contentHash(figures), issuedAt: now(app), handedOutAt: null };
    const one = { memberId: giver.id, companyName, ...given };
    fresh.push({ ...one, total: figures.total, replaces: inForce.map(({ number }) => number) });
    return { ...one, key };
  });
  await storeIssued(app, year, fresh);
  const numbers = issued.map(({ number }) => number);
  if (handsOut) await markHandedOut(app.db, year, numbers, now(app));
  const replaced = await listReplaced(app.db, year, numbers);
  return new Map(issued.map((one) => [one.key, describeIssue(year, one, { replaced, timeZone })] as const));
}

type Described = { replaced: Awaited<ReturnType<typeof listReplaced>>; timeZone: string };

/**
 * Returns what is printed about the issue of a statement: its number, its date, whether it is a copy, and what it
 * replaces.
 */
function describeIssue(year: number, one: Issued, { replaced, timeZone }: Described): NonNullable<Statement['issue']> {
  const named = ({ number, issuedAt }: { number: number; issuedAt: string }) => {
    return { number: statementNumber(year, number), issuedOn: dateInZone(new Date(issuedAt), timeZone) };
  };
  const replaces = replaced.filter(({ replacedBy }) => replacedBy === one.number).map(named);
  return { ...named(one), isCopy: one.handedOutAt !== null, replaces };
}

async function storeIssued(app: App, year: number, fresh: readonly Fresh[]): Promise<void> {
  const issuedBy = actorId(app);
  const rows = fresh.map(({ total: _total, replaces: _replaces, ...one }) => {
    return { ...one, year, replacedBy: null, issuedBy };
  });
  await insertIssued(app.db, rows);
  for (const { number, replaces } of fresh) {
    if (replaces.length > 0) await replaceIssued(app.db, year, replaces, number);
  }
  const facts = fresh.map(({ memberId, companyName, number, total, replaces, contentHash, issuedAt }) => ({
    action: 'ContributionStatementIssued',
    entityType: 'ContributionStatement',
    entityId: statementNumber(year, number),
    changes: {
      memberId: change(memberId),
      ...(companyName !== null && { companyName: change(companyName) }),
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
