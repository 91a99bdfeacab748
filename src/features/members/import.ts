import { type App, created, inSnapshot, inTransaction } from '../../app.ts';
import { existingIds } from '../../db/exists.ts';
import { lastIdGiven } from '../../db/sequence.ts';
import { fileRefused } from '../../errors.ts';
import { inChunks } from '../../lib/chunks.ts';
import { can } from '../../permissions.ts';
import type { ImportFault } from '../../lib/import-table.ts';
import { record } from '../audit/service.ts';
import { addFamilies, familyNames } from '../families/service.ts';
import { latestDate } from '../profile/service.ts';
import { type Plan, planImport, type Records } from './import-plan.ts';
import { type Candidate, candidatesOf, type MemberTable } from './import-rows.ts';
import { insertMembers, listIdentities } from './queries.ts';
import type { MemberImport } from './schema.ts';
import { factOf, toColumns } from './service.ts';

type ImportOptions = {
  dryRun: boolean;
  allowDuplicates: boolean;
  /** Called with the number of members written so far. */
  progress?: (done: number, total: number) => void;
};

type Outcome = Omit<MemberImport, 'ignoredColumns' | 'encoding'>;

/**
 * Adds the people of a table, all or none. Everything is checked before the first write, and once more within the
 * transaction against what changed meanwhile. Raises `file_refused` with every bad row.
 */
export async function importMembers(app: App, table: MemberTable, options: ImportOptions): Promise<Outcome> {
  const { allowDuplicates, dryRun } = options;
  const mayLink = can(app.actor, 'users.manage');
  const { candidates, faults } = candidatesOf(table, { latest: await latestDate(app), mayLink });
  const plan = async (app: App) => {
    const planned = planImport(candidates, await readRecords(app, candidates), { ...table, allowDuplicates });
    refuseFaults([...faults, ...planned.faults]);
    return planned;
  };
  const planned = await inSnapshot(app, plan);
  if (dryRun) return outcomeOf(table, planned, dryRun);
  return inTransaction(app, async (app) => {
    const planned = await plan(app);
    await write(app, planned, options.progress);
    return outcomeOf(table, planned, dryRun);
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

function refuseFaults(faults: readonly ImportFault[]): void {
  if (faults.length === 0) return;
  const what = faults.length === 1 ? 'One cell' : `${faults.length} cells`;
  throw fileRefused(`Nothing was imported. ${what} must be corrected first:`, faults);
}

async function write(app: App, { families, members }: Plan, progress: ImportOptions['progress']): Promise<void> {
  await addFamilies(
    app,
    families.flatMap(({ id, input }) => (input ? [{ id, input }] : [])),
  );
  const audit = created(app);
  let done = 0;
  await inChunks(members, async (part) => {
    const inputs = part.map(({ id, candidate: { input }, family }) => ({
      ...input,
      id,
      userId: input.userId ?? null,
      familyUnitId: family?.id ?? null,
    }));
    await insertMembers(
      app.db,
      inputs.map((input) => ({ ...toColumns(input, input.userId), id: input.id, ...audit })),
    );
    await record(app, ...inputs.map((input) => factOf('MemberCreated', null, { ...input, ...audit })));
    progress?.((done += part.length), members.length);
  });
}

function outcomeOf({ rows }: MemberTable, plan: Plan, dryRun: boolean): Outcome {
  const { members, families, duplicates, skipped } = plan;
  return {
    dryRun,
    rows: rows.length,
    created: members.length,
    skipped,
    duplicates,
    familiesCreated: families.length,
  };
}
