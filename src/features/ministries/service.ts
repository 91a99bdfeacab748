import type { App } from '../../app.ts';
import { listMinistries as readMinistries } from './queries.ts';
import type { Ministry } from './schema.ts';

/** All ministries in their order. */
export async function listMinistries(app: App): Promise<{ items: Ministry[] }> {
  return { items: await readMinistries(app.db) };
}
