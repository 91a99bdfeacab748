/** Finds the giving categories that a person names on the command line. */
import type { App } from '../../../app.ts';
import { badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import { listCategories } from '../categories/service.ts';

/** Returns the id of the giving category that a text names by name or id. Raises `validation_failed`. */
export async function findCategory(app: App, text: string): Promise<number> {
  const { items } = await listCategories(app, true);
  const found = byNames(items).get(fold(text)) ?? items.find(({ id }) => String(id) === text.trim());
  if (found) return found.id;
  const names = items.filter(({ isActive }) => isActive).map(({ name }) => name);
  throw badField('categoryId', 'unknown_reference', `names no giving category. Choose one of: ${names.join(', ')}`);
}
