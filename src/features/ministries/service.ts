import type { App } from '../../app.ts';
import { listMinistries as readMinistries } from './queries.ts';
import type { Ministry } from './schema.ts';

/** All ministries in their order. */
export async function listMinistries(app: App): Promise<{ items: Ministry[] }> {
  return { items: await readMinistries(app.db) };
}

/** One ministry, or undefined. */
export async function findMinistry(app: App, id: number): Promise<Ministry | undefined> {
  return (await readMinistries(app.db)).find((ministry) => ministry.id === id);
}
