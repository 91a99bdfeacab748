import type { App } from '../../../app.ts';
import { type Actor, permissionsOfAll } from '../../../permissions.ts';
import { listRequiredRoles } from '../second-factor/queries.ts';
import { findUser } from './queries.ts';

/**
 * Returns an active user as somebody who acts, for work that the service does with their permissions. Returns undefined
 * if there is no such user, if they are deactivated, or if they must set up a second factor first.
 */
export async function personActor(app: App, id: number): Promise<Actor | undefined> {
  const user = await findUser(app.db, id);
  if (!user?.isActive) return undefined;
  const { displayName: name, roles, hasSecondFactor } = user;
  const required = hasSecondFactor ? [] : await listRequiredRoles(app.db);
  if (required.some((role) => roles.includes(role))) return undefined;
  return { kind: 'user', id, name, roles, permissions: permissionsOfAll(roles), signInId: 0 };
}
