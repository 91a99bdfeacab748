import { type App, created, inTransaction, modified } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findByName, insertMinistry, listMinistries as readMinistries, updateMinistryColumns } from './queries.ts';
import { Ministry, type MinistryUpdate, type NewMinistry } from './schema.ts';

/** Returns all ministries in display order. */
export async function listMinistries(app: App): Promise<{ items: Ministry[] }> {
  return { items: await readMinistries(app.db) };
}

/** Returns the ministry with this id, or undefined. */
export async function findMinistry(app: App, id: number): Promise<Ministry | undefined> {
  return (await readMinistries(app.db)).find((ministry) => ministry.id === id);
}

/** Adds a ministry at the end of the list. Raises `name_taken`. */
export function createMinistry(app: App, input: NewMinistry): Promise<Ministry> {
  return inTransaction(app, async (app) => {
    const nameKey = await freeNameKey(app, input.name);
    const id = await insertMinistry(app.db, { ...input, nameKey, ...created(app) });
    const ministry = await getMinistry(app, id);
    await record(app, ministryFact('MinistryCreated', null, ministry));
    return ministry;
  });
}

/**
 * Changes a ministry. In the Form 990 report, a new default class also applies to existing expenses that have no
 * functional class of their own, even in earlier months. Raises `not_found` and `name_taken`.
 */
export function updateMinistry(app: App, id: number, input: MinistryUpdate): Promise<Ministry> {
  return inTransaction(app, async (app) => {
    const before = await getMinistry(app, id);
    const { name = before.name, nameZh = before.nameZh } = input;
    const defaultFunctionalClass = input.defaultFunctionalClass ?? before.defaultFunctionalClass;
    const nameKey = await freeNameKey(app, name, id);
    const isActive = (input.isActive ?? before.isActive) ? (1 as const) : (0 as const);
    const columns = { name, nameZh, nameKey, defaultFunctionalClass, isActive };
    await updateMinistryColumns(app.db, id, { ...columns, ...modified(app) });
    const after = await getMinistry(app, id);
    await record(app, ministryFact('MinistryUpdated', before, after));
    return after;
  });
}

/** Returns the ministry with this id. Raises `not_found`. */
export async function getMinistry(app: App, id: number): Promise<Ministry> {
  const ministry = await findMinistry(app, id);
  if (!ministry) throw notFound('ministry');
  return ministry;
}

async function freeNameKey(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findByName(app.db, nameKey);
  if (holder === undefined || holder === own) return nameKey;
  throw new AppError('name_taken', `There is already a ministry named ${name}.`);
}

function ministryFact(action: string, before: Ministry | null, after: Ministry | null): Fact {
  const changes = changesBetween(Ministry, before, after);
  return { action, entityType: 'Ministry', entityId: (after ?? before)?.id ?? '', changes };
}
