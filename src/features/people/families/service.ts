import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { eraseAnswersAbout } from '../../../db/kept-answers.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { notFound } from '../../../errors.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import type { Page } from '../../../lib/page.ts';
import { changesBetween, changesOfNew } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { leaveFamily, membersOfFamily, namesInFamilies } from '../members/service.ts';
import {
  eraseFamilyRows,
  findFamily,
  insertFamilies,
  insertFamily,
  listFamilies as readFamilies,
  listEmptyFamilies,
  listFamilyNames,
  listJointRoles,
  removeFamilies,
  updateFamilyColumns,
} from './queries.ts';
import { jointProblemOf } from './joint-rules.ts';
import {
  FamilyUnit,
  type FamilyUnitDetail,
  type FamilyUnitListed,
  type FamilyUnitQuery,
  type JointProblem,
  type NewFamilyUnit,
} from './schema.ts';

/** Returns a family with its members, the head first. Raises `not_found`. */
export function getFamily(app: App, id: number): Promise<FamilyUnitDetail> {
  return inSnapshot(app, async (app) => {
    const family = await findFamily(app.db, id);
    if (!family) throw notFound('family unit');
    const members = await membersOfFamily(app, id);
    return { ...family, jointProblem: jointProblemOf(family, members), members };
  });
}

/** Returns a page of families, each with the names of its members. */
export function listFamilies(app: App, query: FamilyUnitQuery): Promise<Page<FamilyUnitListed>> {
  return inSnapshot(app, async (app) => {
    const page = await readFamilies(app.db, query);
    const people = await namesInFamilies(
      app,
      page.items.map(({ id }) => id),
    );
    const items = page.items.map((family) => {
      const own = people.get(family.id) ?? [];
      return { ...family, jointProblem: jointProblemOf(family, own), people: own };
    });
    return { ...page, items };
  });
}

/** Returns why families that want a joint statement have no couple for it, by family. */
export async function jointProblems(app: App): Promise<Map<number, JointProblem | null>> {
  const roles = await listJointRoles(app.db);
  return new Map([...roles].map(([id, people]) => [id, jointProblemOf({ jointStatement: true }, people)]));
}

/** Adds a family without members. A member joins the family when the `familyUnitId` of the member is set. */
export function createFamily(app: App, input: NewFamilyUnit): Promise<FamilyUnitDetail> {
  return inTransaction(app, async (app) => {
    const id = await insertFamily(app.db, { ...toColumns(input), ...created(app) });
    await indexTexts(app.db, 'familyUnit', [{ id, texts: [input.name] }]);
    const family = await getFamily(app, id);
    await recordChange(app, 'FamilyUnitCreated', null, family);
    return family;
  });
}

/** Returns the id, the name and the address of every family that is not deleted. An import matches its rows against them. */
export function familyNames(app: App): Promise<Pick<FamilyUnit, 'id' | 'name' | 'address'>[]> {
  return listFamilyNames(app.db);
}

/**
 * Adds families with search texts and audit entries, as `createFamily` does. The ids must never have been used before.
 */
export async function addFamilies(app: App, families: readonly { id: number; input: NewFamilyUnit }[]): Promise<void> {
  const audit = created(app);
  const rows = families.map(({ id, input }) => ({ id, ...toColumns(input), ...audit }));
  await insertFamilies(app.db, rows);
  await indexTexts(
    app.db,
    'familyUnit',
    rows.map(({ id, name }) => ({ id, texts: [name] })),
  );
  const facts = families.map(({ id, input }) => {
    const changes = changesOfNew(FamilyUnit, { id, ...input });
    return { action: 'FamilyUnitCreated', entityType: 'FamilyUnit', entityId: id, changes };
  });
  await inChunks(facts, (part) => record(app, ...part), MANY);
}

/** Soft-deletes the given families that have no live member. Returns the number of deleted families. */
export async function removeEmptyFamilies(app: App, ids: readonly number[]): Promise<number> {
  const empty = await listEmptyFamilies(app.db, ids);
  await inChunks(empty, async (part) => {
    const partIds = part.map(({ id }) => id);
    await removeFamilies(app.db, partIds, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'familyUnit', partIds);
    const facts = part.map((family) => {
      const changes = changesBetween(FamilyUnit, family, null);
      return { action: 'FamilyUnitDeleted', entityType: 'FamilyUnit', entityId: family.id, changes };
    });
    await record(app, ...facts);
  });
  return empty.length;
}

/** Replaces a family's fields. Raises `not_found`. */
export function updateFamily(app: App, id: number, input: NewFamilyUnit): Promise<FamilyUnitDetail> {
  return inTransaction(app, async (app) => {
    const before = await getFamily(app, id);
    await updateFamilyColumns(app.db, id, { ...toColumns(input), ...modified(app) });
    await indexTexts(app.db, 'familyUnit', [{ id, texts: [input.name] }]);
    const after = await getFamily(app, id);
    await recordChange(app, 'FamilyUnitUpdated', before, after);
    return after;
  });
}

/** Soft-deletes a family. Its members stay, without a family. Raises `not_found`. */
export function deleteFamily(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const family = await getFamily(app, id);
    await leaveFamily(app, id);
    await updateFamilyColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'familyUnit', [id]);
    await recordChange(app, 'FamilyUnitDeleted', family, null);
  });
}

/** Returns the member's family if no other live member belongs to it, otherwise undefined. */
export async function familyLeftEmptyBy(
  app: App,
  { id, familyUnitId }: { id: number; familyUnitId: number | null },
): Promise<FamilyUnit | undefined> {
  if (familyUnitId === null) return undefined;
  const others = (await membersOfFamily(app, familyUnitId)).filter((member) => member.id !== id);
  return others.length === 0 ? findFamily(app.db, familyUnitId) : undefined;
}

/**
 * Erases an empty family with its name, address, telephone number and notes. The caller must also redact the entries of
 * the audit log that mention the family. Must run inside a transaction.
 */
export async function eraseFamily(app: App, id: number): Promise<void> {
  await eraseFamilyRows(app.db, id);
  await eraseAnswersAbout(app.db, 'FamilyUnit', [id]);
  await removeTexts(app.db, 'familyUnit', [id]);
}

function toColumns(input: NewFamilyUnit) {
  return {
    ...input,
    address: input.address && JSON.stringify(input.address),
    jointStatement: input.jointStatement ? (1 as const) : (0 as const),
  };
}

async function recordChange(
  app: App,
  action: string,
  before: FamilyUnit | null,
  after: FamilyUnit | null,
): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  await record(app, { action, entityType: 'FamilyUnit', entityId, changes: changesBetween(FamilyUnit, before, after) });
}
