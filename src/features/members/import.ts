import { type App, created, inSnapshot, inTransaction } from '../../app.ts';
import { existingIds } from '../../db/exists.ts';
import { indexTexts } from '../../db/search.ts';
import { lastIdGiven } from '../../db/sequence.ts';
import { refuseFaults } from '../../errors.ts';
import { inChunks, MANY } from '../../lib/chunks.ts';
import { can } from '../../permissions.ts';
import { changesOfNew } from '../audit/rules.ts';
import { lastHash, record } from '../audit/service.ts';
import { addFamilies, familyNames } from '../families/service.ts';
import { earlierImport, type ImportSource, recordImport } from '../imports/service.ts';
import { latestDate } from '../profile/service.ts';
import { type Plan, planImport, type Records } from './import-plan.ts';
import { type Candidate, candidatesOf, type MemberTable } from './import-rows.ts';
import { insertMembers, listIdentities } from './queries.ts';
import { documentOf } from './rules.ts';
import { Member, type MemberImport, type NewMember } from './schema.ts';
import { toColumns } from './service.ts';

type ImportOptions = {
  dryRun: boolean;
  /** Whether who is there already is added once more, and a file may come again. */
  allowDuplicates: boolean;
  source: ImportSource;
  /** Called with the number of members written so far. */
  progress?: (done: number, total: number) => void;
};

type Outcome = Omit<MemberImport, 'ignoredColumns' | 'encoding'>;

/**
 * Adds the people of a table, all or none. Everything is checked before the first write, and once more within the
 * transaction against what changed meanwhile. Raises `file_refused` with every bad row, and for a file that was imported
 * before unless everybody in it is there already.
 */
export async function importMembers(app: App, table: MemberTable, options: ImportOptions): Promise<Outcome> {
  const { allowDuplicates, dryRun } = options;
  const mayLink = can(app.actor, 'users.manage');
  const { candidates, faults } = candidatesOf(table, { latest: await latestDate(app), mayLink });
  const makePlan = async (app: App) => {
    const plan = planImport(candidates, await readRecords(app, candidates), { ...table, allowDuplicates });
    const mayRepeat = allowDuplicates || plan.skipped === table.rows.length;
    await earlierImport(app, { kind: 'members', source: options.source, allowDuplicates: mayRepeat });
    refuseFaults([...faults, ...plan.faults]);
    return { plan, hash: await lastHash(app) };
  };
  const first = await inSnapshot(app, makePlan);
  if (dryRun) return outcomeOf(table, first.plan, { dryRun, importId: null });
  return inTransaction(app, async (app) => {
    const isCurrent = (await lastHash(app)) === first.hash;
    const { plan } = isCurrent ? first : await makePlan(app);
    const importId = await write(app, plan, options, table.rows.length);
    return outcomeOf(table, plan, { dryRun, importId });
  });
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

/** Writes a plan; returns the id under which the import is kept, or null when there was nothing to write. */
async function write(
  app: App,
  { families, members }: Plan,
  { source, progress }: ImportOptions,
  rows: number,
): Promise<number | null> {
  if (members.length === 0) return null;
  await addFamilies(
    app,
    families.flatMap(({ id, input }) => (input ? [{ id, input }] : [])),
  );
  // The inputs are completed where they are: a copy of each would be a tenth of the whole time.
  const added = members.map(({ id, candidate: { input }, family }) =>
    Object.assign(input, { id, userId: input.userId ?? null, familyUnitId: family?.id ?? null }),
  );
  await addMembers(app, added, progress);
  return recordImport(app, {
    kind: 'members',
    source,
    rows,
    created: { members: added.map(({ id }) => id), familyUnits: families.map(({ id }) => id) },
  });
}

type AddedMember = NewMember & { id: number; userId: number | null };

/** Adds members, as `createMember` does, under ids that were never given; inside a transaction, after all checks. */
export async function addMembers(
  app: App,
  members: readonly AddedMember[],
  progress?: ImportOptions['progress'],
): Promise<void> {
  const audit = created(app);
  let done = 0;
  await inChunks(
    members,
    async (part) => {
      await insertMembers(
        app.db,
        part.map((member) => Object.assign(toColumns(member, member.userId), { id: member.id }, audit)),
      );
      await indexTexts(app.db, 'member', part.map(documentOf));
      await record(app, ...part.map(createdFact));
      progress?.((done += part.length), members.length);
    },
    MANY,
  );
}

function createdFact(member: Omit<Member, keyof ReturnType<typeof created>>) {
  const changes = changesOfNew(Member, member);
  return { action: 'MemberCreated', entityType: 'Member', entityId: member.id, changes };
}

function outcomeOf({ rows }: MemberTable, plan: Plan, about: { dryRun: boolean; importId: number | null }): Outcome {
  const { members, families, duplicates, skipped } = plan;
  return {
    ...about,
    rows: rows.length,
    created: members.length,
    skipped,
    duplicates,
    familiesCreated: families.length,
  };
}
