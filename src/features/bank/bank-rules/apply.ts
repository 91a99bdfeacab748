import { type App, inTransaction } from '../../../app.ts';
import { knownRefusal, missingReference, unknownReferences } from '../../../errors.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import { bankAccount } from '../accounts.ts';
import { findLines, listOpenLines } from '../lines/queries.ts';
import type { BankLine } from '../lines/schema.ts';
import type { Suggestion } from '../matches/schema.ts';
import { suggestionsFor } from '../matches/suggestions.ts';
import { attempt, carryOut, isForMatch, type Job } from './carry-out.ts';
import { listRules } from './queries.ts';
import { claimsOf, ruledLines } from './rules.ts';
import type { BankRule, RuleApplication, RuledLine, RuledLines } from './schema.ts';

/** How many lines are settled by one request. */
export const MOST_RULED = 300;
/** How many lines are settled before another writer may run. */
const AT_ONCE = 10;

/**
 * Applies the active rules of an account to its open lines; the first rule that fits a line settles it. A line that is
 * refused stays open and stops no other. Raises `not_found`, `unknown_reference` for a rule that is not active, and
 * `validation_failed` for an account without statements.
 */
export async function applyRules(app: App, accountId: number, wanted: RuleApplication): Promise<RuledLines> {
  await bankAccount(app, accountId);
  const { ruleIds, from, to, dryRun } = wanted;
  const rules = await activeRules(app, accountId, ruleIds);
  const isWanted = ({ date }: BankLine) => date >= (from ?? date) && date <= (to ?? date);
  return settleAll(app, { accountId, rules, isWanted, isKept: !dryRun });
}

/**
 * Applies the active rules of an account to these lines, and returns how many of them were settled and how many were
 * refused. If the rules cannot be applied now, the other lines stay open.
 */
export async function ruleAdded(
  app: App,
  accountId: number,
  lines: readonly BankLine[],
): Promise<{ ruled: number; refused: number }> {
  const ids = new Set(lines.map(({ id }) => id));
  const rules = ids.size === 0 ? [] : await activeRules(app, accountId, null);
  try {
    const isWanted = ({ id }: BankLine) => ids.has(id);
    const { done, refused } = await settleAll(app, { accountId, rules, isWanted, isKept: true });
    return { ruled: done, refused };
  } catch (error) {
    // The lines are in the database already, so the import has not failed.
    if (!knownRefusal(error)) throw error;
    app.log.warn({ err: error, accountId }, 'the rules for bank lines could not be applied');
    return { ruled: (await settledOf(app, [...ids])).length, refused: 0 };
  }
}

async function settledOf(app: App, ids: readonly number[]): Promise<BankLine[]> {
  return [...(await findLines(app.db, ids)).values()].filter(({ ruleId }) => ruleId !== null);
}

/** Returns the active rules of an account, or those of them that are wanted. Raises `unknown_reference`. */
async function activeRules(app: App, accountId: number, wanted: readonly number[] | null): Promise<BankRule[]> {
  const active = (await listRules(app.db, accountId)).filter(({ isActive }) => isActive);
  if (wanted === null) return active;
  const known = new Set(active.map(({ id }) => id));
  const missing = wanted.flatMap((id, index) =>
    known.has(id) ? [] : [missingReference(`ruleIds.${index}`, 'active rule of the account')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  return active.filter(({ id }) => wanted.includes(id));
}

type Work = {
  accountId: number;
  rules: readonly BankRule[];
  isWanted: (line: BankLine) => boolean;
  /** False for a dry run. */
  isKept: boolean;
};

async function settleAll(app: App, work: Work): Promise<RuledLines> {
  if (work.rules.length === 0) return totalOf([], 0);
  const { settled, rest, left } = await inTransaction(app, (app) => settleKnown(app, work));
  await inChunks(
    rest,
    async (part) => {
      settled.push(...(await inTransaction(app, (app) => settlePart(app, part, work.isKept))));
    },
    AT_ONCE,
  );
  return totalOf(
    settled.toSorted((a, b) => (a.date === b.date ? a.lineId - b.lineId : a.date < b.date ? -1 : 1)),
    left,
  );
}

/**
 * Finds out which rule settles which line, and matches the lines whose documents the books already have. Returns the
 * lines that are left. Must run inside a transaction, so that nobody else can match the suggested documents.
 */
async function settleKnown(app: App, { accountId, rules, isWanted, isKept }: Work) {
  const open = await listOpenLines(app.db, accountId);
  const ruled = await ruledLines(open.filter(isWanted), rules);
  const now = ruled.slice(0, MOST_RULED);
  const isNeeded = now.some(({ rule }) => rule.action.type !== 'Ignore');
  const suggestions = isNeeded ? await suggestionsFor(app, accountId, open) : new Map<number, Suggestion[]>();
  await breathe();
  const claims = claimsOf(
    now.map(({ line }) => line),
    open,
    suggestions,
  );
  const jobs = now.map((one): Job => ({ ...one, claim: claims.get(one.line.id) }));
  const settled = await settlePart(app, jobs.filter(isForMatch), isKept);
  return { settled, rest: jobs.filter((job) => !isForMatch(job)), left: ruled.length - now.length };
}

/** Settles some lines, unless somebody else has settled them in the meantime. Must run inside a transaction. */
async function settlePart(app: App, jobs: readonly Job[], isKept: boolean): Promise<RuledLine[]> {
  const lines = await findLines(
    app.db,
    jobs.map(({ line }) => line.id),
  );
  const settled: RuledLine[] = [];
  for (const job of jobs) {
    const line = lines.get(job.line.id);
    if (line?.status !== 'Open') continue;
    settled.push(await attempt(app, { line, ruleId: job.rule.id, isKept }, () => carryOut(app, { ...job, line })));
    await breathe();
  }
  return settled;
}

/** Counts what was done with lines. */
export function totalOf(items: RuledLine[], left: number): RuledLines {
  const done = items.filter(({ outcome }) => outcome === 'Done').length;
  return { done, refused: items.length - done, left, items };
}
