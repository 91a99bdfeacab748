import { type App, created } from '../../../app.ts';
import { existingIds } from '../../../db/exists.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { breathe } from '../../../lib/chunks.ts';
import { personName } from '../../../lib/person-name.ts';
import { can } from '../../../permissions.ts';
import { changesOfNew } from '../../audit/rules.ts';
import { addFamilies, familyNames } from '../families/service.ts';
import { addInParts, idsOf, type ImportOptions, runImport } from '../../imports/run.ts';
import { latestDate } from '../../church/profile/service.ts';
import type { Decisions } from '../../imports/decisions.ts';
import type { Planned } from '../../imports/import-kinds.ts';
import { askedFaults, type Plan, planImport, type Records, undecidedFaults } from './plan.ts';
import { type Candidate, candidatesOf, type MemberTable } from './rows.ts';
import { similarFinder } from './similar.ts';
import { insertMembers, listIdentities } from '../members/queries.ts';
import { documentOf, type SettledMember } from '../members/rules.ts';
import { Member, type MemberImport } from '../members/schema.ts';
import { toColumns } from '../members/service.ts';

type Outcome = Omit<MemberImport, 'ignoredColumns' | 'encoding'> & { planned: Planned };

type Options = ImportOptions & {
  /** What was decided about rows. */
  decisions?: Decisions;
  /** Whether a row that only resembles somebody is a new person. Otherwise it is refused unless something was decided. */
  createSimilar?: boolean;
  /**
   * Whether a row is also compared with the rows before it, as where people decide about each row. Otherwise a row is
   * compared with members only.
   */
  amongRows?: boolean;
};

/**
 * Adds the people of a table, all or none. Raises `file_refused` with all bad rows. Also raises `file_refused` for a
 * file that was imported before and has new people, unless `allowDuplicates` is true.
 */
export async function importMembers(app: App, table: MemberTable, options: Options): Promise<Outcome> {
  const {
    allowDuplicates,
    dryRun,
    progress,
    decisions = new Map(),
    createSimilar = false,
    amongRows = false,
  } = options;
  // Where people decide about each row, the same file can be imported again without adding anybody twice.
  const mayAddAgain = allowDuplicates && !amongRows;
  const planned = await planner(app, table, { allowDuplicates: mayAddAgain, decisions, createSimilar, amongRows });
  const importer = {
    kind: 'members' as const,
    rows: table.rows.length,
    plan: async (app: App) => {
      const plan = await planned(app);
      return { ...plan, faults: [...plan.faults, ...(amongRows ? undecidedFaults(plan) : askedFaults(plan))] };
    },
    write: (app: App, plan: Plan) => write(app, plan, progress),
  };
  const { plan, importId, sameFileAs } = await runImport(app, importer, options);
  await breathe();
  return outcomeOf(table, plan, { dryRun, importId, sameFileAs });
}

type PlanOptions = { allowDuplicates: boolean; decisions: Decisions; createSimilar: boolean; amongRows: boolean };

/** Returns a function that plans the import from the church's present records. */
async function planner(
  app: App,
  table: MemberTable,
  { allowDuplicates, decisions, createSimilar, amongRows }: PlanOptions,
) {
  const mayLink = can(app.actor, 'users.manage');
  const { candidates, faults } = await candidatesOf(table, { latest: await latestDate(app), mayLink });
  return async (app: App): Promise<Plan> => {
    const records = await readRecords(app, candidates);
    const known = createSimilar ? undefined : await similarFinder(records.people);
    const similar = known && (amongRows ? known : { ...known, learn: () => {} });
    const plan = await planImport(candidates, records, { ...table, allowDuplicates, decisions, similar });
    return { ...plan, faults: [...faults, ...plan.faults] };
  };
}

async function readRecords(app: App, candidates: readonly Candidate[]): Promise<Records> {
  const users = candidates.flatMap(({ input }) => input.userId ?? []);
  return {
    people: await listIdentities(app.db),
    families: await familyNames(app),
    users: await existingIds(app.db, 'users', users),
    lastMemberId: await lastIdGiven(app.db, 'members'),
    lastFamilyId: await lastIdGiven(app.db, 'familyUnits'),
  };
}

/** Writes a plan. Returns the ids of the added members and families, or null if the plan adds nobody. */
async function write(app: App, { families, members }: Plan, progress: ImportOptions['progress']) {
  if (members.length === 0) return null;
  await addFamilies(
    app,
    families.flatMap(({ id, input }) => (input ? [{ id, input }] : [])),
  );
  // The inputs are changed in place, because copying them would take a tenth of the time of the import.
  const added = members.map(({ id, candidate: { input }, family }) =>
    Object.assign(input, { id, userId: input.userId ?? null, familyUnitId: family?.id ?? null }),
  );
  await addMembers(app, added, progress);
  return { members: idsOf(added), familyUnits: idsOf(families) };
}

type AddedMember = SettledMember & { id: number; userId: number | null };

/**
 * Adds members with search texts and audit entries, as `createMember` does. Their ids must never have been used, and
 * the caller must have checked all their fields. Must run inside a transaction.
 */
export function addMembers(
  app: App,
  members: readonly AddedMember[],
  progress?: ImportOptions['progress'],
): Promise<void> {
  const audit = created(app);
  const columnsOf = (member: AddedMember) => Object.assign(toColumns(member, member.userId), { id: member.id }, audit);
  const insert = (part: readonly AddedMember[]) => insertMembers(app.db, part.map(columnsOf));
  return addInParts(app, members, { insert, kind: 'member', documentOf, factOf: createdFact }, progress);
}

function createdFact(member: Omit<Member, keyof ReturnType<typeof created>>) {
  const changes = changesOfNew(Member, member);
  return { action: 'MemberCreated', entityType: 'Member', entityId: member.id, changes };
}

function outcomeOf(
  { rows, leftEmpty }: MemberTable,
  plan: Plan,
  { sameFileAs, ...about }: { dryRun: boolean; importId: number | null; sameFileAs: number | null },
): Outcome {
  const { members, families, duplicates, skipped, faults } = plan;
  const created = members.length;
  const familiesCreated = families.length;
  const notes = new Map(
    leftEmpty.map(({ line, cell }) => [line, `"${cell}" is no whole date of birth; it is left empty`]),
  );
  return {
    ...about,
    rows: rows.length,
    created,
    skipped,
    duplicates,
    familiesCreated,
    formerMatches: plan.formerMatches,
    birthDatesLeftEmpty: leftEmpty,
    planned: {
      importId: about.importId,
      sameFileAs,
      faults,
      items: members.map(({ candidate: { row, input, familyName }, family }) => ({
        line: row.line,
        name: personName(input) ?? '',
        date: input.birthDate,
        purpose: family && (family.input?.name ?? familyName),
        amount: null,
        note: notes.get(row.line) ?? null,
      })),
      plan: {
        create: created,
        skip: skipped,
        leaveOut: [],
        withoutGiver: null,
        total: null,
        duplicates,
        familiesCreated,
        birthDatesLeftEmpty: leftEmpty,
      },
    },
  };
}
