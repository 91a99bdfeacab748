import { type App, created, inSnapshot, inTransaction } from '../../app.ts';
import { indexTexts } from '../../db/search.ts';
import { lastIdGiven } from '../../db/sequence.ts';
import { badField, refuseFaults } from '../../errors.ts';
import { inChunks, MANY } from '../../lib/chunks.ts';
import { addMoney, toDecimal, ZERO } from '../../lib/money.ts';
import { fold } from '../../lib/text.ts';
import { changesOfNew } from '../audit/rules.ts';
import { lastHash, record } from '../audit/service.ts';
import type { GivingCategory } from '../giving-categories/schema.ts';
import { listCategories } from '../giving-categories/service.ts';
import { earlierImport, type ImportSource, recordImport } from '../imports/service.ts';
import { addMembers } from '../members/import.ts';
import { memberIdentities } from '../members/service.ts';
import { openSessions, sessionStates } from '../offerings/service.ts';
import { latestDate } from '../profile/service.ts';
import { closedMonths } from '../statements/service.ts';
import { type Plan, type PlannedGiving, planGivings, type Records } from './import-plan.ts';
import { type Candidate, candidatesOf, type GivingTable } from './import-rows.ts';
import { addGivings, listExisting, listGivenOn } from './import-queries.ts';
import { documentOf } from './rules.ts';
import { Giving, type GivingImport } from './schema.ts';

type ImportOptions = {
  dryRun: boolean;
  /** Whether a file may come again. */
  allowDuplicates: boolean;
  /** Whether who is not there becomes a member. */
  createMembers: boolean;
  /** The name of the category of rows that name none. */
  category: string | undefined;
  source: ImportSource;
  /** Called with the number of givings written so far. */
  progress?: (done: number, total: number) => void;
};

type Outcome = Omit<GivingImport, 'ignoredColumns' | 'encoding'>;

/**
 * Enters the givings of a table, all or none. Everything is checked before the first write, and once more within the
 * transaction against what changed meanwhile. Raises `validation_failed` for the category, `file_refused` with every bad row,
 * and for a file that was imported before unless all of it is there already.
 */
export async function importGivings(app: App, table: GivingTable, options: ImportOptions): Promise<Outcome> {
  const { dryRun } = options;
  const { candidates, faults } = candidatesOf(table, await latestDate(app));
  const makePlan = async (app: App) => {
    const records = await readRecords(app, candidates);
    const category = categoryNamed(records.categories, options.category);
    const plan = planGivings(candidates, records, { ...table, createMembers: options.createMembers, category });
    const allowDuplicates = options.allowDuplicates || plan.skipped === table.rows.length;
    const sameFileAs = await earlierImport(app, { kind: 'givings', source: options.source, allowDuplicates });
    refuseFaults([...faults, ...plan.faults]);
    return { plan, hash: await lastHash(app), sameFileAs };
  };
  const first = await inSnapshot(app, makePlan);
  if (dryRun) return outcomeOf(table, first, { dryRun, importId: null });
  return inTransaction(app, async (app) => {
    const isCurrent = (await lastHash(app)) === first.hash;
    const current = isCurrent ? first : await makePlan(app);
    const importId = await write(app, current.plan, options, table.rows.length);
    return outcomeOf(table, current, { dryRun, importId });
  });
}

function categoryNamed(categories: readonly GivingCategory[], name: string | undefined): GivingCategory | null {
  if (name === undefined) return null;
  const category = categories.find((one) => fold(one.name) === fold(name));
  if (category) return category;
  const names = categories.filter(({ isActive }) => isActive).map((one) => one.name);
  throw badField('category', 'unknown_reference', `names no giving category. There are: ${names.join(', ')}`);
}

async function readRecords(app: App, candidates: readonly Candidate[]): Promise<Records> {
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

/** Writes a plan; returns the id under which the import is kept, or null when there was nothing to write. */
async function write(app: App, plan: Plan, { source, progress }: ImportOptions, rows: number): Promise<number | null> {
  const { givings, members, sessions } = plan;
  if (givings.length === 0) return null;
  await addMembers(
    app,
    members.map(({ id, input }) => ({ ...input, id, userId: null })),
  );
  await openSessions(app, sessions);
  const audit = created(app);
  let done = 0;
  await inChunks(
    givings,
    async (part) => {
      const added = part.map(givingOf);
      await addGivings(
        app.db,
        added.map((giving) => ({ ...giving, ...audit })),
      );
      await indexTexts(app.db, 'giving', added.map(documentOf));
      await record(app, ...added.map(createdFact));
      progress?.((done += part.length), givings.length);
    },
    MANY,
  );
  return recordImport(app, {
    kind: 'givings',
    source,
    rows,
    created: { givings: idsOf(givings), members: idsOf(members), offeringSessions: idsOf(sessions) },
  });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** A giving as it will be. */
function givingOf(planned: PlannedGiving) {
  const { id, candidate, category, memberId, memberName, session, original } = planned;
  return {
    ...candidate.gift,
    id,
    categoryId: category.id,
    categoryName: category.name,
    memberId,
    memberName,
    sessionId: session?.id ?? null,
    reversalOf: original?.id ?? null,
  };
}

function createdFact({ amount, benefitAmount, ...giving }: ReturnType<typeof givingOf>) {
  const values = { ...giving, amount: toDecimal(amount), benefitAmount: benefitAmount && toDecimal(benefitAmount) };
  return {
    action: 'GivingCreated',
    entityType: 'Giving',
    entityId: giving.id,
    changes: changesOfNew(Giving, values),
  };
}

function outcomeOf(
  { rows }: GivingTable,
  { plan, sameFileAs }: { plan: Plan; sameFileAs: number | null },
  about: { dryRun: boolean; importId: number | null },
): Outcome {
  return {
    ...about,
    rows: rows.length,
    created: plan.givings.length,
    totalAmount: plan.givings.reduce((sum, { candidate }) => addMoney(sum, candidate.gift.amount), ZERO),
    skipped: plan.skipped,
    duplicates: plan.duplicates,
    membersCreated: plan.members.map(({ id, input, line }) => ({
      line,
      name: `${input.firstName} ${input.lastName}`,
      memberId: id,
    })),
    sessionsCreated: plan.sessions.length,
    sameFileAs,
  };
}
