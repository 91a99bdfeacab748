/** Who needs a second factor: people with certain roles. */
import { type App, inTransaction } from '../../../app.ts';
import type { Actor, Role } from '../../../permissions.ts';
import { record } from '../../audit/service.ts';
import type { User } from '../users/schema.ts';
import { listRequiredRoles, setRequiredRoles } from './queries.ts';
import type { SecondFactorRules, SecondFactorRulesUpdate, SecondFactorState } from './schema.ts';

/** The roles that can change accounts, or pay and close the books. */
const ADVISED: readonly Role[] = ['super_admin', 'treasurer'];

/** Returns which roles need a second factor. */
export async function getSecondFactorRules({ db }: App): Promise<SecondFactorRules> {
  return { requiredRoles: await listRequiredRoles(db), advisedRoles: [...ADVISED] };
}

/**
 * Replaces the roles that need a second factor. People with such a role who have none can only set one up from then on.
 */
export function putSecondFactorRules(app: App, { requiredRoles }: SecondFactorRulesUpdate): Promise<SecondFactorRules> {
  return inTransaction(app, async (app) => {
    const before = await listRequiredRoles(app.db);
    await setRequiredRoles(app.db, requiredRoles);
    const changes = { requiredRoles: [before, requiredRoles] as [Role[], Role[]] };
    await record(app, { action: 'SecondFactorRulesUpdated', entityType: 'SecondFactorRules', entityId: 1, changes });
    return getSecondFactorRules(app);
  });
}

/** Returns whether a person has set up a second factor, needs one, or should have one. */
export function secondFactorStateOf(
  { mustSetUpSecondFactor }: Extract<Actor, { kind: 'user' }>,
  { hasSecondFactor, roles }: Pick<User, 'hasSecondFactor' | 'roles'>,
): SecondFactorState {
  if (hasSecondFactor) return 'SetUp';
  if (mustSetUpSecondFactor) return 'Required';
  return roles.some((role) => ADVISED.includes(role)) ? 'Advised' : 'Optional';
}
