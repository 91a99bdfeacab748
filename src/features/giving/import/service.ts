import { fullName } from '../../../lib/person-name.ts';
import { accountFinder } from '../../ledger/accounts/by-method.ts';
import { type App, created } from '../../../app.ts';
import { inChunks, WRITTEN } from '../../../lib/chunks.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import { type Minor, sumMoney, toDecimal } from '../../../lib/money.ts';
import { changesOfNew } from '../../audit/rules.ts';
import type { GivingCategory } from '../categories/schema.ts';
import { listCategories } from '../categories/service.ts';
import { addInParts, idsOf, type ImportOptions, runImport } from '../../imports/run.ts';
import type { Decisions } from '../../imports/decisions.ts';
import { LISTED, type Planned } from '../../imports/import-kinds.ts';
import { grouped } from '../../imports/plan.ts';
import { addMembers } from '../../people/import/service.ts';
import { memberIdentities } from '../../people/members/service.ts';
import { settled } from '../../people/members/rules.ts';
import { openSessions, sessionStates } from '../offerings/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import { forgetBalancesFrom } from '../../../books/balances.ts';
import { closedMonths } from '../../../books/periods.ts';
import { type Plan, type PlannedGiving, planGivings, type Records } from './plan.ts';
import { withoutNoGifts } from './left-out.ts';
import { type Candidate, candidatesOf, type GivingTable } from './rows.ts';
import { type AddedGiving, addGivings, listExisting, listGivenOn } from './queries.ts';
import { documentOf } from '../givings/rules.ts';
import { Giving, type GivingImport, type LeftOut } from '../givings/schema.ts';

type GivingOptions = ImportOptions & {
  /** Whether givers who are not yet members are added as members. */
  createMembers: boolean;
  /** Whether givers who only resemble a member are added as members, too. */
  createSimilar: boolean;
  /** Whether a row without a giver has none even if rows above it have one. */
  blankGivers: boolean;
  /** What was decided about givers who resemble a member. */
  decisions: Decisions;
  /** The name of the category for rows that name no category. */
  category: string | undefined;
};

type Outcome = Omit<GivingImport, 'ignoredColumns' | 'encoding'> & { planned: Planned };

/**
 * Enters all givings of a table, or none. Rows that are no gifts, such as pledges, are left out and named. Raises `validation_failed` if no category has the name `options.category`,
 * and `file_refused` with a list of all bad rows. Also raises `file_refused` for a file that was imported before,
 * unless all its givings exist already or duplicates are allowed.
 */
export async function importGivings(app: App, file: GivingTable, options: GivingOptions): Promise<Outcome> {
  const { createMembers, createSimilar, blankGivers, decisions, dryRun, progress } = options;
  const { table, leftOut } = await withoutNoGifts(file, (await getChurch(app)).currency);
  const { candidates, faults } = await candidatesOf(table, await latestDate(app));
  const importer = {
    kind: 'givings' as const,
    rows: table.rows.length,
    plan: async (app: App) => {
      const records = await readRecords(app, candidates);
      const category = categoryNamed(records.categories, options.category);
      const plan = await planGivings(candidates, records, {
        ...table,
        createMembers,
        createSimilar,
        blankGivers,
        decisions,
        category,
      });
      return { ...plan, faults: [...faults, ...plan.faults] };
    },
    write: (app: App, plan: Plan) => writeGivings(app, plan, { progress }),
  };
  const run = await runImport(app, importer, options);
  return outcomeOf({ rows: file.rows.length, leftOut, dryRun }, run);
}

/** Returns the category with a name, or null for no name. Raises `validation_failed` for an unknown one. */
export function categoryNamed(categories: readonly GivingCategory[], name: string | undefined): GivingCategory | null {
  if (name === undefined) return null;
  const category = byNames(categories).get(fold(name));
  if (category) return category;
  const names = categories.filter(({ isActive }) => isActive).map((one) => one.name);
  throw badField('category', 'unknown_reference', `names no giving category. Choose one of: ${names.join(', ')}`);
}

/** Reads the church's records that an import of these gifts needs. */
export async function readRecords(app: App, candidates: readonly Candidate[]): Promise<Records> {
  const dates = new Set(candidates.map(({ gift }) => gift.date));
  const sorted = [...dates].toSorted();
  const [from = '9999', to = from] = [sorted[0], sorted.at(-1)];
  const ids = candidates.flatMap(({ id }) => id ?? []);
  const given = await listGivenOn(app.db, { from, to });
  return {
    members: await memberIdentities(app),
    categories: (await listCategories(app, true)).items,
    sessions: await sessionStates(
      app,
      candidates.flatMap(({ sessionDate }) => sessionDate ?? []),
    ),
    existing: await listExisting(app.db, ids),
    given: given.filter(({ date }) => dates.has(date)),
    closedMonthOf: await closedMonths(app, from),
    last: {
      givings: await lastIdGiven(app.db, 'givings'),
      members: await lastIdGiven(app.db, 'members'),
      sessions: await lastIdGiven(app.db, 'offeringSessions'),
    },
  };
}

type Writing = {
  progress: ImportOptions['progress'] | undefined;
  /** The account that received all gifts. By default, it is that of the payment method of each gift. */
  accountId?: number;
};

/**
 * Writes the records of a plan to the database. Returns the ids of the added records by kind, or null if there was
 * nothing to write.
 */
