/** What is done with all contribution statements of a year at once: counting, issuing, printing, sending, handing out. */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError, missingReference, unknownReferences } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { addMoney } from '../../../lib/money.ts';
import { changesOf } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { today } from '../../church/profile/service.ts';
import type { SendResult } from '../../messages/schema.ts';
import { issueStatements, readStatements, refuseEarly, type Statement } from './issuing.ts';
import { mailStatements } from './mailing.ts';
import { printStatements } from './printing.ts';
import { isPending, isWanted, statementsIn } from './rules.ts';
import {
  type Contribution,
  type ContributionOverview,
  MOST_PRINTED,
  type PrintQuery,
  type StatementMailing,
} from './schema.ts';
import { allContributions, rangeOf } from './service.ts';

/** How many statements one transaction issues. Other writers wait until it ends. */
const PART = 50;

/** Returns how many statements of a calendar year are still to be issued, sent and printed. */
export async function overviewOf(app: App, year: number): Promise<ContributionOverview> {
  const all = await allContributions(app, year);
  const count = (is: (one: Contribution) => boolean) => all.filter(is).length;
  const statements = all.flatMap(statementsIn);
  return {
    year,
    isOver: (await today(app)) > rangeOf(year).to,
    givers: all.length,
    notIssued: statements.filter((one) => one.statementNumber === null).length,
    changed: statements.filter((one) => one.hasChanged).length,
    toSend: count((one) => one.hasEmail && isPending(one)),
    toPrint: count((one) => !one.hasEmail && isPending(one)),
    total: addMoney(...statements.map(({ total }) => total)),
  };
}

/**
 * Issues every statement of a year that was not issued with its current figures. If the process dies in between, the
 * next call issues the rest. Raises `period_not_over` before the end of the year.
 */
export async function issueAll(app: App, year: number): Promise<ContributionOverview> {
  await refuseEarly(app, year);
  const open = (await allContributions(app, year)).filter((one) => !isWanted(one, { state: 'Issued' }));
  await inChunks(idsOf(open), async (ids) => void (await issueStatements(app, year, ids, false)), PART);
  return overviewOf(app, year);
}

/**
 * Returns one PDF with the statements of the wanted givers of a year, at most `MOST_PRINTED` of them. Writes nothing. Raises
 * `not_found` if there are none, and `unknown_reference` for an id of a member who gave nothing that year.
 */
export async function printYear(app: App, year: number, { locale, ids, ...wanted }: PrintQuery): Promise<Buffer> {
  const all = await allContributions(app, year);
  const named = ids && new Set(onesOf(all, ids, { path: () => 'ids', what: 'contribution statement of the year' }));
  const chosen = all.filter((one) => isWanted(one, wanted) && (named?.has(one) ?? true)).slice(0, MOST_PRINTED);
  if (chosen.length === 0) throw new AppError('not_found', 'No contribution statement is in this state.');
  const statements: Statement[] = [];
  await inChunks(idsOf(chosen), async (ids) => void statements.push(...(await readStatements(app, year, ids))), PART);
  return printStatements(app, statements, locale);
}

/**
 * Sends the statements of a year by e-mail, unless the giver already has the current one and `again` is false. Givers
 * without an e-mail address are skipped. Raises `not_configured`, and `unknown_reference` for a member who gave nothing
 * that year.
 */
export async function mailYear(app: App, year: number, mailing: StatementMailing): Promise<SendResult> {
  const all = await allContributions(app, year);
  const chosen = mailing.memberIds === null ? all : onesOf(all, mailing.memberIds);
  const givers = chosen.filter((one) => mailing.again || isPending(one));
  return mailStatements(app, year, { language: mailing.language, giverIds: idsOf(givers) });
}

/**
 * Records that statements were handed out on paper. Raises `unknown_reference` for a member without an issued
 * statement. A statement whose figures have changed must be issued again first.
 */
export function handOutAll(app: App, year: number, memberIds: readonly number[]): Promise<ContributionOverview> {
  return inTransaction(app, async (app) => {
    const issued = (await allContributions(app, year)).filter((one) => isWanted(one, { state: 'Issued' }));
    const handed = onesOf(issued, memberIds).filter(isPending);
    // The figures are issued already, so the statements keep their numbers.
    await inChunks(idsOf(handed), async (ids) => void (await issueStatements(app, year, ids)), PART);
    const statements = handed.flatMap(statementsIn).filter(({ handedOutAt }) => handedOutAt === null);
    const facts = statements.map(({ statementNumber }) => ({
      action: 'ContributionStatementHandedOut',
      entityType: 'ContributionStatement',
      entityId: statementNumber ?? '',
      changes: changesOf({ handedOutAt: now(app) }),
    }));
    await record(app, ...facts);
    return overviewOf(app, year);
  });
}

const idsOf = (all: readonly Contribution[]) => all.map(({ memberId }) => memberId);

const ISSUED = { path: (index: number) => `memberIds.${index}`, what: 'issued contribution statement' };

/** Returns the sums of the givers on whose statements these members are. Raises `unknown_reference` for the others. */
function onesOf(all: readonly Contribution[], memberIds: readonly number[], { path, what } = ISSUED): Contribution[] {
  const byMember = new Map(all.flatMap((one) => one.memberIds.map((id) => [id, one] as const)));
  const missing = memberIds.flatMap((id, index) => (byMember.has(id) ? [] : [missingReference(path(index), what)]));
  if (missing.length > 0) throw unknownReferences(missing);
  return [...new Set(memberIds.flatMap((id) => byMember.get(id) ?? []))];
}