export async function writeGivings(app: App, { givings, members, sessions }: Plan, { progress, accountId }: Writing) {
  if (givings.length === 0) return null;
  await addMembers(
    app,
    members.map(({ id, input }) => ({ ...settled(input, null), id, userId: null })),
  );
  await openSessions(app, sessions);
  const audit = created(app);
  const dates = givings.map(({ candidate: { gift } }) => gift.date);
  await forgetBalancesFrom(
    app.db,
    dates.reduce((first, date) => (date < first ? date : first)),
  );
  const accountOf =
    accountId === undefined ? accountIn(await accountFinder(app, givings.map(receiptOf))) : () => accountId;
  const adder = {
    insert: (part: readonly AddedGiving[]) => addGivings(app.db, part),
    kind: 'giving' as const,
    documentOf,
    factOf: createdFact,
  };
  let done = 0;
  // The rows of all gifts together would need more memory than all else of an import.
  const add = async (part: readonly PlannedGiving[]) => {
    const rows = part.map((one) => Object.assign(givingOf(one, accountOf(one)), audit));
    await addInParts(app, rows, adder);
    progress?.((done += part.length), givings.length);
  };
  await inChunks(givings, add, WRITTEN);
  return { givings: idsOf(givings), members: idsOf(members), offeringSessions: idsOf(sessions) };
}

/** Returns by which method a gift came in, and in which session. */
const receiptOf = ({ candidate: { gift }, session }: PlannedGiving) => ({
  method: gift.method,
  sessionId: session?.id ?? null,
});

/** Returns a function that finds the account of a giving. A correction goes back to the account of the giving that it reverses. */
function accountIn(finder: Awaited<ReturnType<typeof accountFinder>>): (giving: PlannedGiving) => number {
  const accountOf = (giving: PlannedGiving): number => {
    const { candidate, original } = giving;
    if (original === null || candidate.reversalKind !== 'Correction') return finder(receiptOf(giving));
    return 'accountId' in original ? original.accountId : accountOf(original);
  };
  return accountOf;
}

/** Returns the giving to add for a planned row. */
function givingOf(
  { id, candidate, category, parts, memberId, memberName, session, original }: PlannedGiving,
  accountId: number,
) {
  return {
    ...candidate.gift,
    id,
    accountId,
    categoryId: category?.id ?? null,
    categoryName: category?.name ?? null,
    parts: parts && parts.map(({ category: { id, name }, amount }) => ({ categoryId: id, categoryName: name, amount })),
    memberId,
    memberName,
    sessionId: session?.id ?? null,
    reversalOf: original?.id ?? null,
    reversalKind: candidate.reversalKind,
  };
}

function createdFact(giving: ReturnType<typeof givingOf>) {
  const { amount, benefitAmount, parts } = giving;
  // Changing the copy of the changes takes less time than a copy of the gift.
  const changes = changesOfNew(Giving, giving);
  changes['amount'] = [null, toDecimal(amount)];
  if (benefitAmount !== null) changes['benefitAmount'] = [null, toDecimal(benefitAmount)];
  if (parts) changes['parts'] = [null, parts.map((part) => ({ ...part, amount: toDecimal(part.amount) }))];
  return { action: 'GivingCreated', entityType: 'Giving', entityId: giving.id, changes };
}

/** Returns the sum of the monetary givings of an import. */
export function totalOf({ givings }: Plan): Minor {
  const money = givings.filter(({ candidate }) => candidate.gift.nonCashDescription === null);
  return sumMoney(money.map(({ candidate }) => candidate.gift.amount));
}

function outcomeOf(
  about: { rows: number; leftOut: LeftOut[]; dryRun: boolean },
  { plan, importId, sameFileAs }: { plan: Plan; importId: number | null; sameFileAs: number | null },
): Outcome {
  const { skipped, faults } = plan;
  const [created, totalAmount, nameless] = [plan.givings.length, totalOf(plan), withoutGiver(plan)];
  return {
    ...about,
    importId,
    created,
    totalAmount,
    skipped,
    duplicates: plan.duplicates,
    warnings: plan.warnings,
    formerMatches: plan.formerMatches,
    membersCreated: membersAdded(plan),
    sessionsCreated: plan.sessions.length,
    sameFileAs,
    withoutGiver: nameless,
    planned: {
      importId,
      sameFileAs,
      faults,
      items: itemsOf(plan),
      plan: {
        create: created,
        skip: skipped,
        leaveOut: grouped(about.leftOut),
        withoutGiver: nameless,
        total: totalAmount,
        repeats: grouped(plan.duplicates.map((row) => ({ ...row, reason: 'repeated' })))[0],
      },
    },
  };
}

/** Returns the members that a plan adds, with the lines that name them. */
export function membersAdded({ members }: Plan): GivingImport['membersCreated'] {
  return members.map(({ id, input, line }) => ({ line, name: fullName(input), memberId: id }));
}

/** Returns the first gifts of a plan with their givers, as people read them. */
export function itemsOf({ givings, warnings }: Plan): Planned['items'] {
  const notes = new Map(warnings.map(({ line, message }) => [line, message]));
  return givings.slice(0, LISTED).map(({ candidate: { row, gift }, category, parts, memberName }) => ({
    line: row.line,
    name: memberName,
    date: gift.date,
    purpose: parts === null ? (category?.name ?? '') : parts.map((part) => part.category.name).join(', '),
    amount: gift.amount,
    note: notes.get(row.line) ?? null,
  }));
}

/** Returns the gifts that nobody is named for, with their lines. */
export function withoutGiver({ givings }: Plan): GivingImport['withoutGiver'] {
  const found = givings.filter(({ memberId, original }) => memberId === null && original === null);
  return {
    count: found.length,
    total: sumMoney(found.map(({ candidate }) => candidate.gift.amount)),
    lines: found.map(({ candidate }) => candidate.row.line),
  };
}
